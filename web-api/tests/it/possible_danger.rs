//! Possible danger: the letter comes as usual, and the answer says so.

use serde_json::json;
use sqlx::PgPool;

use super::app::TestApp;
use super::crisis_first::{ORDINARY, ask};

/// Words that may mean more than they say.
pub const UNCLEAR: &str =
    "The house is so quiet since they moved out, I talk to the radio and wonder who would notice.";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn possible_danger_is_said_beside_the_letter_and_is_counted(db: PgPool) {
    let app = TestApp::new(db).await;
    let (danger, _) = app.ctx.care.read(UNCLEAR);
    assert!(danger.is_possible && !danger.is_crisis(), "{danger:?}");
    let guest = app.guest();
    let unclear = ask(&guest, UNCLEAR).await.expect(200).json;
    assert_eq!(
        (&unclear["crisis"], &unclear["possibleDanger"]),
        (&json!(false), &json!(true))
    );
    assert!(unclear["topic"]["content"].is_string() && unclear["resources"].is_null());
    assert_eq!(unclear["usage"]["count"], 1);
    let calm = ask(&guest, ORDINARY).await.expect(200).json;
    assert_eq!(calm["possibleDanger"], false);
}
