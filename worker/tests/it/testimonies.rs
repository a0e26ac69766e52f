//! A testimony from submission over HTTP through the real queue to its redaction.

use sqlx::PgPool;

use super::http;
use super::ledger::until_testimonies_are_redacted;
use super::stack::{Stack, until};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_submitted_over_http_is_redacted_by_the_worker_and_waits_for_staff(db: PgPool) {
    let stack = Stack::new(&db).await;
    let _worker = stack.worker(&[]);
    let web = stack.web().await;
    until("the web tier is ready", async || {
        http::get(web.port, "/readyz").await == Some(200)
    })
    .await;
    let (status, answer) = http::submit_testimony(web.port, "Write to somebody@example.com if you know this.").await;
    assert_eq!(status, 201, "{answer}");
    assert_eq!(until_testimonies_are_redacted(&db).await, 1);
    let (status, text): (String, String) = sqlx::query_as("select status, redacted_text from testimony")
        .fetch_one(&db)
        .await
        .expect("readable");
    assert_eq!(status, "pending");
    assert!(text.contains("how to pay the rent"), "{text}");
    assert!(!text.contains("somebody@example.com"), "{text}");
}
