//! Profile pictures, fetched from a stand-in for the provider.

use std::io::Cursor;

use shared::ctx::Ctx;
use shared::error::Error;
use shared::ids::UserId;
use shared::user::{self, picture, save_offered_picture};
use sqlx::PgPool;
use testing::{ctx, ctx_with, user};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Starts a local server that answers every request with the same bytes, and returns its address.
async fn provider(tasks: &mut JoinSet<()>, answer: Vec<u8>) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tasks.spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 2_048];
            let _ = stream.read(&mut request).await;
            // A client that has read enough closes the connection.
            let _ = stream.write_all(&answer).await;
        }
    });
    format!("http://{address}/picture?of=somebody")
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn png() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(600, 300)
        .write_to(&mut file, image::ImageFormat::Png)
        .expect("encodes");
    file.into_inner()
}

async fn offer(ctx: &Ctx, who: UserId, url: &str) {
    let mut tx = ctx.db.begin().await.expect("begun");
    save_offered_picture(&mut tx, who, url).await.expect("noted");
    tx.commit().await.expect("committed");
}

async fn jobs(ctx: &Ctx) -> i64 {
    sqlx::query_scalar("select count(*) from job where kind = 'fetch_avatar'")
        .fetch_one(&ctx.db)
        .await
        .expect("countable")
}

async fn is_settled(ctx: &Ctx) -> bool {
    sqlx::query_scalar("select picture_fetched_at is not null from app_user")
        .fetch_one(&ctx.db)
        .await
        .expect("readable")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_picture_is_fetched_once_and_made_small(db: PgPool) {
    let mut tasks = JoinSet::new();
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let url = provider(&mut tasks, answer("200 OK", &png())).await;
    for _ in 0..3 {
        offer(&ctx, who, &url).await;
    }
    assert_eq!(jobs(&ctx).await, 1, "the same picture at every sign-in is one picture");
    picture::fetch(&ctx, who).await.expect("fetched");
    let first = user::find(&ctx.db, who)
        .await
        .expect("there")
        .picture
        .expect("a picture");
    tasks.shutdown().await;
    picture::fetch(&ctx, who)
        .await
        .expect("nothing to do, and nobody is asked");

    let jpeg = picture::read(&ctx.db, who).await.expect("a picture");
    let shown = image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg).expect("a JPEG");
    assert_eq!((shown.width(), shown.height()), (256, 128));
    assert_eq!(first.len(), 16);

    offer(&ctx, who, "http://127.0.0.1:9/another").await;
    assert_eq!(jobs(&ctx).await, 2, "another picture is fetched again");
    picture::read(&ctx.db, who)
        .await
        .expect("until then the old one is shown");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_picture_leaves_the_initials(db: PgPool) {
    let mut tasks = JoinSet::new();
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let elsewhere = provider(&mut tasks, answer("200 OK", &png())).await;
    let redirect = answer(&format!("302 Found\r\nLocation: {elsewhere}"), b"");
    let huge = answer("200 OK", &vec![0; 3 * 1024 * 1024]);
    for refused in [
        answer("404 Not Found", b"no"),
        answer("200 OK\r\nContent-Type: image/png", b"<html>no picture</html>"),
        answer("200 OK", b""),
        redirect,
        huge,
    ] {
        let url = provider(&mut tasks, refused).await;
        offer(&ctx, who, &url).await;
        picture::fetch(&ctx, who).await.expect("this is no failure");
        assert!(is_settled(&ctx).await, "and is not tried again");
        assert!(matches!(picture::read(&ctx.db, who).await, Err(Error::NotFound)));
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_provider_that_does_not_answer_is_retried(db: PgPool) {
    let mut tasks = JoinSet::new();
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let cut_off = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nshort".to_vec();
    for failing in [
        answer("503 Service Unavailable", b""),
        answer("429 Too Many Requests", b""),
        cut_off,
    ] {
        let url = provider(&mut tasks, failing).await;
        offer(&ctx, who, &url).await;
        let failed = picture::fetch(&ctx, who).await;
        assert!(matches!(failed, Err(Error::Unavailable(_))), "{failed:?}");
        assert!(
            !format!("{failed:?}").contains("somebody"),
            "the address stays out of the log"
        );
        assert!(!is_settled(&ctx).await);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn loopback_addresses_are_fetched_in_development_only(db: PgPool) {
    let mut tasks = JoinSet::new();
    let ctx = ctx_with(db, &[("APP_ENV", "production")]);
    let who = user(&ctx.db, 1).await;
    let url = provider(&mut tasks, answer("200 OK", &png())).await;
    offer(&ctx, who, &url).await;
    picture::fetch(&ctx, who).await.expect("settled");
    assert!(matches!(picture::read(&ctx.db, who).await, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_invalid_picture_url_is_ignored(db: PgPool) {
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let long = format!("https://lh3.googleusercontent.com/{}", "a".repeat(3_000));
    for url in ["", "no address", long.as_str()] {
        offer(&ctx, who, url).await;
    }
    assert_eq!(jobs(&ctx).await, 0);
    assert!(matches!(picture::read(&ctx.db, who).await, Err(Error::NotFound)));
}
