//! A story as its author hands it in: checked, and written as it is sealed.
//! Invariant: whoever holds a [`NewTestimony`] holds three fields of the right length, and consent.

use serde::{Deserialize, Serialize};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::confided::Confided;
use crate::error::{Error, Fields, Result};

/// The shortest a field may be, in characters after trimming.
pub const MIN_FIELD_LEN: usize = 10;
/// The longest a field may be, in characters after trimming.
pub const MAX_FIELD_LEN: usize = 5_000;

/// How many words or phrases an author may hide as well.
pub const MAX_HIDDEN_WORDS: usize = 50;
/// The longest of them may be, in characters.
pub const MAX_HIDDEN_LEN: usize = 100;

/// What stands between two fields where a story is one piece.
pub(super) const SEPARATOR: &str = "\n\n";

const TOO_LONG: &str = "Please shorten this to 5,000 characters.";
const UNREADABLE: &str = "Please remove the characters that cannot be read.";
const TOO_MUCH_TO_HIDE: &str = "Please choose at most 50 words to hide, each of at most 100 characters.";

/// A story as its author hands it in: three fields of 10 to 5,000 characters, and consent.
#[derive(Debug, Clone)]
pub struct NewTestimony {
    pub(super) story: Story,
    pub(super) idempotency_key: Uuid,
}

/// A story as far as it is written: three fields of up to 5,000 characters.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(super) story: Story,
}

/// The words of a story: what happened, what helped, what changed; and which of them its author hides as well.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) fields: [Confided; 3],
    also_hide: Vec<Confided>,
}

/// The words that the form sends.
#[derive(Debug)]
pub struct StoryWords {
    /// What happened.
    pub what_happened: Confided,
    /// What helped.
    pub what_helped: Confided,
    /// What changed.
    pub what_changed: Confided,
    /// Words of the story that its author wants hidden, besides what is found.
    pub also_hide: Vec<Confided>,
}

/// What the form sends.
#[derive(Debug)]
pub struct Submission {
    /// The story.
    pub words: StoryWords,
    /// Whether the author agreed to share.
    pub consent: bool,
    /// The same for every retry of one submission.
    pub idempotency_key: Uuid,
}

impl NewTestimony {
    /// Checks what the form sent, all fields at once.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong field.
    pub fn parse(submission: Submission) -> Result<Self> {
        let mut wrong = Fields::default();
        let words = submission.words;
        let mut field = |name, words: Confided, too_short| {
            let trimmed = words.reveal().trim();
            match trimmed.chars().count() {
                length if length < MIN_FIELD_LEN && !trimmed.contains('\0') => wrong.add(name, too_short),
                _ => check_field(&mut wrong, name, trimmed),
            }
            Confided::new(trimmed.to_owned())
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
            story: Story::new(fields, &words.also_hide),
            idempotency_key: submission.idempotency_key,
        })
    }
}

impl Draft {
    /// Checks what the form holds so far. Nothing is trimmed, so that every place in it stays where it is.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong field.
    pub fn parse(words: StoryWords) -> Result<Self> {
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
        Ok(Self {
            story: Story::new(fields.map(|(_, field)| field), &words.also_hide),
        })
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

/// A story as it is sealed since authors may hide words of their own.
#[derive(Serialize)]
struct Sealed<'a> {
    fields: [&'a str; 3],
    also_hide: Vec<&'a str>,
}

/// A sealed story of any age.
#[derive(Deserialize)]
#[serde(untagged)]
enum Opened {
    Fields([String; 3]),
    WithHidden {
        fields: [String; 3],
        also_hide: Vec<String>,
    },
}

impl Story {
    /// Words to hide that do not stand in the story are forgotten.
    fn new(fields: [Confided; 3], also_hide: &[Confided]) -> Self {
        let mut story = Self {
            fields,
            also_hide: Vec::new(),
        };
        let mut wanted: Vec<&str> = also_hide.iter().map(|words| words.reveal().trim()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let whole = story.whole();
        let there = care::redact::occurring(whole.reveal(), &wanted);
        story.also_hide = there.into_iter().map(|words| Confided::new(words.to_owned())).collect();
        story
    }

    /// The story in one piece, as it is screened, redacted and shown.
    pub(super) fn whole(&self) -> Confided {
        Confided::new(self.fields.each_ref().map(Confided::reveal).join(SEPARATOR))
    }

    /// What its author hides besides what is found.
    pub(super) fn also_hide(&self) -> Vec<&str> {
        self.also_hide.iter().map(Confided::reveal).collect()
    }

    /// A story without words of its author's to hide is written as all were before there could be any, so that a
    /// worker of the version before can read it too.
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

    fn words(each: &str, also_hide: &[&str]) -> StoryWords {
        let words = || Confided::new(each.to_owned());
        StoryWords {
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
    fn every_wrong_field_is_named_in_the_words_of_the_specification() {
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
    fn a_sealed_story_reads_back_as_it_was() {
        for also_hide in [&[][..], &["quotes", "Words \"with"]] {
            let parsed = NewTestimony::parse(Submission {
                words: words("words \"with\" quotes", also_hide),
                ..submission("", true)
            });
            let NewTestimony { story, .. } = parsed.expect("good");
            let again = Story::from_bytes(&story.to_bytes().expect("writes")).expect("reads");
            assert_eq!(again.whole(), story.whole());
            assert_eq!(again.also_hide().len(), also_hide.len());
        }
    }

    #[test]
    fn a_story_sealed_before_words_could_be_hidden_still_opens() {
        let story = Story::from_bytes(br#"["what happened","what helped","what changed"]"#).expect("reads");
        assert_eq!(story.whole().reveal(), "what happened\n\nwhat helped\n\nwhat changed");
        assert!(story.also_hide().is_empty());
    }

    #[test]
    fn words_that_do_not_stand_in_the_story_are_forgotten() {
        let wishes = ["Lantern", "lantern", "elsewhere", " ", ".", "lan"];
        let draft = Draft::parse(words("At the Lantern's door.", &wishes)).expect("good");
        assert_eq!(draft.story.also_hide(), ["Lantern", "lantern"]);
    }
}
