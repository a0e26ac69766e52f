//! The audit trail in groups, by person, and as a file.

use serde_json::{Value, json};
use shared::audit::{Action, Group};
use sqlx::PgPool;

use super::admin_testimonies::{WORDS, moderate};
use super::app::{Client, TestApp};

async fn actions(admin: &Client, query: &str) -> Vec<String> {
    let answer = admin.get(&format!("/api/admin/audit?{query}")).await.expect(200);
    let lines = answer.json["lines"].as_array().expect("a list");
    lines
        .iter()
        .map(|line| line["action"].as_str().expect("a word").to_owned())
        .collect()
}

/// The byte order mark and the names of the columns.
const HEAD: &str =
    "\u{feff}\"line\",\"at\",\"actor\",\"name\",\"role\",\"action\",\"subject\",\"subject id\",\"details\"\r\n";

/// The records of a file whose cells hold no quotation marks, without the names of its columns.
fn records(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .strip_suffix("\r\n")
        .expect("the last record ends, too")
        .split("\r\n");
    lines
        .skip(1)
        .map(|line| {
            let cells = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            cells.expect("quoted").split("\",\"").collect()
        })
        .collect()
}

async fn write_lines(app: &TestApp, lines: i32, actor_name: &str) {
    sqlx::query(
        "insert into audit_entry (actor_kind, actor_name, action, subject_kind)
         select 'admin', $2, 'job.retried', 'job' from generate_series(1, $1)",
    )
    .bind(lines)
    .bind(actor_name)
    .execute(&app.db)
    .await
    .expect("written");
}

#[test]
fn each_action_is_in_one_group_and_no_group_is_empty() {
    let in_groups: usize = Group::ALL.iter().map(|group| group.words().len()).sum();
    assert_eq!(in_groups, Action::ALL.len());
    for group in Group::ALL {
        assert_eq!(Group::from_word(group.as_str()), Some(group));
        assert!(!group.words().is_empty(), "{group:?}");
    }
    for (action, group) in [
        (Action::TestimonyReported, Group::Testimonies),
        (Action::UserBlocked, Group::Users),
        (Action::PremiumGranted, Group::Money),
        (Action::SubscriptionHandedOver, Group::Money),
        (Action::GiftEnded, Group::Money),
        (Action::PrayerRead, Group::Prayers),
        (Action::StaffSignedIn, Group::Staff),
        (Action::AuditExported, Group::Staff),
        (Action::DocumentFailed, Group::Operation),
        (Action::JobDiscarded, Group::Operation),
    ] {
        assert_eq!(action.group(), group, "{action:?}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_trail_is_filtered_by_group_and_names_its_people(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let (ruth, naomi) = (app.admin_called("Ruth").await, app.admin_called("Naomi").await);
    let id = app.prepared_testimony(WORDS).await;
    moderate(&ruth, id, "escalate", None).await.expect(200);
    write_lines(&app, 1, "Boaz").await;
    let stories = ["story.escalated", "story.prepared", "story.submitted"];
    assert_eq!(actions(&naomi, "group=stories").await, stories);
    assert_eq!(actions(&naomi, "group=staff").await, ["staff.signed_in"; 2]);
    assert_eq!(actions(&naomi, "group=operation").await, ["job.retried"]);
    assert_eq!(actions(&naomi, "group=stories&actor=Ruth").await, ["story.escalated"]);
    assert_eq!(actions(&naomi, "group=stories&action=staff.signed_in").await, [""; 0]);
    let refused = naomi.get("/api/admin/audit?group=angels").await;
    let refused = refused.expect_error(422, "INVALID_FIELDS");
    assert_eq!(refused.json["fields"], json!({ "group": "There is no such group." }));

    let people = naomi.get("/api/admin/audit/people").await.expect(200);
    let nobody: Option<&str> = None;
    assert_eq!(
        people.json,
        json!([
            { "name": "Boaz", "role": nobody },
            { "name": "Naomi", "role": nobody },
            { "name": "Ruth", "role": nobody },
        ])
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn members_of_staff_are_named_before_they_do_anything(db: PgPool) {
    let members = format!("Orpah:reader:{}", testing::STAFF_PASSWORD_HASH);
    let app = TestApp::with(db, &[("STAFF", &members)]).await;
    let people = app.admin().await.get("/api/admin/audit/people").await.expect(200);
    assert_eq!(
        people.json,
        json!([{ "name": "Orpah", "role": "reader" }, { "name": "Ruth", "role": Value::Null }])
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_export_holds_what_the_filter_shows_and_is_itself_a_line(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["send_mail"]);
    let ruth = app.admin_called("Ruth").await;
    let id = app.prepared_testimony(WORDS).await;
    moderate(&ruth, id, "escalate", None).await.expect(200);
    let file = ruth
        .get(&format!("/api/admin/audit/export?group=stories&subject={id}&cursor=1"))
        .await
        .expect(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    let name = file.header("content-disposition");
    let day = name
        .strip_prefix("attachment; filename=\"stillwater-audit-")
        .and_then(|rest| rest.strip_suffix(".csv\""))
        .expect("a name with the day");
    assert_eq!(day.len(), "2026-11-20".len(), "{name}");
    let text = file.text();
    assert!(text.starts_with(HEAD), "{text}");
    let records = records(&text);
    let of = |record: &[&str]| [record[2], record[3], record[4], record[5], record[8]].map(str::to_owned);
    assert_eq!(
        of(&records[0]),
        [
            "admin",
            "Ruth",
            "owner",
            "story.escalated",
            "from: pending; to: escalated"
        ]
    );
    assert_eq!(records.len(), 3);
    // The author stays unknown in the file, too.
    assert_eq!(of(&records[2])[..4], ["guest", "", "", "story.submitted"]);

    let lines = ruth.get("/api/admin/audit?action=audit.exported").await.expect(200);
    assert_eq!(
        lines.json["lines"][0]["details"],
        json!({ "lines": 3, "group": "stories", "subject": id.to_string() })
    );
    assert_eq!(lines.json["lines"][0]["actor"]["name"], "Ruth");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_long_export_comes_whole_and_holds_no_formula(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    write_lines(&app, 4_500, "=cmd|' /C calc'!A0").await;
    let file = admin.get("/api/admin/audit/export?group=operation").await.expect(200);
    let text = file.text();
    let records = records(&text);
    assert_eq!(records.len(), 4_500);
    let positions: Vec<i64> = records
        .iter()
        .map(|record| record[0].parse().expect("a number"))
        .collect();
    assert!(positions.is_sorted_by(|one, next| one > next), "newest first");
    assert!(records.iter().all(|record| record[3] == "'=cmd|' /C calc'!A0"));
    let none = admin.get("/api/admin/audit/export?group=prayers").await.expect(200);
    assert_eq!(none.text(), HEAD);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_export_with_an_invalid_filter_is_refused_and_no_line(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    admin
        .get("/api/admin/audit/export?from=yesterday")
        .await
        .expect_error(422, "INVALID_FIELDS");
    assert_eq!(actions(&admin, "action=audit.exported").await, [""; 0]);
    app.guest()
        .get("/api/admin/audit/export")
        .await
        .expect_error(401, "ADMIN_SIGN_IN_REQUIRED");
}
