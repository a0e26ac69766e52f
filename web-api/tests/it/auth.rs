//! Who is signed in: nobody yet.

use sqlx::PgPool;

use super::app::TestApp;

#[sqlx::test(migrations = "../migrations")]
async fn nobody_is_signed_in(db: PgPool) {
    TestApp::new(db)
        .await
        .guest()
        .get("/api/auth/user")
        .await
        .expect_error(401, "SIGN_IN_REQUIRED");
}
