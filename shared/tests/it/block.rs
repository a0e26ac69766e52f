//! A block and the account that is deleted.

use shared::account;
use shared::sign_in::{Before, Proof, complete};
use shared::testing::ctx;
use shared::user::UserId;
use sqlx::PgPool;

use super::sign_in::{proof, who};

#[sqlx::test(migrations = "../migrations")]
async fn a_block_outlives_the_account_that_is_deleted(db: PgPool) {
    let ctx = ctx(db.clone());
    let someone = proof("1", "person1@example.org", true);
    let enters = async |proof: &Proof| {
        let signed_in = complete(&ctx, proof, &Before::default()).await.expect("signed in");
        (UserId(who(&db, &signed_in).await), signed_in.is_blocked)
    };
    let set_blocked = async |blocked: bool| {
        sqlx::query("update app_user set blocked_at = case when $1 then now() end")
            .bind(blocked)
            .execute(&db)
            .await
            .expect("set");
    };
    let (id, _) = enters(&someone).await;
    set_blocked(true).await;
    account::delete(&ctx, id).await.expect("deleted");
    let (id, is_blocked) = enters(&proof("2", "Person1@example.org", true)).await;
    assert!(is_blocked, "known by the address");
    set_blocked(false).await;
    account::delete(&ctx, id).await.expect("deleted");
    let (id, is_blocked) = enters(&proof("2", "person1@example.org", true)).await;
    assert!(!is_blocked, "staff let them back in");
    account::delete(&ctx, id).await.expect("deleted");
    sqlx::query("update blocked_identity set expires_at = now() - interval '1 second'")
        .execute(&db)
        .await
        .expect("a year later");
    assert!(!enters(&someone).await.1, "a year is enough");
    assert_eq!(account::block::delete_old(&db).await.expect("deleted"), 1);
}
