//! Start-up checks and graceful shutdown.

use std::time::Duration;

use sqlx::PgPool;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::stack::{Stack, until};

const OTHER_KEYS: &str = "k1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const TIMEOUT: Duration = Duration::from_mins(1);

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
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
        let status = refused.ended(TIMEOUT).await;
        assert_eq!(status.code(), Some(1), "{}", refused.log());
        assert!(refused.log().contains("k1"), "the key is named: {}", refused.log());
        assert!(!refused.log().contains("AQEB"), "and not shown");
    }
    assert!(right.runs());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn connected_clients_are_answered_while_the_web_tier_stops(db: PgPool) {
    let stack = Stack::without_redis(&db);
    let mut web = stack.web().await;
    let mut connected = TcpStream::connect(("127.0.0.1", web.port)).await.expect("it listens");
    web.program.terminate();
    until("it is stopping", async || web.program.log().contains("stopping")).await;
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    connected.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    connected.read_to_string(&mut answer).await.expect("answered");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(web.program.ended(TIMEOUT).await.success());
}
