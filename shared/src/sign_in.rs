//! Sign-in: from a proof of identity to a session.
//!
//! Invariant: (issuer, subject) identifies a user. An email address links two identities only if both sides verified
//! it. One transaction creates the user and the session and carries the guest's data over.

pub mod email;
pub mod pending;
pub mod provider;

mod carry_over;
mod github;
mod http;
mod openid;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::account::block;
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::Owner;
use crate::ids::UserId;
use crate::session::{self, SessionToken};
use crate::subscription::{self, CheckoutToken};
use crate::user;
use crate::vault::KeyRing;

/// A verified identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The issuer of the identity.
    pub issuer: String,
    /// The id of the person at the issuer.
    pub subject: String,
    /// The email address, if known.
    pub email: Option<KnownEmail>,
    /// The first name, if known.
    pub first_name: Option<String>,
    /// The last name, if known.
    pub last_name: Option<String>,
    /// The URL of a picture.
    pub picture: Option<String>,
}

/// An email address as a provider knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownEmail {
    /// The address.
    pub address: String,
    /// Whether the provider verified it.
    pub is_verified: bool,
}

/// The browser's cookies from before the sign-in.
#[derive(Clone, Default)]
pub struct PriorIdentity {
    /// The guest.
    pub guest: Option<Owner>,
    /// The session.
    pub session: Option<SessionToken>,
    /// The checkout that the browser began as a visitor.
    pub checkout: Option<CheckoutToken>,
}

/// A successful sign-in.
pub struct SignedIn {
    /// The new session.
    pub token: SessionToken,
    /// Whether the user is blocked and may do little.
    pub is_blocked: bool,
    /// Whether the guest's data was carried over.
    pub carried_over_guest: bool,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    /// The person cancelled at the provider.
    #[error("cancelled")]
    Cancelled,
    /// The provider's answer proves no identity. The reason is for the log.
    #[error("not proven: {0}")]
    NotProven(&'static str),
    /// The link or the code is used, expired or unknown.
    #[error("over")]
    Expired,
    /// The code is wrong.
    #[error("wrong code")]
    WrongCode {
        /// How many more codes may be tried.
        tries_left: i16,
    },
    /// The text is not an email address.
    #[error("no address")]
    NoAddress,
    /// An error of ours.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl From<sqlx::Error> for NotSignedIn {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Signs in the person of a proof, and carries the guest's data over.
pub async fn complete(ctx: &Ctx, proof: &Proof, before: &PriorIdentity) -> Result<SignedIn> {
    let mut tx = database::begin(&ctx.db).await?;
    let started = start(&mut tx, ctx, proof, before).await?;
    let signed_in = started.finish(&mut tx, proof).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// A sign-in with its session, but without its audit entries yet.
struct Started {
    user: UserId,
    is_new: bool,
    duplicates: Vec<Uuid>,
    checkout: Option<CheckoutToken>,
    signed_in: SignedIn,
}

/// Does everything of a sign-in except `finish`. Locks the user's row.
async fn start(tx: &mut PgConnection, ctx: &Ctx, proof: &Proof, before: &PriorIdentity) -> Result<Started> {
    let Found {
        user,
        is_blocked,
        is_new,
    } = find_or_create(tx, &ctx.config.key_ring, proof).await?;
    if let Some(url) = &proof.picture {
        user::save_offered_picture(tx, user, url).await?;
    }
    // Lock the account before its sessions, in the same order as blocking and deleting do.
    session::lock_user(tx, user).await?;
    if let Some(old) = &before.session {
        session::end(&mut *tx, old).await?;
    }
    let token = session::begin(tx, user, ctx.config.sessions).await?;
    let guest = before.guest.filter(|_| !is_blocked);
    let duplicates = match guest {
        Some(guest) => carry_over::carry_over(tx, &ctx.config.key_ring, guest, user.owner()).await?,
        None => Vec::new(),
    };
    Ok(Started {
        user,
        is_new,
        duplicates,
        checkout: before.checkout.clone(),
        signed_in: SignedIn {
            token,
            is_blocked,
            carried_over_guest: guest.is_some(),
        },
    })
}

impl Started {
    /// Claims paid subscriptions and records the audit entries. Must come last: it locks the audit chain.
    async fn finish(self, tx: &mut PgConnection, proof: &Proof) -> Result<SignedIn> {
        let (user, is_blocked) = (self.user, self.signed_in.is_blocked);
        let verified = proof.email.as_ref().filter(|email| email.is_verified);
        if let (Some(email), Some(checkout)) = (verified, &self.checkout) {
            subscription::claim(tx, user, &email.address, checkout).await?;
        }
        if self.is_new {
            let mut entry = Entry::new(Actor::User(user), Action::UserCreated, Subject::User(user.0));
            if is_blocked {
                entry = entry.with("blocked", Detail::Word("as before"));
            }
            audit::record(&mut *tx, &entry).await?;
        }
        for testimony in self.duplicates {
            let entry = Entry::new(
                Actor::User(user),
                Action::TestimonyWithdrawn,
                Subject::Testimony(testimony),
            );
            let entry = entry.with("because", Detail::Word("handed in twice"));
            audit::record(&mut *tx, &entry).await?;
        }
        tracing::info!(user.id = %user.0, is_blocked, "signed in");
        Ok(self.signed_in)
    }
}

/// The user of a proof.
struct Found {
    user: UserId,
    is_blocked: bool,
    is_new: bool,
}

/// The user of a proof: the one with this identity, else the one with the same verified address, else a new one.
async fn find_or_create(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<Found> {
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
    let verified = proof.email.as_ref().filter(|email| email.is_verified);
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
        proof.email.as_ref().is_some_and(|email| email.is_verified),
        is_blocked
    )
    .execute(&mut *tx)
    .await?;
    inherited.pass_on(tx, id).await?;
    tracing::info!(user.id = %id, is_blocked, "user created");
    Ok((id, is_blocked))
}

/// Sets the names of a user without any, for example one who signed in by email first.
async fn fill_in_names(tx: &mut PgConnection, id: Uuid, proof: &Proof) -> Result<()> {
    if proof.first_name.is_none() && proof.last_name.is_none() {
        return Ok(());
    }
    sqlx::query!(
        "update app_user set first_name = $2, last_name = $3
         where id = $1 and first_name is null and last_name is null",
        id,
        proof.first_name,
        proof.last_name
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Updates the address when the provider verifies it or reports another one. Otherwise the next owner of the old
/// address could sign in. Skipped if another account has the new address, or if another identity may have verified the
/// old one.
async fn update_address(tx: &mut PgConnection, id: Uuid, proof: &Proof) -> Result<()> {
    let Some(email) = proof.email.as_ref().filter(|email| email.is_verified) else {
        return Ok(());
    };
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
