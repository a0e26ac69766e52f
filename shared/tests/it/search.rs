//! Who writes the index, and what becomes of it when something goes wrong meanwhile.

use shared::ctx::Ctx;
use shared::search::{self, Query};
use shared::testing;
use sqlx::PgPool;
use uuid::Uuid;

use super::document::{hand_in, read};

/// How many passages hold a word.
fn found(ctx: &Ctx, word: &str) -> usize {
    let query = Query::parse(word, None).expect("a query");
    ctx.search.find(&query).expect("readable").len()
}

async fn status(ctx: &Ctx, id: Uuid) -> String {
    sqlx::query_scalar("select status from document where id = $1")
        .bind(id)
        .fetch_one(&ctx.db)
        .await
        .expect("there")
}

#[sqlx::test(migrations = "../migrations")]
async fn a_document_that_waits_is_indexed_anew_even_if_it_was_indexed(db: PgPool) {
    let ctx = testing::ctx(db.clone());
    let id = hand_in(&ctx, "book.pdf").await.expect("accepted");
    read(&ctx, id, "The sparrow has found a house for herself.").await;
    search::index_passages(&ctx).await.expect("published");
    assert_eq!((found(&ctx, "sparrow"), found(&ctx, "swallow")), (1, 0));
    sqlx::query("update document set status = 'pending', cut_at = null, completed_at = null, pages_read = 0")
        .execute(&db)
        .await
        .expect("to be read again");
    read(&ctx, id, "The swallow has found a nest for herself.").await;
    search::index_passages(&ctx).await.expect("published");
    assert_eq!((found(&ctx, "sparrow"), found(&ctx, "swallow")), (0, 1));
    assert_eq!(status(&ctx, id).await, "completed");
}
