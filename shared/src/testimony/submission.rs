//! A submitted testimony: validation, and the format in which it is sealed.
//!
//! Invariant: a [`NewTestimony`] has three fields of valid length, and consent.

use care::normalise::limit_marks;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::confided::Confided;
use crate::error::{Error, Fields, Result};
use crate::screening::Danger;

/// The minimum length of a field, in characters after trimming.
pub const MIN_FIELD_LEN: usize = 10;
/// The maximum length of a field, in characters after trimming.
pub const MAX_FIELD_LEN: usize = 5_000;

/// The number of additional words or phrases that an author may hide.
pub const MAX_HIDDEN_WORDS: usize = 50;
/// The maximum length of such a word or phrase, in characters.
pub const MAX_HIDDEN_LEN: usize = 100;

/// The separator between fields in the joined text.
pub(super) const SEPARATOR: &str = "\n\n";

const TOO_LONG: &str = "Please shorten this to 5,000 characters.";
const UNREADABLE: &str = "Please remove the characters that cannot be read.";
const TOO_MUCH_TO_HIDE: &str = "Please choose at most 50 words to hide, each of at most 100 characters.";

/// A valid submission: three fields of 10 to 5,000 characters, and consent.
#[derive(Debug, Clone)]
pub struct NewTestimony {
    pub(super) testimony: Testimony,
    pub(super) idempotency_key: Uuid,
    pub(super) found: Danger,
}

/// An unfinished testimony: three fields of up to 5,000 characters.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) testimony: Testimony,
    /// The words to hide that do not occur in the text, as the author wrote them.
    pub(super) not_found: Vec<Confided>,
}

/// The text of a testimony: what happened, what helped, what changed; and the words that its author hides.
#[derive(Debug, Clone)]
pub(super) struct Testimony {
    pub(super) fields: [Confided; 3],
    also_hide: Vec<Confided>,
}

/// The unchecked text from the form.
#[derive(Debug)]
pub struct TestimonyWords {
    /// What happened.
    pub what_happened: Confided,
    /// What helped.
    pub what_helped: Confided,
    /// What changed.
    pub what_changed: Confided,
    /// Words of the testimony that the author hides in addition to what redaction finds.
    pub also_hide: Vec<Confided>,
}

/// The unchecked form.
#[derive(Debug)]
pub struct Submission {
    /// The text.
    pub words: TestimonyWords,
    /// Whether the author agreed to publication.
    pub consent: bool,
    /// The same for every retry of one submission.
    pub idempotency_key: Uuid,
    /// The danger that screening found in the request as it was sent.
    pub found: Danger,
}

impl NewTestimony {
    /// Validates the form, all fields at once.
    ///
    /// # Errors
    /// `InvalidFields` with a message for each invalid field.
    pub fn parse(submission: Submission) -> Result<Self> {
        let mut wrong = Fields::default();
        let words = submission.words;
        let mut field = |name, words: Confided, too_short| {
            let trimmed = words.reveal().trim();
            match trimmed.chars().count() {
                length if length < MIN_FIELD_LEN && !trimmed.contains('\0') => wrong.add(name, too_short),
                _ => check_field(&mut wrong, name, trimmed),
            }
            Confided::new(limit_marks(trimmed).into_owned())
        };
        let fields = [
            field(
                "whatHappened",
                words.what_happened,
                "Please provide more detail about what happened",
            ),
            field("whatHelped", words.what_helped, "Please share what helped you"),
            field("whatChanged", words.what_changed, "Please describe what changed"),
        ];
        check_hidden(&mut wrong, &words.also_hide);
        if !submission.consent {
            wrong.add("consent", "You must agree to share your story");
        }
        wrong.into_result()?;
        Ok(Self {
            testimony: Testimony::new(fields, &words.also_hide),
            idempotency_key: submission.idempotency_key,
            found: submission.found,
        })
    }
}

impl Draft {
    /// Validates an unfinished form. Nothing is trimmed, so that offsets stay valid.
    ///
    /// # Errors
    /// `InvalidFields` with a message for each invalid field.
    pub fn parse(words: TestimonyWords) -> Result<Self> {
        let mut wrong = Fields::default();
        let fields = [
            ("whatHappened", words.what_happened),
            ("whatHelped", words.what_helped),
            ("whatChanged", words.what_changed),
        ];
        for (name, field) in &fields {
            check_field(&mut wrong, name, field.reveal());
        }
        check_hidden(&mut wrong, &words.also_hide);
        wrong.into_result()?;
        let testimony = Testimony::new(fields.map(|(_, field)| field), &words.also_hide);
        let also_hide = testimony.also_hide();
        let is_missing = |words: &&Confided| {
            let words = words.reveal().trim();
            !words.is_empty() && !also_hide.contains(&words)
        };
        let not_found = words.also_hide.iter().filter(is_missing).cloned().collect();
        Ok(Self { testimony, not_found })
    }
}

fn check_field(wrong: &mut Fields, name: &'static str, text: &str) {
    if text.contains('\0') {
        wrong.add(name, UNREADABLE);
    } else if text.trim().chars().count() > MAX_FIELD_LEN {
        wrong.add(name, TOO_LONG);
    }
}

fn check_hidden(wrong: &mut Fields, also_hide: &[Confided]) {
    let is_long = |words: &Confided| words.reveal().chars().count() > MAX_HIDDEN_LEN;
    if also_hide.len() > MAX_HIDDEN_WORDS || also_hide.iter().any(is_long) {
        wrong.add("alsoHide", TOO_MUCH_TO_HIDE);
    }
}

/// The sealed format with words to hide.
#[derive(Serialize)]
struct Sealed<'a> {
    fields: [&'a str; 3],
    also_hide: Vec<&'a str>,
}

/// Either sealed format.
#[derive(Deserialize)]
#[serde(untagged)]
enum Opened {
    Fields([String; 3]),
    WithHidden {
        fields: [String; 3],
        also_hide: Vec<String>,
    },
}

impl Testimony {
    /// Drops words to hide that do not occur in the text.
    fn new(fields: [Confided; 3], also_hide: &[Confided]) -> Self {
        let mut testimony = Self {
            fields,
            also_hide: Vec::new(),
        };
        let mut wanted: Vec<&str> = also_hide.iter().map(|words| words.reveal().trim()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let whole = testimony.whole();
        let occurring = care::redact::occurring(whole.reveal(), &wanted);
        testimony.also_hide = occurring
            .into_iter()
            .map(|words| Confided::new(words.to_owned()))
            .collect();
        testimony
    }

    /// The joined text, as it is screened, redacted and published.
    pub(super) fn whole(&self) -> Confided {
        Confided::new(self.fields.each_ref().map(Confided::reveal).join(SEPARATOR))
    }

    /// The words that the author hides.
    pub(super) fn also_hide(&self) -> Vec<&str> {
        self.also_hide.iter().map(Confided::reveal).collect()
    }

    /// Encodes the text for sealing. Without words to hide it uses the older format, which every worker version can
    /// read.
    pub(super) fn to_bytes(&self) -> Result<Zeroizing<Vec<u8>>> {
        let fields = self.fields.each_ref().map(Confided::reveal);
        let bytes = if self.also_hide.is_empty() {
            serde_json::to_vec(&fields)
        } else {
            let also_hide = self.also_hide();
            serde_json::to_vec(&Sealed { fields, also_hide })
        };
        bytes.map(Zeroizing::new).map_err(Error::internal)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let opened = serde_json::from_slice(bytes)
            .map_err(|_| Error::internal(anyhow::anyhow!("a sealed story cannot be read")))?;
        let (fields, also_hide) = match opened {
            Opened::Fields(fields) => (fields, Vec::new()),
            Opened::WithHidden { fields, also_hide } => (fields, also_hide),
        };
        Ok(Self {
            fields: fields.map(Confided::new),
            also_hide: also_hide.into_iter().map(Confided::new).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(each: &str, also_hide: &[&str]) -> TestimonyWords {
        let words = || Confided::new(each.to_owned());
        TestimonyWords {
            what_happened: words(),
            what_helped: words(),
            what_changed: words(),
            also_hide: also_hide.iter().map(|&words| Confided::new(words.to_owned())).collect(),
        }
    }

    fn submission(each: &str, consent: bool) -> Submission {
        Submission {
            words: words(each, &[]),
            consent,
            idempotency_key: Uuid::nil(),
            found: Danger::default(),
        }
    }

    fn messages<T>(parsed: Result<T>) -> Vec<(&'static str, &'static str)> {
        match parsed {
            Err(Error::InvalidFields(fields)) => fields
                .messages()
                .iter()
                .map(|(name, message)| (*name, *message))
                .collect(),
            Err(other) => panic!("another error: {other}"),
            Ok(_) => Vec::new(),
        }
    }

    #[test]
    fn every_invalid_field_gets_its_specified_message() {
        let messages = |submission| messages(NewTestimony::parse(submission));
        let short = vec![
            ("consent", "You must agree to share your story"),
            ("whatChanged", "Please describe what changed"),
            ("whatHappened", "Please provide more detail about what happened"),
            ("whatHelped", "Please share what helped you"),
        ];
        assert_eq!(messages(submission("   nine ch  ", false)), short);
        assert_eq!(messages(submission("ten chars!", true)), vec![]);
        assert_eq!(messages(submission(&"é".repeat(MAX_FIELD_LEN), true)), vec![]);
        assert_eq!(messages(submission(&"é".repeat(MAX_FIELD_LEN + 1), true)).len(), 3);
        assert_eq!(messages(submission("with a NUL \0 in it", true)).len(), 3);
    }

    #[test]
    fn a_draft_may_be_short_and_not_too_long() {
        let messages = |words| messages(Draft::parse(words));
        assert_eq!(messages(words("", &[])), vec![]);
        assert_eq!(messages(words(&"é".repeat(MAX_FIELD_LEN), &[])), vec![]);
        assert_eq!(messages(words(&"é".repeat(MAX_FIELD_LEN + 1), &[])).len(), 3);
        assert_eq!(messages(words("\0", &[])).len(), 3);
        let refused = vec![("alsoHide", TOO_MUCH_TO_HIDE)];
        assert_eq!(messages(words("a", &["a"; MAX_HIDDEN_WORDS])), vec![]);
        assert_eq!(messages(words("a", &["a"; MAX_HIDDEN_WORDS + 1])), refused);
        assert_eq!(messages(words("a", &[&"é".repeat(MAX_HIDDEN_LEN + 1)])), refused);
    }

    #[test]
    fn a_sealed_testimony_round_trips() {
        for also_hide in [&[][..], &["quotes", "Words \"with"]] {
            let parsed = NewTestimony::parse(Submission {
                words: words("words \"with\" quotes", also_hide),
                ..submission("", true)
            });
            let NewTestimony { testimony, .. } = parsed.expect("good");
            let again = Testimony::from_bytes(&testimony.to_bytes().expect("writes")).expect("reads");
            assert_eq!(again.whole(), testimony.whole());
            assert_eq!(again.also_hide().len(), also_hide.len());
        }
    }

    #[test]
    fn a_testimony_sealed_in_the_older_format_still_opens() {
        let testimony = Testimony::from_bytes(br#"["what happened","what helped","what changed"]"#).expect("reads");
        assert_eq!(
            testimony.whole().reveal(),
            "what happened\n\nwhat helped\n\nwhat changed"
        );
        assert!(testimony.also_hide().is_empty());
    }

    #[test]
    fn a_stored_letter_keeps_four_combining_marks() {
        let tower = format!("it hurt a{} lot", "\u{336}".repeat(20));
        let NewTestimony { testimony, .. } = NewTestimony::parse(submission(&tower, true)).expect("good");
        let kept = format!("it hurt a{} lot", "\u{336}".repeat(4));
        assert_eq!(testimony.fields[0].reveal(), kept);
    }

    #[test]
    fn words_to_hide_that_do_not_occur_in_the_text_are_dropped() {
        let requested = ["Lantern", "lantern", "elsewhere", " ", ".", "lan"];
        let draft = Draft::parse(words("At the Lantern's door.", &requested)).expect("good");
        assert_eq!(draft.testimony.also_hide(), ["Lantern", "lantern"]);
        let not_found: Vec<&str> = draft.not_found.iter().map(Confided::reveal).collect();
        assert_eq!(not_found, ["elsewhere", ".", "lan"]);
    }
}
