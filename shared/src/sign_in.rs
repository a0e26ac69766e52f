//! Sign-in: from a proof of identity to a session.
//!
//! Invariant: (issuer, subject) identifies a user. An email address links two identities only if both prove the mailbox:
//! by a mail to it, or by an issuer that answers for it. One transaction creates the user and the session and carries the
//! guest's data over.

pub mod email;
pub mod pending;
pub mod provider;

mod account;
mod carry_over;
mod github;
mod http;
mod known_browser;
mod limits;
mod openid;

pub use known_browser::KnownBrowser;
pub use limits::{Asker, MAX_TRIES};

use sqlx::PgConnection;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::ids::{Owner, UserId};
use crate::session::{self, SessionToken};
use crate::subscription::{self, CheckoutToken};
use crate::user;

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
    /// Who verified it.
    pub verified: Verified,
}

impl KnownEmail {
    /// Whether the mailbox is theirs now.
    pub fn is_proven(&self) -> bool {
        self.verified == Verified::Mailbox
    }
}

/// Who verified that an email address is somebody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// Nobody.
    No,
    /// A provider that does not run the mailbox. It may have been another person's since.
    Elsewhere,
    /// The server that runs the mailbox, or a mail to it.
    Mailbox,
}

/// A way of signing in: the person's id at an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The issuer.
    pub issuer: String,
    /// The id there.
    pub subject: String,
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
    /// What it was told when it held a session before.
    pub known_browser: Option<KnownBrowser>,
}

/// A successful sign-in.
pub struct SignedIn {
    /// The new session.
    pub token: SessionToken,
    /// Whether the user is blocked and may do little.
    pub is_blocked: bool,
    /// Whether the guest's data was carried over.
    pub carried_over_guest: bool,
    /// What marks the browser as one that held a session of this address; none if the address is not verified.
    pub known_browser: Option<KnownBrowser>,
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
    /// Another account has this address. A mail to it must prove that both are the same person's.
    #[error("the address must be proven")]
    MailboxNotProven {
        /// The address.
        address: String,
        /// What the mail shall join to that account.
        join: Identity,
    },
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
///
/// # Errors
/// `MailboxNotProven` if an account has the address of the proof, and its issuer does not answer for that mailbox.
pub async fn complete(ctx: &Ctx, proof: &Proof, before: &PriorIdentity) -> Result<SignedIn, NotSignedIn> {
    let mut tx = database::begin(&ctx.db).await?;
    if ctx.config.sign_in.mail.is_some()
        && let Some(address) = account::address_to_prove(&mut tx, proof).await?
    {
        let join = Identity {
            issuer: proof.issuer.clone(),
            subject: proof.subject.clone(),
        };
        return Err(NotSignedIn::MailboxNotProven { address, join });
    }
    let started = start(&mut tx, ctx, proof, before).await?;
    let signed_in = started.finish(&mut tx, ctx, proof).await?;
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
    let account::Found {
        user,
        is_blocked,
        is_new,
    } = account::find_or_create(tx, &ctx.config.key_ring, proof).await?;
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
    let verified = proof.email.as_ref().filter(|email| email.is_proven());
    let mark =
        |email: &KnownEmail| KnownBrowser::after(before.known_browser.clone(), &ctx.config.key_ring, &email.address);
    Ok(Started {
        user,
        is_new,
        duplicates,
        checkout: before.checkout.clone(),
        signed_in: SignedIn {
            token,
            is_blocked,
            carried_over_guest: guest.is_some(),
            known_browser: verified.map(mark).transpose()?,
        },
    })
}

impl Started {
    /// Adds another way of signing in to the account, unless it leads to an account already.
    async fn join(&self, tx: &mut PgConnection, identity: &Identity) -> Result<()> {
        sqlx::query!(
            "insert into identity (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing",
            identity.issuer,
            identity.subject,
            self.user.0
        )
        .execute(tx)
        .await?;
        Ok(())
    }

    /// Claims paid subscriptions and records the audit entries. Must come last: it locks the audit chain.
    async fn finish(self, tx: &mut PgConnection, ctx: &Ctx, proof: &Proof) -> Result<SignedIn> {
        let (user, is_blocked) = (self.user, self.signed_in.is_blocked);
        let verified = proof.email.as_ref().filter(|email| email.is_proven());
        if let (Some(email), Some(checkout)) = (verified, &self.checkout) {
            subscription::claim(ctx, tx, user, &email.address, checkout).await?;
        }
        if let Some(email) = verified {
            subscription::search_at_sign_in(tx, user, &email.address).await?;
        }
        if self.is_new {
            let mut entry = Entry::new(Actor::User(user), Action::UserCreated, Subject::User(user.0));
            if is_blocked {
                entry = entry.with("blocked", Detail::Word("as before"));
            }
            audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
        }
        for testimony in self.duplicates {
            let entry = Entry::new(
                Actor::User(user),
                Action::TestimonyWithdrawn,
                Subject::Testimony(testimony),
            );
            let entry = entry.with("because", Detail::Word("handed in twice"));
            audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
        }
        tracing::info!(user.id = %user.0, is_blocked, "signed in");
        Ok(self.signed_in)
    }
}
