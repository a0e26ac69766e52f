//! Uploads that are refused: files that are no PDF and incomplete forms. Nothing of them is stored.

use axum::body::{Body, Bytes};
use futures::stream;
use serde_json::json;
use sqlx::PgPool;
use testing::http::Call;

use super::admin_uploads::{PDF, pdf, stored};
use super::app::TestApp;
use super::socket;

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_form_with_a_file_that_is_no_pdf_is_refused_by_name_and_stores_nothing(db: PgPool) {
    let app = TestApp::new(db).await.leaving(&["ingest_document"]);
    let admin = app.admin().await;
    let late: Vec<u8> = [&[b' '; 1020][..], b"%PDF-1.7"].concat();
    let too_large = pdf(&"x".repeat(100 * 1024 * 1024));
    for (name, bytes, status, code, message) in [
        (
            "notes.txt",
            PDF,
            422,
            "INVALID_FILE_TYPE",
            "Invalid file type: notes.txt. Only PDF files are allowed.",
        ),
        (
            "../../x",
            PDF,
            422,
            "INVALID_FILE_TYPE",
            "Invalid file type: x. Only PDF files are allowed.",
        ),
        (
            "late.pdf",
            &late,
            422,
            "INVALID_FILE_TYPE",
            "Invalid file type: late.pdf. Only PDF files are allowed.",
        ),
        (
            "text.pdf",
            b"no PDF",
            422,
            "INVALID_FILE_TYPE",
            "Invalid file type: text.pdf. Only PDF files are allowed.",
        ),
        (
            "empty.pdf",
            b"",
            422,
            "EMPTY_FILE",
            "Empty file: empty.pdf. Please select a valid file.",
        ),
        (
            "huge.pdf",
            &too_large,
            413,
            "FILE_TOO_LARGE",
            "File too large: huge.pdf. Maximum size is 100MB.",
        ),
    ] {
        let answer = admin.upload(&[("good.pdf", PDF), (name, bytes)]).await;
        let answer = answer.expect_error(status, code);
        assert_eq!(answer.json["message"], message);
    }
    admin.upload(&[]).await.expect(422);
    assert_eq!(
        (stored(&app).await, app.count("select count(*) from document").await),
        (0, 0)
    );
    let exact = pdf(&"x".repeat(100 * 1024 * 1024 - 9));
    admin.upload(&[("exact.pdf", &exact)]).await.expect(201);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_refusal_arrives_while_the_client_is_still_sending(db: PgPool) {
    let mut app = TestApp::new(db).await;
    let address = socket::listen(&mut app).await;
    let rest = "x".repeat(64 * 1024 * 1024);
    let part = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename";
    let form = format!("{part}=\"notes.txt\"\r\n\r\nwords\r\n{part}=\"a.pdf\"\r\n\r\n%PDF-1.7\n{rest}\r\n--b--\r\n");
    for (who, status, code) in [
        (app.admin().await, 422, "INVALID_FILE_TYPE"),
        (app.guest(), 401, "ADMIN_SIGN_IN_REQUIRED"),
    ] {
        let call = Call::new("POST", "/api/admin/uploads", form.as_bytes())
            .with("Content-Type", "multipart/form-data; boundary=b")
            .with("Cookie", &who.cookie_header());
        socket::send(address, &call).await.expect_error(status, code);
    }
    assert_eq!(stored(&app).await, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_interrupted_form_leaves_nothing(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin().await;
    let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\n";
    let cut_off = format!("{head}{}", "x".repeat(6 * 1024 * 1024));
    admin
        .upload_form("b", Body::from(cut_off.clone()))
        .await
        .expect_error(400, "BAD_REQUEST");
    let broken = stream::iter([Ok(Bytes::from(cut_off)), Err(std::io::Error::other("gone"))]);
    admin
        .upload_form("b", Body::from_stream(broken))
        .await
        .expect_error(400, "BAD_REQUEST");
    admin
        .upload_form("b", Body::from("no form"))
        .await
        .expect_error(400, "BAD_REQUEST");
    admin
        .post("/api/admin/uploads", &json!({}))
        .await
        .expect_error(400, "BAD_REQUEST");
    assert_eq!(
        (stored(&app).await, app.count("select count(*) from document").await),
        (0, 0)
    );
}
