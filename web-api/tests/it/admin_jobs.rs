//! Staff list dead jobs, retry and discard them.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use shared::jobs::{self, Job, Lane, Rehearsal};
use sqlx::PgPool;
use uuid::Uuid;

use super::app::TestApp;

async fn enqueue(app: &TestApp) -> Uuid {
    let job = Job::Rehearse {
        act: Rehearsal::Nothing,
    };
    let mut connection = app.db.acquire().await.expect("connected");
    jobs::enqueue(&mut connection, &job).await.expect("enqueued")
}

async fn kill(app: &TestApp, id: Uuid) {
    sqlx::query("update job set dead_at = now(), failures = 12, reason = 'Something this depends on did not answer.' where id = $1")
        .bind(id)
        .execute(&app.db)
        .await
        .expect("dead");
}

/// The kinds of jobs as stored in `job.kind`, read from serde's error for an unknown kind.
fn kinds() -> Vec<String> {
    let refused = serde_json::from_value::<Job>(json!({ "kind": "" })).expect_err("no kind");
    let told = refused.to_string();
    let expected = told.split_once("expected one of").expect("the kinds").1;
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn staff_have_words_for_every_kind_of_job() {
    let nothing = Job::Rehearse {
        act: Rehearsal::Nothing,
    };
    assert!(kinds().contains(&nothing.kind()), "{:?}", kinds());
    let words = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../frontend/src/features/admin/words.ts");
    let source = std::fs::read_to_string(words).expect("the words");
    let names = source.split_once("const jobs").expect("the names of jobs").1;
    let names = names.split_once('}').expect("their end").0;
    let nameless: Vec<String> = kinds()
        .into_iter()
        .filter(|kind| !names.contains(&format!("\n  {kind}: '")))
        .collect();
    assert!(nameless.is_empty(), "words.ts has no name for {nameless:?}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn waiting_running_and_dead_jobs_are_counted_by_kind(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["rehearse"]);
    let admin = app.admin().await;
    let empty = admin.get("/api/admin/jobs").await.expect(200);
    assert_eq!(empty.json, json!({ "kinds": [], "dead": [], "localQueues": [] }));
    let (dead, running) = (enqueue(&app).await, enqueue(&app).await);
    enqueue(&app).await;
    enqueue(&app).await;
    kill(&app, dead).await;
    testing::jobs::claim(&app.db, running).await.expect("claimed");
    let board = admin.get("/api/admin/jobs").await.expect(200);
    let counts: Vec<(&Value, &Value, &Value)> = board.json["kinds"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|kind| (&kind["kind"], &kind["state"], &kind["count"]))
        .collect();
    let kind = &json!("rehearse");
    assert_eq!(
        counts,
        [
            (kind, &json!("dead"), &json!(1)),
            (kind, &json!("running"), &json!(1)),
            (kind, &json!("waiting"), &json!(2)),
        ]
    );
    let told = &board.json["dead"][0];
    assert_eq!((&told["id"], &told["failures"]), (&json!(dead.to_string()), &json!(12)));
    assert_eq!(told["reason"], "Something this depends on did not answer.");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn staff_see_what_each_worker_holds_and_which_worker_is_silent(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let report = |lane, running, oldest| jobs::LocalQueueReport {
        lane,
        slots: 4,
        running,
        ahead: 7,
        unrecorded: 0,
        oldest,
    };
    let (living, killed) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let reports = [
        report(Lane::Urgent, 0, None),
        report(Lane::Mail, 3, Some(Duration::from_mins(1))),
    ];
    jobs::report_local_queues(&app.db, killed, &reports[..1])
        .await
        .expect("reported");
    sqlx::query("update local_queue set seen_at = now() - interval '1 minute'")
        .execute(&app.db)
        .await
        .expect("aged");
    for _ in 0..2 {
        jobs::report_local_queues(&app.db, living, &reports)
            .await
            .expect("reported");
    }
    let board = admin.get("/api/admin/jobs").await.expect(200);
    let told = board.json["localQueues"].as_array().expect("a list");
    let lanes: Vec<(&Value, &Value, bool)> = told
        .iter()
        .map(|queue| (&queue["lane"], &queue["isSilent"], queue.get("oldestSince").is_some()))
        .collect();
    let (mail, urgent) = (&json!("mail"), &json!("urgent"));
    assert_eq!(
        lanes,
        [
            (mail, &json!(false), true),
            (urgent, &json!(false), false),
            (urgent, &json!(true), false),
        ]
    );
    assert_eq!((&told[0]["running"], &told[0]["ahead"]), (&json!(3), &json!(7)));
    sqlx::query("update local_queue set seen_at = now() - interval '2 hours' where worker = $1")
        .bind(killed)
        .execute(&app.db)
        .await
        .expect("aged");
    jobs::report_local_queues(&app.db, living, &reports)
        .await
        .expect("reported");
    jobs::delete_local_queues(&app.db, living).await.expect("deleted");
    assert_eq!(app.count("select count(*) from local_queue").await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dead_job_is_retried_once(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["rehearse"]);
    let admin = app.admin().await;
    let id = enqueue(&app).await;
    let path = format!("/api/admin/jobs/{id}/retry");
    admin
        .call("POST", &path, &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    kill(&app, id).await;
    admin.call("POST", &path, &Value::Null).await.expect(204);
    admin
        .call("POST", &path, &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    assert!(testing::jobs::claim(&app.db, id).await.is_some());
    assert_eq!(app.count("select failures::bigint from job").await, 0);
    let trail = admin.get(&format!("/api/admin/audit?subject={id}")).await.expect(200);
    assert_eq!(trail.json["lines"][0]["action"], "job.retried");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_dead_job_is_discarded_once_and_an_unfinished_one_never(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let id = enqueue(&app).await;
    let path = format!("/api/admin/jobs/{id}");
    admin
        .call("DELETE", &path, &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    kill(&app, id).await;
    admin.call("DELETE", &path, &Value::Null).await.expect(204);
    admin
        .call("DELETE", &path, &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
    assert_eq!(app.count("select count(*) from job").await, 0);
    let trail = admin.get("/api/admin/audit?action=job.discarded").await.expect(200);
    assert_eq!(trail.json["lines"][0]["details"], json!({ "failures": 12 }));
    admin
        .call("DELETE", "/api/admin/jobs/x", &Value::Null)
        .await
        .expect_error(404, "NOT_FOUND");
}
