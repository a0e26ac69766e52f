//! A block that outlives its account.
//!
//! Invariant: only of accounts that are deleted while blocked anything stays, for a year: digests that only holders of the
//! current key can compute, which tell nothing by themselves.

use sqlx::{PgConnection, PgPool};
use time::Duration;
use uuid::Uuid;

use crate::error::Result;
use crate::sign_in::{Proof, email};
use crate::vault::KeyRing;

const KEPT: Duration = Duration::days(365);

fn digest(keys: &KeyRing, issuer: &str, subject: &str) -> Vec<u8> {
    let identity = [issuer.as_bytes(), &[0], subject.as_bytes()].concat();
    keys.digest("blocked identity", &identity).to_vec()
}

/// Notes the ways of signing in to an account that is about to be deleted, if it is blocked.
pub(super) async fn note(tx: &mut PgConnection, keys: &KeyRing, user: Uuid) -> Result<()> {
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
        KEPT.as_seconds_f64(),
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

/// What was noted of a blocked account whose owner has come back.
pub(crate) struct Inherited(Vec<Uuid>);

impl Inherited {
    /// Whether there was a block.
    pub(crate) const fn is_blocked(&self) -> bool {
        !self.0.is_empty()
    }

    /// Keeps the other ways of signing in with the account that carries the block from here on.
    ///
    /// # Errors
    /// `Unavailable` or `Internal` from the database.
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

/// Forgets the other ways of signing in to an account that staff let back in.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub(crate) async fn lift(tx: &mut PgConnection, user: Uuid) -> Result<()> {
    sqlx::query!("delete from blocked_identity where user_id = $1", user)
        .execute(tx)
        .await?;
    Ok(())
}

/// Whether a new account is somebody's whose blocked one was deleted. The new one carries the block from here on, and what
/// was noted of this way of signing in goes.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub(crate) async fn take(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<Inherited> {
    let verified = proof.email.as_ref().filter(|email| email.is_verified);
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

/// Deletes what was noted a year ago. Safe to repeat: it deletes by age.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    let deleted = sqlx::query!("delete from blocked_identity where expires_at < now()")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}
