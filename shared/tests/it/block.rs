//! Blocks survive the deletion of the account.

use shared::account;
use shared::ids::UserId;
use shared::sign_in::{PriorIdentity, Proof, complete};
use shared::staff::users::{self, Access};
use sqlx::PgPool;
use testing::{ctx, staff};

use super::sign_in::{proof, user_id};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_block_survives_the_deletion_of_its_account(db: PgPool) {
    let ctx = ctx(db.clone());
    let someone = proof("1", "person1@example.org", true);
    let enters = async |proof: &Proof| {
        let signed_in = complete(&ctx, proof, &PriorIdentity::default())
            .await
            .expect("signed in");
        (UserId(user_id(&db, &signed_in).await), signed_in.is_blocked)
    };
    let set = async |id: UserId, access: Access| {
        users::set_access(&ctx, &staff("Ruth"), id, access).await.expect("set");
    };
    let (id, _) = enters(&someone).await;
    set(id, Access::Blocked).await;
    account::delete(&ctx, id).await.expect("deleted");
    let (id, is_blocked) = enters(&proof("2", "Person1@example.org", true)).await;
    assert!(is_blocked, "known by the address");
    // Deleted once more: the first identity, unused since, belongs to the same person.
    account::delete(&ctx, id).await.expect("deleted");
    let (id, is_blocked) = enters(&proof("2", "other@example.org", true)).await;
    assert!(is_blocked, "known by the second way in");
    set(id, Access::Open).await;
    account::delete(&ctx, id).await.expect("deleted");
    for way_in in [proof("2", "person1@example.org", true), someone] {
        let (id, is_blocked) = enters(&way_in).await;
        assert!(!is_blocked, "staff let them back in, by whatever way");
        account::delete(&ctx, id).await.expect("deleted");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_block_is_deleted_after_a_year(db: PgPool) {
    let ctx = ctx(db.clone());
    let someone = proof("1", "person1@example.org", true);
    let enters = async || {
        complete(&ctx, &someone, &PriorIdentity::default())
            .await
            .expect("signed in")
    };
    let id = UserId(user_id(&db, &enters().await).await);
    users::set_access(&ctx, &staff("Ruth"), id, Access::Blocked)
        .await
        .expect("blocked");
    account::delete(&ctx, id).await.expect("deleted");
    sqlx::query("update blocked_identity set expires_at = now() - interval '1 second'")
        .execute(&db)
        .await
        .expect("a year later");
    assert!(!enters().await.is_blocked, "a year is enough");
    assert_eq!(account::block::delete_old(&db).await.expect("deleted"), 2);
}
