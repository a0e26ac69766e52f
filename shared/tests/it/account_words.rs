//! Accounts: the export of somebody's words, and what the deletion of an unverified account leaves to others.

use shared::account;
use shared::testimony::{self, submit};
use sqlx::PgPool;
use testing::{ctx, testimony_of, user};
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_export_has_the_original_words_and_no_secret(db: PgPool) {
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let words = "I lost my work in spring. Write to maria.lopez@example.com about it.";
    let id = submit(&ctx, who.owner(), &testimony_of(words, Uuid::new_v4()), NOW)
        .await
        .expect("accepted")
        .id;
    let before = account::export(&ctx, who).await.expect("exported");
    assert_eq!(before.testimonies[0].original[0].reveal(), words);
    assert_eq!(before.testimonies[0].redacted_text, None, "not prepared yet");
    testimony::prepare(&ctx, id).await.expect("prepared");
    let after = account::export(&ctx, who).await.expect("exported");
    let redacted = after.testimonies[0].redacted_text.as_deref().expect("prepared");
    assert!(
        redacted.contains("[email]") && !redacted.contains("maria"),
        "{redacted}"
    );
    assert!(
        !format!("{after:?}").contains("maria"),
        "logging an export by mistake logs no words"
    );
    let other = user(&ctx.db, 2).await;
    assert!(
        account::export(&ctx, other)
            .await
            .expect("exported")
            .testimonies
            .is_empty()
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_an_account_keeps_the_email_sign_ins_of_an_unverified_address(db: PgPool) {
    let ctx = ctx(db);
    let typer = user(&ctx.db, 1).await;
    sqlx::query("update app_user set email = 'owner@mail.example', email_verified = false")
        .execute(&ctx.db)
        .await
        .expect("typed");
    sqlx::query(
        "insert into email_sign_in (id, email, origin, return_to, expires_at)
         values (gen_random_uuid(), 'owner@mail.example', 'https://here.example', '/', now() + interval '15 minutes')",
    )
    .execute(&ctx.db)
    .await
    .expect("asked");
    account::delete(&ctx, typer).await.expect("deleted");
    let waiting: i64 = sqlx::query_scalar("select count(*) from email_sign_in")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(waiting, 1);
}
