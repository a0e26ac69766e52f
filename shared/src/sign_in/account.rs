//! The account of a proof of identity.
//!
//! Invariant: an address leads to an account only where both sides prove the mailbox, and each account has its own.

use sqlx::PgConnection;
use uuid::Uuid;

use super::{KnownEmail, Proof, Verified};
use crate::account::block;
use crate::error::Result;
use crate::ids::UserId;
use crate::vault::KeyRing;

/// The address of a new identity that an account has already, if only a mail can prove that both are one person's.
pub(super) async fn address_to_prove(tx: &mut PgConnection, proof: &Proof) -> Result<Option<String>> {
    let Some(email) = proof
        .email
        .as_ref()
        .filter(|email| email.verified == Verified::Elsewhere)
    else {
        return Ok(None);
    };
    let address = sqlx::query_scalar!(
        "select email from app_user where lower(email) = lower($1) and email_verified
             and not exists (select from identity where issuer = $2 and subject = $3)",
        email.address,
        proof.issuer,
        proof.subject
    )
    .fetch_optional(tx)
    .await?;
    Ok(address.flatten())
}

/// The user of a proof.
pub(super) struct Found {
    pub user: UserId,
    pub is_blocked: bool,
    pub is_new: bool,
}

/// The user of a proof: the one with this identity, else the one with the same proven address, else a new one.
pub(super) async fn find_or_create(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<Found> {
    // Two concurrent first sign-ins of one person create one user: the second waits here for the first.
    lock(tx, &format!("identity {} {}", proof.issuer, proof.subject)).await?;
    let known = sqlx::query!(
        "select app_user.id, blocked_at from identity join app_user on app_user.id = identity.user_id
         where issuer = $1 and subject = $2",
        proof.issuer,
        proof.subject
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(known) = known {
        fill_in_names(tx, known.id, proof).await?;
        update_address(tx, known.id, proof).await?;
        return Ok(Found {
            user: UserId(known.id),
            is_blocked: known.blocked_at.is_some(),
            is_new: false,
        });
    }
    let verified = proof.email.as_ref().filter(|email| email.is_proven());
    let mut joined = None;
    if let Some(email) = verified {
        lock_address(tx, &email.address).await?;
        joined = sqlx::query!(
            "select id, blocked_at from app_user where lower(email) = lower($1) and email_verified",
            email.address
        )
        .fetch_optional(&mut *tx)
        .await?;
    }
    let is_new = joined.is_none();
    let (id, is_blocked) = match joined {
        Some(row) => {
            fill_in_names(tx, row.id, proof).await?;
            (row.id, row.blocked_at.is_some())
        }
        None => create(tx, keys, proof).await?,
    };
    sqlx::query!(
        "insert into identity (issuer, subject, user_id) values ($1, $2, $3)",
        proof.issuer,
        proof.subject,
        id
    )
    .execute(tx)
    .await?;
    Ok(Found {
        user: UserId(id),
        is_blocked,
        is_new,
    })
}

/// Creates a user. Returns whether they are blocked, because they deleted a blocked account before.
async fn create(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<(Uuid, bool)> {
    let inherited = block::take(tx, keys, proof).await?;
    let is_blocked = inherited.is_blocked();
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into app_user (id, first_name, last_name, email, email_verified, blocked_at)
         values ($1, $2, $3, $4, $5, case when $6 then now() end)",
        id,
        proof.first_name,
        proof.last_name,
        proof.email.as_ref().map(|email| &email.address),
        proof.email.as_ref().is_some_and(KnownEmail::is_proven),
        is_blocked
    )
    .execute(&mut *tx)
    .await?;
    inherited.pass_on(tx, id).await?;
    tracing::info!(user.id = %id, is_blocked, "user created");
    Ok((id, is_blocked))
}

/// Sets the names of a user without any, for example one who signed in by email first. Somebody who chose to have none
/// keeps none.
async fn fill_in_names(tx: &mut PgConnection, id: Uuid, proof: &Proof) -> Result<()> {
    if proof.first_name.is_none() && proof.last_name.is_none() {
        return Ok(());
    }
    sqlx::query!(
        "update app_user set first_name = $2, last_name = $3
         where id = $1 and first_name is null and last_name is null and named_at is null",
        id,
        proof.first_name,
        proof.last_name
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Updates the address when the provider proves it or reports another one. Otherwise the next owner of the old address
/// could sign in. Skipped if another account has the new address, or if another identity may have proven the old one. An
/// address that is not proven replaces only one of its kind.
async fn update_address(tx: &mut PgConnection, id: Uuid, proof: &Proof) -> Result<()> {
    let Some(email) = &proof.email else {
        return Ok(());
    };
    if !email.is_proven() {
        sqlx::query!(
            "update app_user set email = $2 where id = $1 and not email_verified and email is distinct from $2",
            id,
            email.address
        )
        .execute(tx)
        .await?;
        return Ok(());
    }
    lock_address(tx, &email.address).await?;
    sqlx::query!(
        "update app_user set email = $2, email_verified = true
         where id = $1 and (not email_verified or lower(email) <> lower($2))
             and (lower(email) = lower($2)
                 or not exists (select from identity where user_id = $1 and (issuer, subject) <> ($3, $4)))
             and not exists (select from app_user other where other.email_verified and lower(other.email) = lower($2)
                 and other.id <> $1)",
        id,
        email.address,
        proof.issuer,
        proof.subject
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Prevents two concurrent sign-ins from both finding an address unused.
async fn lock_address(tx: &mut PgConnection, address: &str) -> Result<()> {
    lock(tx, &format!("email {}", address.to_lowercase())).await
}

async fn lock(tx: &mut PgConnection, what: &str) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", what)
        .execute(tx)
        .await?;
    Ok(())
}
