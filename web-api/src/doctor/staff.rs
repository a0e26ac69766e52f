//! Who can sign in as staff, with which role, and who has no second factor.

use shared::config::Config;

use super::Finding;

/// One line about all who can sign in.
pub(super) fn staff(config: &Config) -> Finding {
    let mut people: Vec<(String, bool)> = config
        .staff
        .iter()
        .map(|member| {
            (
                format!("{} ({})", member.name, member.role.as_str()),
                member.totp.is_some(),
            )
        })
        .collect();
    if config.admin_password.is_some() {
        people.extend(shared_password(config));
    }
    if people.is_empty() {
        return Finding::Off("neither ADMIN_PASSWORD_HASH nor STAFF is set (web-api hash-password makes a hash)");
    }
    let without: Vec<&str> = people
        .iter()
        .filter(|(_, has_factor)| !has_factor)
        .map(|(who, _)| who.as_str())
        .collect();
    let who: Vec<&str> = people.iter().map(|(who, _)| who.as_str()).collect();
    let who = format!("can sign in: {}", who.join(", "));
    if without.is_empty() {
        let shared = if config.admin_totp.is_some() {
            "; ADMIN_TOTP_SECRETS would give each with the single password their own"
        } else {
            ""
        };
        return Finding::Good(format!("{who}; all with a second factor{shared}"));
    }
    Finding::Note(format!(
        "{who}; without a second factor (ADMIN_TOTP_SECRETS): {}",
        without.join(", ")
    ))
}

/// Those with the single password: by name where each has a second factor, otherwise anybody who knows it.
fn shared_password(config: &Config) -> Vec<(String, bool)> {
    if config.admin_totps.is_empty() {
        let has_factor = config.admin_totp.is_some();
        let name = if config.staff.is_empty() {
            "any name"
        } else {
            "any other name"
        };
        return vec![(format!("the single password under {name} (owner)"), has_factor)];
    }
    let named = config.admin_totps.iter();
    named
        .map(|named| (format!("{} with the single password (owner)", named.name), true))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::{STAFF_PASSWORD_HASH, config};

    const SECRET: &str = "GEZDGNBVGY3TQOJQ";

    fn said(changes: &[(&str, &str)]) -> (String, String) {
        let found = staff(&config(changes));
        (found.word().trim().to_owned(), found.text().to_owned())
    }

    #[test]
    fn everybody_is_named_with_their_role_and_those_without_a_second_factor_again() {
        let members = format!("Ruth:owner:{STAFF_PASSWORD_HASH};Naomi:{STAFF_PASSWORD_HASH}");
        let of_ruth = format!("Ruth:{SECRET}");
        let alone = [
            ("ADMIN_PASSWORD_HASH", ""),
            ("STAFF", &members),
            ("ADMIN_TOTP_SECRETS", &of_ruth),
        ];
        let (word, text) = said(&alone);
        assert_eq!(word, "note");
        assert_eq!(
            text,
            "can sign in: Ruth (owner), Naomi (moderator); without a second factor (ADMIN_TOTP_SECRETS): Naomi (moderator)"
        );
        assert!(!text.contains("argon2") && !text.contains(SECRET));
        let both = [alone[1], alone[2], ("ADMIN_TOTP_SECRET", SECRET)];
        let (_, text) = said(&both);
        assert!(
            text.contains("the single password under any other name (owner)"),
            "{text}"
        );
    }

    #[test]
    fn the_single_password_is_told_with_and_without_second_factors() {
        let (word, text) = said(&[]);
        assert_eq!(word, "note");
        assert!(text.contains("without a second factor"), "{text}");
        let (word, text) = said(&[("ADMIN_TOTP_SECRETS", "Boaz:GEZDGNBVGY3TQOJQ")]);
        assert_eq!(word, "good");
        assert_eq!(
            text,
            "can sign in: Boaz with the single password (owner); all with a second factor"
        );
        assert_eq!(said(&[("ADMIN_PASSWORD_HASH", "")]).0, "off");
    }
}
