//! What a process finds when it starts, and what it refuses to work with.

use std::time::Duration;

use sqlx::PgPool;

use super::stack::{Stack, until};

const OTHER_KEYS: &str = "k1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const SOON: Duration = Duration::from_mins(1);

#[sqlx::test(migrations = "../migrations")]
async fn another_key_under_a_known_id_is_refused_by_both_tiers_and_named(db: PgPool) {
    let stack = Stack::new(&db).await;
    let mut right = stack.worker(&[]);
    until("the keys are known", async || {
        sqlx::query_scalar("select count(*) = 1 from vault_canary")
            .fetch_one(&db)
            .await
            .expect("readable")
    })
    .await;
    let wrong = [("ENC_KEYS", OTHER_KEYS), ("PORT", "0")];
    for mut refused in [stack.worker(&wrong), stack.web_program("serve", &wrong)] {
        let status = refused.ended(SOON).await;
        assert_eq!(status.code(), Some(1), "{}", refused.log());
        assert!(refused.log().contains("k1"), "the key is named: {}", refused.log());
        assert!(!refused.log().contains("AQEB"), "and not shown");
    }
    assert!(right.runs());
}
