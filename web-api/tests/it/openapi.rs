//! Every call of `openapi.json` exists.

use axum::body::Body;
use axum::http::StatusCode;
use sqlx::PgPool;

use super::app::TestApp;
use super::contract::document;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_documented_call_exists_and_the_description_is_served(db: PgPool) {
    let app = TestApp::new(db).await;
    let published = app.prepared_testimony("I lost my work in spring.").await;
    sqlx::query("update testimony set status = 'approved', moderated_at = now()")
        .execute(&app.db)
        .await
        .expect("published");
    let guest = app.guest();
    let served = guest.get("/openapi.json").await.expect(200);
    assert_eq!(&served.json, document());
    let mut calls = Vec::new();
    for (path, item) in document()["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let path_there = path
                .replace("{reference}", "John%203:16")
                .replace("{slug}", "grief")
                .replace("{id}", &published.to_string());
            let request = guest.request(&method.to_uppercase(), &path_there);
            let answer = guest
                .send(request.header("content-type", "application/json"), Body::from("{}"))
                .await;
            assert!(
                ![StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&answer.status),
                "{method} {path}"
            );
            assert!(
                operation["operationId"].is_string() && operation["tags"].is_array(),
                "{method} {path}"
            );
            calls.push(format!("{method} {path}"));
        }
    }
    calls.sort();
    assert_eq!(
        calls,
        [
            "delete /api/admin/jobs/{id}",
            "delete /api/admin/testimonies/{id}",
            "delete /api/admin/uploads/{fileName}",
            "delete /api/prayers/{id}",
            "delete /api/user/account",
            "delete /api/user/letters/{id}",
            "delete /api/user/testimonies/{id}",
            "get /api/admin/audit",
            "get /api/admin/audit/export",
            "get /api/admin/audit/people",
            "get /api/admin/audit/verify",
            "get /api/admin/duplicate-subscriptions",
            "get /api/admin/gifts",
            "get /api/admin/jobs",
            "get /api/admin/letters",
            "get /api/admin/overview",
            "get /api/admin/payment-issues",
            "get /api/admin/prayers",
            "get /api/admin/session",
            "get /api/admin/subscriptions",
            "get /api/admin/testimonies",
            "get /api/admin/testimonies/counts",
            "get /api/admin/testimonies/spam",
            "get /api/admin/testimonies/{id}",
            "get /api/admin/uploads",
            "get /api/admin/uploads/events",
            "get /api/admin/uploads/{fileName}/preview",
            "get /api/admin/users",
            "get /api/admin/users/{id}",
            "get /api/auth/user",
            "get /api/crisis-resources",
            "get /api/gifts",
            "get /api/letters/{slug}",
            "get /api/library",
            "get /api/library/search",
            "get /api/library/{id}/contents",
            "get /api/library/{id}/pages/{page}",
            "get /api/login/pending",
            "get /api/prayers",
            "get /api/push",
            "get /api/scripture/{reference}",
            "get /api/subscription",
            "get /api/subscription/events",
            "get /api/testimonies/review-time",
            "get /api/topics",
            "get /api/usage",
            "get /api/user/avatar",
            "get /api/user/export",
            "get /api/user/letters",
            "get /api/user/testimonies",
            "patch /api/admin/testimonies/{id}",
            "patch /api/admin/uploads/{fileName}",
            "patch /api/admin/users/{id}/block",
            "patch /api/prayers/{id}",
            "patch /api/user/profile",
            "post /api/admin/duplicate-subscriptions/{id}/handled",
            "post /api/admin/duplicate-subscriptions/{id}/refund",
            "post /api/admin/gifts/{id}/end",
            "post /api/admin/gifts/{id}/hand-over",
            "post /api/admin/gifts/{id}/refund",
            "post /api/admin/jobs/{id}/retry",
            "post /api/admin/login",
            "post /api/admin/logout",
            "post /api/admin/moderate",
            "post /api/admin/payment-issues/{id}/handled",
            "post /api/admin/prayers/{id}/prayed",
            "post /api/admin/subscriptions/{id}/end",
            "post /api/admin/subscriptions/{id}/hand-over",
            "post /api/admin/subscriptions/{id}/keep",
            "post /api/admin/testimonies/approve",
            "post /api/admin/testimonies/changes",
            "post /api/admin/testimonies/reject-spam",
            "post /api/admin/testimonies/{id}/keep-flood",
            "post /api/admin/testimonies/{id}/prayed",
            "post /api/admin/testimonies/{id}/reading",
            "post /api/admin/testimonies/{id}/reveal",
            "post /api/admin/uploads",
            "post /api/admin/uploads/ingest",
            "post /api/admin/uploads/{fileName}/retry",
            "post /api/admin/users/{id}/stories",
            "post /api/admin/users/{id}/subscription/grant",
            "post /api/admin/users/{id}/subscription/revoke",
            "post /api/create-portal-session",
            "post /api/create-subscription",
            "post /api/gifts",
            "post /api/gifts/accept",
            "post /api/gifts/look",
            "post /api/guidance",
            "post /api/leave",
            "post /api/letters/{slug}/near",
            "post /api/logout",
            "post /api/prayers",
            "post /api/push/end",
            "post /api/subscription/accept",
            "post /api/subscription/address",
            "post /api/subscription/cancel",
            "post /api/subscription/decline",
            "post /api/subscription/receipt",
            "post /api/testimonies",
            "post /api/testimonies/preview",
            "post /api/testimonies/{id}/prayed",
            "post /api/testimonies/{id}/report",
            "post /api/webhooks/stripe",
            "put /api/push",
            "put /api/user/letters",
            "put /api/user/letters/{id}",
        ]
    );
}
