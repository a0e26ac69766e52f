//! The usual time until a moderation decision.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Client, TestApp};

const PATH: &str = "/api/testimonies/review-time";

/// A testimony that was decided `hours` after its submission.
async fn decided_after(app: &TestApp, admin: &Client, hours: i32, action: &str) -> Uuid {
    let id = app.prepared_testimony(WORDS).await;
    moderate(
        admin,
        id,
        action,
        (action == "reject").then_some("Thank you for trusting us."),
    )
    .await
    .expect(200);
    sqlx::query("update testimony set created_at = moderated_at - make_interval(hours => $2) where id = $1")
        .bind(id)
        .bind(hours)
        .execute(&app.db)
        .await
        .expect("handed in earlier");
    id
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn it_is_shown_once_five_testimonies_were_decided(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let (guest, admin) = (app.guest(), app.admin().await);
    for (hours, action) in [(3, "approve"), (4, "reject"), (5, "approve"), (90, "approve")] {
        decided_after(&app, &admin, hours, action).await;
    }
    decided_after(&app, &admin, 1, "escalate").await;
    assert_eq!(
        guest.get(PATH).await.expect(200).json,
        json!({ "hours": null }),
        "to escalate is not to decide"
    );
    let last = decided_after(&app, &admin, 20, "approve").await;
    assert_eq!(guest.get(PATH).await.expect(200).json, json!({ "hours": 20 }));

    moderate(&admin, last, "undo", None).await.expect(200);
    assert_eq!(
        guest.get(PATH).await.expect(200).json["hours"],
        Value::Null,
        "what was taken back is not decided"
    );
}
