//! Who signs in: a member of `STAFF`, or somebody with the single password.
//!
//! Invariant: a session is bound to the name, role, password and second factor that opened it. When one of them changes or
//! is removed, the session is over. Nobody with the single password has the name of a member.

use crate::base::config::{Config, Member};
use crate::base::totp;
use crate::error::{Error, Fields, Result};
use crate::password::PasswordHash;
use crate::role::Role;

use super::Staff;

/// Whose password is tried.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    /// That of a member of `STAFF`.
    Member(&'a Member),
    /// The single password.
    SharedPassword(&'a PasswordHash),
    /// Nobody's. A hash is compared all the same, so that the time tells no names.
    Nobody(&'a PasswordHash),
}

/// What a right password says about its owner.
pub(super) struct Identity<'a> {
    pub name: String,
    pub role: Role,
    pub secret: Option<&'a totp::Secret>,
}

impl<'a> Asked<'a> {
    /// Whose password somebody with this name has.
    ///
    /// # Errors
    /// `StaffNotSetUp` if there is no password at all.
    pub(super) fn by_name(config: &'a Config, name: &str) -> Result<Self> {
        if let Some(member) = member_called(config, name) {
            return Ok(Self::Member(member));
        }
        let shared = config.admin_password.as_ref().map(Self::SharedPassword);
        let nobody = || config.staff.first().map(|member| Self::Nobody(&member.password));
        shared.or_else(nobody).ok_or(Error::StaffNotSetUp)
    }

    pub(super) const fn password(&self) -> &'a PasswordHash {
        match self {
            Self::Member(member) => &member.password,
            Self::SharedPassword(password) | Self::Nobody(password) => password,
        }
    }

    /// The member of `STAFF`, if it is one.
    pub(super) const fn member(&self) -> Option<&'a Member> {
        match self {
            Self::Member(member) => Some(member),
            Self::SharedPassword(_) | Self::Nobody(_) => None,
        }
    }

    /// Who they are, once the password was right.
    ///
    /// # Errors
    /// `WrongPassword` for nobody. `InvalidFields` if the single password has a second factor for each name, and none for
    /// this one.
    pub(super) fn identity(&self, config: &'a Config, name: &str) -> Result<Identity<'a>> {
        match self {
            Self::Nobody(_) => Err(Error::WrongPassword),
            Self::Member(member) => Ok(Identity {
                name: member.name.clone(),
                role: member.role,
                secret: member.totp.as_ref(),
            }),
            Self::SharedPassword(_) => {
                let (name, secret) = of_shared_password(config, name)?;
                Ok(Identity {
                    name,
                    role: Role::of_shared_password(),
                    secret,
                })
            }
        }
    }
}

impl Identity<'_> {
    /// A keyed digest of the credentials, kept with the session; `None` if they are not set any more.
    pub(super) fn digest(&self, config: &Config) -> Option<[u8; 32]> {
        match member_called(config, &self.name) {
            Some(member) => Some(digest_of_member(config, member)),
            None => digest_of_shared_password(config, self.secret),
        }
    }
}

fn member_called<'a>(config: &'a Config, name: &str) -> Option<&'a Member> {
    config.staff.iter().find(|member| member.is_called(name))
}

/// The name for the audit trail and the secret of the second factor of somebody with the single password.
fn of_shared_password<'a>(config: &'a Config, name: &str) -> Result<(String, Option<&'a totp::Secret>)> {
    if config.admin_totps.is_empty() {
        return Ok((name.to_owned(), config.admin_totp.as_ref()));
    }
    let Some(named) = config.admin_totps.iter().find(|named| named.is_called(name)) else {
        let mut wrong = Fields::default();
        wrong.add("displayName", "Please give the name that your code belongs to.");
        return Err(Error::InvalidFields(wrong));
    };
    Ok((named.name.clone(), Some(&named.secret)))
}

fn digest_of_shared_password(config: &Config, secret: Option<&totp::Secret>) -> Option<[u8; 32]> {
    let password = config.admin_password.as_ref()?.as_bytes();
    let secret = secret.map_or(&[][..], totp::Secret::as_bytes);
    Some(
        config
            .key_ring
            .digest("staff session", &[password, &[0], secret].concat()),
    )
}

/// No part but the secret, which comes last, can hold a zero byte: two members have two digests.
fn digest_of_member(config: &Config, member: &Member) -> [u8; 32] {
    let secret = member.totp.as_ref().map_or(&[][..], totp::Secret::as_bytes);
    let parts = [
        member.name.as_bytes(),
        member.role.as_str().as_bytes(),
        member.password.as_bytes(),
        secret,
    ];
    config.key_ring.digest("session of a staff member", &parts.join(&0))
}

/// Whether a session was opened by credentials that are still set.
pub(super) fn is_still_set(config: &Config, staff: &Staff, opened_by: [u8; 32]) -> bool {
    if let Some(member) = member_called(config, &staff.name) {
        return digest_of_member(config, member) == opened_by;
    }
    let matches = |secret| digest_of_shared_password(config, secret) == Some(opened_by);
    if config.admin_totps.is_empty() {
        matches(config.admin_totp.as_ref())
    } else {
        config.admin_totps.iter().any(|named| matches(Some(&named.secret)))
    }
}
