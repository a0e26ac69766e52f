//! Where somebody goes after signing in.
//!
//! Invariant: a path of ours and nothing else, whatever was asked for.

/// A path of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnTo(String);

const MAX_LEN: usize = 512;

impl ReturnTo {
    /// Reads what was asked for; what is not surely a path of ours is the start.
    #[must_use]
    pub fn parse(asked: Option<&str>) -> Self {
        let asked = asked.unwrap_or_default();
        let is_plain = asked.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        let is_path = asked.starts_with('/') && !asked.starts_with("//");
        // A call is no page, and signing in again no goal.
        let is_call = asked == "/api" || asked.starts_with("/api/");
        if is_plain && is_path && !is_call && asked.len() <= MAX_LEN {
            Self(asked.to_owned())
        } else {
            Self("/".to_owned())
        }
    }

    /// The path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_ours_are_returned_to() {
        for path in [
            "/",
            "/profile",
            "/?premium=true",
            "/testimonies#top",
            "/a//b",
            "/subscribe?x=%2F%2Fevil",
        ] {
            assert_eq!(ReturnTo::parse(Some(path)).as_str(), path);
        }
        let long = format!("/{}", "a".repeat(MAX_LEN));
        for elsewhere in [
            "",
            "profile",
            "//evil.test",
            "/\\evil.test",
            "\\\\evil.test",
            "/a\\b",
            "https://evil.test",
            "javascript:alert(1)",
            "/\t/evil.test",
            "/\n/evil.test",
            "\t//evil.test",
            " /a",
            "/a b",
            "/\u{0}",
            "/\r\nset-cookie: a=b",
            "/ä",
            "/api/logout",
            "/api",
            &long,
        ] {
            assert_eq!(ReturnTo::parse(Some(elsewhere)).as_str(), "/", "{elsewhere:?}");
        }
        assert_eq!(ReturnTo::parse(None).as_str(), "/");
    }
}
