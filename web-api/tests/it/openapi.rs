//! The description of all calls is true.

use axum::body::Body;
use axum::http::StatusCode;
use sqlx::PgPool;

use super::app::TestApp;
use super::contract::document;

#[sqlx::test(migrations = "../migrations")]
async fn every_documented_call_exists_and_the_description_is_served(db: PgPool) {
    let guest = TestApp::new(db).await.guest();
    let served = guest.get("/openapi.json").await.expect(200);
    assert_eq!(&served.json, document());
    let mut calls = Vec::new();
    for (path, item) in document()["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let request = guest.request(&method.to_uppercase(), &path.replace("{reference}", "John%203:16"));
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
            "get /api/auth/user",
            "get /api/crisis-resources",
            "get /api/scripture/{reference}",
            "get /api/topics",
            "get /api/usage",
            "post /api/guidance",
            "post /api/testimonies",
        ]
    );
}
