//! A failover: the server that we are connected to becomes read-only, and another one takes the writes.

use serde_json::json;
use shared::database;
use sqlx::{ConnectOptions as _, PgPool};

use super::app::TestApp;

/// Makes new sessions of the test's database read-only, or lets them write again.
async fn set_read_only(db: &PgPool, on: bool) {
    let mut tx = db.begin().await.expect("connected");
    sqlx::query("set transaction read write")
        .execute(&mut *tx)
        .await
        .expect("may write");
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&mut *tx)
        .await
        .expect("a name");
    let set = format!("alter database \"{name}\" set default_transaction_read_only = {on}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(set))
        .execute(&mut *tx)
        .await
        .expect("changed");
    tx.commit().await.expect("committed");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_read_only_server_is_an_outage_and_its_connections_are_dropped(db: PgPool) {
    let address = db.connect_options().to_url_lossy().to_string();
    let config = testing::config(&[("DATABASE_URL", &address)]);
    let pool = database::pool(&config).expect("a pool as in production");
    let app = TestApp::with(pool, &[]).await.leaving(&[]);
    let guest = app.guest();
    let ask = async || guest.post("/api/guidance", &json!({ "topicId": "grief" })).await;
    ask().await.expect(200);

    set_read_only(&db, true).await;
    // The connections of the pool end, as those to a primary that goes away; the next ones lead to a standby.
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
        .execute(&db)
        .await
        .expect("ended");
    loop {
        let probe = guest.get("/readyz").await;
        if probe.text() == "the database is read-only" {
            assert_eq!(probe.status, 503);
            break;
        }
        tokio::task::yield_now().await;
    }
    let refused = ask().await.expect_error(503, "UNAVAILABLE");
    assert!(!refused.header("retry-after").is_empty());
    let verbose = guest.get("/readyz?verbose").await.text();
    assert!(verbose.contains("wrong database is read-only"), "{verbose}");
    guest.get("/api/crisis-resources").await.expect(200);
    let checked = database::check(&app.db, &app.ctx.config).await.expect_err("not usable");
    assert!(checked.to_string().contains("read-only"), "{checked}");

    set_read_only(&db, false).await;
    while guest.get("/readyz").await.status != 200 {
        tokio::task::yield_now().await;
    }
    ask().await.expect(200);
}
