//! The members of staff who have a password of their own.
//!
//! Invariant: no two members share a name, also if it is spelled in another case, with other spaces or with look-alike
//! letters of another width. A problem names an entry by its number and repeats nothing of it: it may hold a hash.

use unicode_normalization::UnicodeNormalization as _;

use super::Reader;
use crate::base::password::PasswordHash;
use crate::base::role::Role;
use crate::base::totp::{self, MAX_NAME_LEN, NamedSecret};

/// The role of an entry that names none.
const DEFAULT_ROLE: Role = Role::Moderator;

/// A member of staff with a password of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Their name, which the audit trail records.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// The hash of their password.
    pub password: PasswordHash,
    /// The secret of their second factor, if they have one.
    pub totp: Option<totp::Secret>,
}

impl Member {
    /// Whether this is their name, however it is spelled.
    pub fn is_called(&self, name: &str) -> bool {
        spelling(&self.name) == spelling(name)
    }

    /// Parses `name:hash;name:role:hash`.
    ///
    /// # Errors
    /// What is wrong with which entry, counted from 1.
    pub(super) fn parse_all(text: &str) -> Result<Vec<Self>, String> {
        let mut all: Vec<Self> = Vec::new();
        let entries = text.split([';', '\n']).filter(|entry| !entry.trim().is_empty());
        for (at, entry) in entries.enumerate() {
            let problem = |what: &str| format!("STAFF: entry {} {what}", at + 1);
            let member = Self::parse(entry).map_err(problem)?;
            if all.iter().any(|other| other.is_called(&member.name)) {
                return Err(problem("has the name of an earlier entry"));
            }
            all.push(member);
        }
        Ok(all)
    }

    fn parse(entry: &str) -> Result<Self, &'static str> {
        let fields: Vec<&str> = entry.split(':').map(str::trim).collect();
        let (name, role, hash) = match fields[..] {
            [name, hash] => (name, DEFAULT_ROLE, hash),
            [name, role, hash] => {
                let role = Role::parse(role).ok_or(
                    "has no role that exists: reader, moderator or owner (entries are separated by semicolons, because a hash holds commas)",
                )?;
                (name, role, hash)
            }
            _ => {
                return Err(
                    "is not name:hash or name:role:hash (entries are separated by semicolons, because a hash holds commas)",
                );
            }
        };
        if !is_name(name) {
            return Err("has no name of up to 60 characters with a letter or digit in it");
        }
        let password = PasswordHash::parse(hash).ok_or(
            "has a hash that cannot be read: web-api hash-password prints one, and its dollar signs need single quotes in a shell",
        )?;
        Ok(Self {
            name: name.to_owned(),
            role,
            password,
            totp: None,
        })
    }
}

/// All settings of staff.
pub(super) struct StaffSettings {
    pub password: Option<PasswordHash>,
    pub totp: Option<totp::Secret>,
    pub totps: Vec<NamedSecret>,
    pub members: Vec<Member>,
}

impl Reader<'_> {
    /// Reads the settings of staff. A secret of a second factor belongs to the member of its name, and otherwise to the
    /// single password.
    pub(super) fn staff(&mut self) -> StaffSettings {
        let members = self
            .optional("STAFF")
            .map_or(Ok(Vec::new()), |text| Member::parse_all(&text));
        let members = members.unwrap_or_else(|problem| {
            self.problems.push(problem);
            Vec::new()
        });
        let mut staff = StaffSettings {
            password: self.checked("ADMIN_PASSWORD_HASH", PasswordHash::parse),
            totp: self.checked("ADMIN_TOTP_SECRET", totp::Secret::parse),
            totps: self
                .checked("ADMIN_TOTP_SECRETS", NamedSecret::parse_all)
                .unwrap_or_default(),
            members,
        };
        for member in &mut staff.members {
            let (own, others) = staff.totps.into_iter().partition(|named| member.is_called(&named.name));
            staff.totps = others;
            member.totp = Vec::into_iter(own).next().map(|named| named.secret);
        }
        self.problems.extend(staff.problem().map(str::to_owned));
        staff
    }
}

impl StaffSettings {
    /// What is wrong with the second factors.
    fn problem(&self) -> Option<&'static str> {
        if self.totp.is_some() && !self.totps.is_empty() {
            return Some(
                "ADMIN_TOTP_SECRET and ADMIN_TOTP_SECRETS exclude each other, except for the names that are in STAFF",
            );
        }
        let has_factor = self.totp.is_some() || !self.totps.is_empty();
        if self.password.is_none() && !self.members.is_empty() && has_factor {
            return Some(
                "ADMIN_TOTP_SECRET or ADMIN_TOTP_SECRETS is for nobody: no such name is in STAFF, and ADMIN_PASSWORD_HASH is not set",
            );
        }
        // Moving people into STAFF must not leave the strongest password without the second factor that it had.
        let have_factors = self.members.iter().any(|member| member.totp.is_some());
        (self.password.is_some() && have_factors && !has_factor).then_some(
            "ADMIN_PASSWORD_HASH has no second factor, while people in STAFF have one: set ADMIN_TOTP_SECRET, or remove ADMIN_PASSWORD_HASH",
        )
    }
}

fn is_name(name: &str) -> bool {
    name.chars().count() <= MAX_NAME_LEN && !name.chars().any(char::is_control) && !spelling(name).is_empty()
}

/// The letters and digits of a name, by which two spellings of it are compared.
fn spelling(name: &str) -> String {
    let letters = name.nfkc().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "$argon2id$v=19$m=8,t=1,p=1$cuqOnHjuXVW6RIpenzt7+Q$8L6jXOJ9/qN9k0gNbB24DIZSRjMzY65wvNTgw4CWbPw";

    #[test]
    fn entries_name_a_person_a_role_and_a_hash() {
        let text = format!("Ruth:owner:{HASH}; Naomi B. : {HASH};\nBoaz:reader:{HASH};");
        let all = Member::parse_all(&text).expect("three");
        let read: Vec<(&str, Role)> = all.iter().map(|member| (member.name.as_str(), member.role)).collect();
        assert_eq!(
            read,
            [
                ("Ruth", Role::Owner),
                ("Naomi B.", Role::Moderator),
                ("Boaz", Role::Reader)
            ]
        );
        assert!(!format!("{all:?}").contains("argon2"), "{all:?}");
    }

    #[test]
    fn a_name_is_the_same_in_every_spelling() {
        let all = Member::parse_all(&format!("Naomi B.:{HASH}")).expect("one");
        for same in ["naomi b", " NAOMI  B. ", "Naomi\u{200b} B.", "Ｎaomi B."] {
            assert!(all[0].is_called(same), "{same:?}");
        }
        for other in ["Naomi", "Naomi C.", ""] {
            assert!(!all[0].is_called(other), "{other:?}");
        }
    }

    #[test]
    fn a_problem_names_the_entry_and_repeats_nothing_of_it() {
        for (text, problem) in [
            (HASH.to_owned(), "entry 1 is not name:hash"),
            (format!("Ruth:{HASH},Naomi:{HASH}"), "entry 1 has no role that exists"),
            (
                format!("Ruth:{HASH};Naomi:queen:{HASH}"),
                "entry 2 has no role that exists",
            ),
            (
                format!("Ruth:{HASH};ruth:owner:{HASH}"),
                "entry 2 has the name of an earlier entry",
            ),
            (format!("...:{HASH}"), "entry 1 has no name"),
            (format!("{}:{HASH}", "x".repeat(61)), "entry 1 has no name"),
            (
                "Ruth:owner:=19=8,t=1".to_owned(),
                "entry 1 has a hash that cannot be read",
            ),
        ] {
            let said = Member::parse_all(&text).expect_err(&text);
            assert!(said.contains(problem), "{said}");
            assert!(
                !said.contains("argon2") && !said.contains("Ruth") && !said.contains("8L6j"),
                "{said}"
            );
        }
    }
}
