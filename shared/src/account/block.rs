//! Blocks that outlive a deleted account.
//!
//! Invariant: only the deletion of a blocked account leaves data here, for one year. The data are keyed digests, which
//! reveal nothing without the current key.

use sqlx::{PgConnection, PgPool};
use time::Duration;
use uuid::Uuid;

use crate::database;
use crate::error::Result;
use crate::sign_in::{Proof, Verified, email};
use crate::vault::KeyRing;

const RETENTION: Duration = Duration::days(365);

fn digest(keys: &KeyRing, issuer: &str, subject: &str) -> Vec<u8> {
    let identity = [issuer.as_bytes(), &[0], subject.as_bytes()].concat();
    keys.digest("blocked identity", &identity).to_vec()
}

/// Stores digests of the identities of a blocked account that is about to be deleted.
pub(super) async fn record(tx: &mut PgConnection, keys: &KeyRing, user: Uuid) -> Result<()> {
    let rows = sqlx::query!(
        r#"select issuer as "issuer!", subject as "subject!" from identity join app_user on app_user.id = user_id
           where user_id = $1 and blocked_at is not null
           union select $2, lower(email) from app_user where id = $1 and blocked_at is not null and email_verified"#,
        user,
        email::ISSUER
    )
    .fetch_all(&mut *tx)
    .await?;
    let digests: Vec<Vec<u8>> = rows.iter().map(|row| digest(keys, &row.issuer, &row.subject)).collect();
    if digests.is_empty() {
        return Ok(());
    }
    let lineage = Uuid::new_v4();
    sqlx::query!(
        "insert into blocked_identity (digest, expires_at, lineage)
             select digest, now() + make_interval(secs => $2), $3 from unnest($1::bytea[]) as digest
         on conflict (digest) do update set expires_at = excluded.expires_at, lineage = excluded.lineage",
        &digests[..],
        RETENTION.as_seconds_f64(),
        lineage
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update blocked_identity set lineage = $2 where user_id = $1",
        user,
        lineage
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The stored blocks that match a new account, by lineage: all identities of one deleted account share one.
pub(crate) struct Inherited(Vec<Uuid>);

impl Inherited {
    /// Whether any block matched.
    pub(crate) const fn is_blocked(&self) -> bool {
        !self.0.is_empty()
    }

    /// Assigns the remaining identities of the lineage to the new account, which now carries the block.
    pub(crate) async fn pass_on(self, tx: &mut PgConnection, user: Uuid) -> Result<()> {
        if self.is_blocked() {
            sqlx::query!(
                "update blocked_identity set user_id = $2 where lineage = any($1)",
                &self.0,
                user
            )
            .execute(tx)
            .await?;
        }
        Ok(())
    }
}

/// Deletes the remaining digests of an account that staff unblocked.
pub(crate) async fn lift(tx: &mut PgConnection, user: Uuid) -> Result<()> {
    sqlx::query!("delete from blocked_identity where user_id = $1", user)
        .execute(tx)
        .await?;
    Ok(())
}

/// Finds and removes the blocks that match a sign-in to a new account. The new account then carries the block.
pub(crate) async fn take(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<Inherited> {
    let verified = proof.email.as_ref().filter(|email| email.verified != Verified::No);
    let digests: Vec<Vec<u8>> = verified
        .map(|email| digest(keys, email::ISSUER, &email.address.to_lowercase()))
        .into_iter()
        .chain([digest(keys, &proof.issuer, &proof.subject)])
        .collect();
    let lineages = sqlx::query_scalar!(
        "delete from blocked_identity where digest = any($1) and expires_at > now() returning lineage",
        &digests[..]
    )
    .fetch_all(tx)
    .await?;
    Ok(Inherited(lineages))
}

/// Deletes expired digests. Idempotent: it deletes by age.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    database::in_batches(|| {
        sqlx::query!(
            "delete from blocked_identity where ctid in (
                 select ctid from blocked_identity where expires_at < now() limit $1)",
            database::CLEANUP_BATCH
        )
        .execute(db)
    })
    .await
}
