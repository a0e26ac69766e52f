//! Metrics for operators, protected by a token: requests are counted by route template.

use serde_json::json;
use shared::metrics;
use sqlx::PgPool;

use super::app::{Client, TestApp};
use super::crisis_first::DANGER;

const TOKEN: &str = "a token of many letters";

fn with_token(client: &Client) -> Client {
    client.sending("authorization", &format!("Bearer {TOKEN}"))
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn answers_screenings_and_the_queue_are_counted(db: PgPool) {
    metrics::begin().expect("nobody else keeps them");
    // The newest reconciliation counts.
    sqlx::query("insert into stripe_comparison (id, at, compared, drift) values (gen_random_uuid(), now(), 9, 2), (gen_random_uuid(), now() - interval '1 day', 9, 7)")
        .execute(&db)
        .await
        .expect("compared");
    let app = TestApp::with(db, &[("METRICS_TOKEN", TOKEN)]).await;
    let guest = app.guest();
    app.prepared_testimony("I lost my work in spring.").await;
    guest.get("/api/scripture/John%203:16").await.expect(200);
    guest.get("/api/no/such/path/xqz").await.expect(404);
    guest.get("/no/such/page/xqz").await;
    guest
        .call("PROPFIND", "/api/topics", &json!({}))
        .await
        .expect_error(405, "METHOD_NOT_ALLOWED");
    guest
        .post("/api/guidance", &json!({ "struggle": DANGER }))
        .await
        .expect(200);
    guest
        .sending("x-forwarded-for", "unknown")
        .get("/api/topics")
        .await
        .expect(200);
    let shown = with_token(&guest).get("/metrics").await.expect(200);
    assert_eq!(shown.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = shown.text();
    for line in [
        r#"stillwater_http_requests_total{method="GET",route="/api/scripture/{reference}",status="200"} 1"#,
        r#"stillwater_http_requests_total{method="other",route="/api/topics",status="405"} 1"#,
        r#"stillwater_http_request_seconds_count{method="POST",route="/api/guidance"} 1"#,
        r#"stillwater_screenings_total{call="guidance",severity="4"} 1"#,
        "stillwater_addresses_missing_total 1",
        r#"stillwater_queue_jobs{lane="urgent",state="due"} 1"#,
        r#"stillwater_queue_jobs{lane="bulk",state="due"} 0"#,
        r#"stillwater_stories{status="pending"} 1"#,
        "stillwater_subscription_drift 2",
        "stillwater_stripe_events_oldest_seconds 0",
        r#"stillwater_search_generation{of="published"} 0"#,
        r#"stillwater_search_generation{of="searched"} 0"#,
        "stillwater_database_up 1",
        "process_resident_memory_bytes ",
    ] {
        assert!(text.contains(line), "{line} is not in:\n{text}");
    }
    assert!(!text.contains("xqz"), "no path that somebody typed is a label");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_lane_without_open_jobs_reports_zero(db: PgPool) {
    metrics::begin().expect("nobody else keeps them");
    let app = TestApp::with(db, &[("METRICS_TOKEN", TOKEN)]).await;
    let staff = with_token(&app.guest());
    sqlx::query(
        "insert into job (id, kind, lane, payload, run_at, dead_at, reason) values
             (gen_random_uuid(), 'rehearse', 'bulk', '{}', now() - interval '1 hour', null, null),
             (gen_random_uuid(), 'rehearse', 'bulk', '{}', now() - interval '1 hour', now(), 'rehearsed')",
    )
    .execute(&app.db)
    .await
    .expect("queued");
    let of_bulk = async || {
        let shown = staff.get("/metrics").await.expect(200).text();
        let value = |name: &str| {
            let line = shown.lines().find_map(|line| line.strip_prefix(name));
            let line = line.unwrap_or_else(|| panic!("{name} is not in:\n{shown}"));
            line.trim().parse::<f64>().expect("a number")
        };
        [
            value(r#"stillwater_queue_jobs{lane="bulk",state="due"}"#),
            value(r#"stillwater_queue_jobs{lane="bulk",state="dead"}"#),
            value(r#"stillwater_queue_oldest_seconds{lane="bulk"}"#),
        ]
    };
    let [due, dead, oldest] = of_bulk().await;
    assert!((due - 1.0).abs() < f64::EPSILON && (dead - 1.0).abs() < f64::EPSILON && oldest >= 3600.0);
    sqlx::query("update job set finished_at = now(), dead_at = null where lane = 'bulk'")
        .execute(&app.db)
        .await
        .expect("done");
    // Finished jobs are kept for a week and do not count as waiting.
    assert!(of_bulk().await.iter().all(|number| number.abs() < f64::EPSILON));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_the_token_the_metrics_are_not_found(db: PgPool) {
    let app = TestApp::with(db.clone(), &[("METRICS_TOKEN", TOKEN)]).await;
    let guest = app.guest();
    for value in ["", "Bearer ", "Bearer a token", TOKEN, &format!("Basic {TOKEN}")] {
        guest
            .sending("authorization", value)
            .get("/metrics")
            .await
            .expect_error(404, "NOT_FOUND");
    }
    let silent = TestApp::with(db, &[]).await;
    with_token(&silent.guest())
        .get("/metrics")
        .await
        .expect_error(404, "NOT_FOUND");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn readiness_lists_its_parts_on_request(db: PgPool) {
    let app = TestApp::new(db).await;
    let guest = app.guest();
    assert_eq!(guest.get("/readyz").await.expect(200).text(), "ready");
    let parts = guest.get("/readyz?verbose").await.expect(200).text();
    for part in [
        "good database answers",
        "good schema and keys",
        "good content: ",
        "ready",
    ] {
        assert!(parts.contains(part), "{parts}");
    }
}
