//! The path that the browser returns to after signing in.
//!
//! Invariant: it is always a path of ours, whatever the client sent (no open redirect).

/// A path of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnTo(String);

const MAX_LEN: usize = 512;

impl ReturnTo {
    /// Parses a requested path. Anything that is not certainly a page of ours becomes `/`.
    #[must_use]
    pub fn parse(requested: Option<&str>) -> Self {
        let requested = requested.unwrap_or_default();
        let is_plain = requested.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        let is_path = requested.starts_with('/') && !requested.starts_with("//");
        // API calls are no pages, and the sign-in pages are below `/api` too.
        let is_call = requested == "/api" || requested.starts_with("/api/");
        if is_plain && is_path && !is_call && requested.len() <= MAX_LEN {
            Self(requested.to_owned())
        } else {
            Self("/".to_owned())
        }
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_paths_are_accepted() {
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
        for rejected in [
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
            assert_eq!(ReturnTo::parse(Some(rejected)).as_str(), "/", "{rejected:?}");
        }
        assert_eq!(ReturnTo::parse(None).as_str(), "/");
    }
}
