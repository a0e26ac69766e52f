//! Signing in: from a proof of who somebody is to a session.
//!
//! Invariant: somebody is (issuer, subject). An address joins two ways of signing in only when both sides have verified
//! it. A proof becomes user, session and carried-over guest in one transaction, or nothing at all.

pub mod email;
pub mod provider;
pub mod under_way;

mod carry_over;
mod github;
mod http;
mod openid;

pub use http::is_safe;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::account::block;
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::owner::Owner;
use crate::session::{self, SessionToken};
use crate::subscription;
use crate::user::{self, UserId};
use crate::vault::KeyRing;

/// Who somebody is, as whoever we asked has proven it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Who says so.
    pub issuer: String,
    /// Whom they mean, in their own terms.
    pub subject: String,
    /// The address they know, and whether they have verified it.
    pub email: Option<KnownEmail>,
    /// The first name, if they know it.
    pub first_name: Option<String>,
    /// The last name, if they know it.
    pub last_name: Option<String>,
    /// Where they show a picture of the person.
    pub picture: Option<String>,
}

/// An address as a provider knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownEmail {
    /// The address.
    pub address: String,
    /// Whether the provider has made sure that it is theirs.
    pub is_verified: bool,
}

/// What the browser that signs in was before.
#[derive(Clone, Default)]
pub struct Before {
    /// The guest it was known as.
    pub guest: Option<Owner>,
    /// The session it had.
    pub session: Option<SessionToken>,
}

/// Somebody is signed in.
pub struct SignedIn {
    /// The new session.
    pub token: SessionToken,
    /// Whether staff blocked the person: the session opens little then.
    pub is_blocked: bool,
    /// Whether the guest of before became them.
    pub took_guest: bool,
}

/// Why somebody is not signed in.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    /// They changed their mind at the provider.
    #[error("cancelled")]
    Cancelled,
    /// What came back proves nothing. The reason is for the log.
    #[error("not proven: {0}")]
    NotProven(&'static str),
    /// The link or the code was used, is too old, or never was.
    #[error("over")]
    Over,
    /// The code is another one; so many tries are left.
    #[error("wrong code")]
    WrongCode {
        /// How many more codes may be tried.
        tries_left: i16,
    },
    /// The address is none.
    #[error("no address")]
    NoAddress,
    /// Something failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl From<sqlx::Error> for NotSignedIn {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Signs in whoever a proof is about, and makes what the browser confided as a guest theirs.
///
/// # Errors
/// `Unavailable` or `Internal` from the database.
pub async fn complete(ctx: &Ctx, proof: &Proof, before: &Before) -> Result<SignedIn> {
    let mut tx = database::begin(&ctx.db).await?;
    let entered = enter(&mut tx, ctx, proof, before).await?;
    let signed_in = entered.note(&mut tx, proof).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// Somebody has a session, and the trail does not know yet.
struct Entered {
    user: UserId,
    is_new: bool,
    doubles: Vec<Uuid>,
    signed_in: SignedIn,
}

/// Does all of a sign-in but what comes last. The account is held from here on.
async fn enter(tx: &mut PgConnection, ctx: &Ctx, proof: &Proof, before: &Before) -> Result<Entered> {
    let Found {
        user,
        is_blocked,
        is_new,
    } = find_or_create(tx, &ctx.config.key_ring, proof).await?;
    if let Some(url) = &proof.picture {
        user::picture_offered(tx, user, url).await?;
    }
    // The account before its sessions, as whoever blocks or deletes it takes them.
    session::hold(tx, user).await?;
    if let Some(old) = &before.session {
        session::end(&mut *tx, old).await?;
    }
    let token = session::begin(tx, user, ctx.config.sessions).await?;
    let guest = before.guest.filter(|_| !is_blocked);
    let doubles = match guest {
        Some(guest) => carry_over::carry_over(tx, &ctx.config.key_ring, guest, user.owner()).await?,
        None => Vec::new(),
    };
    Ok(Entered {
        user,
        is_new,
        doubles,
        signed_in: SignedIn {
            token,
            is_blocked,
            took_guest: guest.is_some(),
        },
    })
}

impl Entered {
    /// Claims what was paid, and writes the lines of the trail: nothing may be waited for afterwards.
    async fn note(self, tx: &mut PgConnection, proof: &Proof) -> Result<SignedIn> {
        let (user, is_blocked) = (self.user, self.signed_in.is_blocked);
        if let Some(email) = proof.email.as_ref().filter(|email| email.is_verified) {
            subscription::claim(tx, user, &email.address).await?;
        }
        if self.is_new {
            let mut entry = Entry::new(Actor::User(user), Action::UserCreated, Subject::User(user.0));
            if is_blocked {
                entry = entry.with("blocked", Detail::Word("as before"));
            }
            audit::record(&mut *tx, &entry).await?;
        }
        for story in self.doubles {
            let entry = Entry::new(Actor::User(user), Action::StoryWithdrawn, Subject::Story(story));
            let entry = entry.with("because", Detail::Word("handed in twice"));
            audit::record(&mut *tx, &entry).await?;
        }
        tracing::info!(user.id = %user.0, is_blocked, "signed in");
        Ok(self.signed_in)
    }
}

/// Whom a proof leads to.
struct Found {
    user: UserId,
    is_blocked: bool,
    is_new: bool,
}

/// The user of a proof: the one with this identity, else the one with the same verified address, else a new one.
async fn find_or_create(tx: &mut PgConnection, keys: &KeyRing, proof: &Proof) -> Result<Found> {
    // Two sign-ins of one person at the same moment make one user: the second waits here for the first.
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
        keep_address(tx, known.id, proof).await?;
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

/// A new user, and whether they are blocked from the beginning, as their account was that they deleted.
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

/// Somebody who came by email first has no name until a provider tells one.
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

/// An address may be verified later, and somebody may get another one: the account follows, or the address of before would
/// let its next owner in. Not where another account has the new one, nor where another way of signing in may have proved
/// the one of before.
async fn keep_address(tx: &mut PgConnection, id: Uuid, proof: &Proof) -> Result<()> {
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

/// Two that prove one address at the same moment do not both find it free.
async fn lock_address(tx: &mut PgConnection, address: &str) -> Result<()> {
    lock(tx, &format!("email {}", address.to_lowercase())).await
}

async fn lock(tx: &mut PgConnection, what: &str) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", what)
        .execute(tx)
        .await?;
    Ok(())
}
