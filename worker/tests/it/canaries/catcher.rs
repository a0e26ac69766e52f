//! The sign-in mails in a mail server that stores every mail.

use testing::mail_catcher::{MailCatcher, Reply};

use super::super::stack::until;

/// A mail server that accepts every mail.
pub struct Catcher(MailCatcher);

/// The content of a sign-in mail.
pub struct SignInMail {
    /// Six digits.
    pub code: String,
    /// The path of its link, with the token.
    pub link: String,
    pub token: String,
}

impl Catcher {
    /// Listens on a free port.
    pub async fn start() -> Self {
        Self(MailCatcher::start(Reply::Welcome).await)
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// The mails to an address so far, with unfolded lines.
    pub fn letters(&self, to: &str) -> Vec<String> {
        let caught = self.0.caught();
        let theirs = caught.iter().filter(|letter| letter.contains(&format!("To: {to}\n")));
        theirs
            .map(|letter| letter.replace("=\n", "").replace("=3D", "="))
            .collect()
    }

    /// Waits for `number` mails to an address, and parses the last one as a sign-in mail.
    pub async fn sign_in_mail(&self, to: &str, number: usize) -> SignInMail {
        until("the mail is there", async || self.letters(to).len() >= number).await;
        let letters = self.letters(to);
        let letter = &letters[number - 1];
        let code = letter.lines().find_map(|line| line.strip_prefix("    "));
        let code = code.expect("a code").trim_end();
        assert!(
            code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()),
            "{code}"
        );
        let mut words = letter.split_whitespace();
        let link = words.find(|word| word.contains("/api/login/link?")).expect("a link");
        let path = link.find("/api/").expect("a path of ours");
        SignInMail {
            code: code.to_owned(),
            link: link[path..].to_owned(),
            token: link.split_once("token=").expect("a token").1.to_owned(),
        }
    }
}
