//! Stories of people who came through: handed in, sealed, prepared by the worker, settled by staff.
//!
//! Invariant: the original is sealed in the transaction that accepts it and is opened only to be prepared; what is
//! shown is the redacted text.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::confided::Confided;
use crate::ctx::Ctx;
use crate::error::{Error, Fields, Result};
use crate::jobs::{self, Job};
use crate::owner::Owner;
use crate::screening::Danger;
use crate::vault::{self, Place};

/// The shortest a field may be, in characters after trimming.
pub const SHORTEST_FIELD: usize = 10;
/// The longest a field may be, in characters after trimming.
pub const LONGEST_FIELD: usize = 5_000;

const TOO_LONG: &str = "Please shorten this to 5,000 characters.";
const UNREADABLE: &str = "Please remove the characters that cannot be read.";

/// Where a story stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Waits for its redaction or for staff.
    Pending,
    /// May be read by everybody.
    Approved,
    /// Was not published; the author sees why.
    Rejected,
    /// Staff look at it first: danger was seen in it.
    Escalated,
}

impl Status {
    /// The word in the database and in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Escalated => "escalated",
        }
    }

    fn from_row(word: &str) -> Result<Self> {
        [Self::Pending, Self::Approved, Self::Rejected, Self::Escalated]
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| Error::internal(anyhow::anyhow!("a story has the unknown status {word}")))
    }
}

/// A story as its author hands it in: three fields of 10 to 5,000 characters, and consent.
#[derive(Debug, Clone)]
pub struct NewTestimony {
    story: Story,
    idempotency_key: Uuid,
}

/// The words of a story: what happened, what helped, what changed.
#[derive(Debug, Clone)]
struct Story([Confided; 3]);

/// What the form sends.
#[derive(Debug)]
pub struct Submission {
    /// What happened.
    pub what_happened: Confided,
    /// What helped.
    pub what_helped: Confided,
    /// What changed.
    pub what_changed: Confided,
    /// Whether the author agreed to share.
    pub consent: bool,
    /// The same for every retry of one submission.
    pub idempotency_key: Uuid,
}

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Submitted {
    /// The story.
    pub id: Uuid,
    /// Where it stands.
    pub status: Status,
}

impl NewTestimony {
    /// Checks what the form sent, all fields at once.
    ///
    /// # Errors
    /// `InvalidFields` with the message of each wrong field.
    pub fn parse(submission: Submission) -> Result<Self> {
        let mut wrong = Fields::default();
        let mut field = |name, words: Confided, too_short| {
            let trimmed = words.reveal().trim();
            match trimmed.chars().count() {
                _ if trimmed.contains('\0') => wrong.add(name, UNREADABLE),
                length if length < SHORTEST_FIELD => wrong.add(name, too_short),
                length if length > LONGEST_FIELD => wrong.add(name, TOO_LONG),
                _ => {}
            }
            Confided::new(trimmed.to_owned())
        };
        let story = Story([
            field(
                "whatHappened",
                submission.what_happened,
                "Please provide more detail about what happened",
            ),
            field("whatHelped", submission.what_helped, "Please share what helped you"),
            field("whatChanged", submission.what_changed, "Please describe what changed"),
        ]);
        if !submission.consent {
            wrong.add("consent", "You must agree to share your story");
        }
        wrong.into_result()?;
        Ok(Self {
            story,
            idempotency_key: submission.idempotency_key,
        })
    }
}

impl Story {
    /// The story in one piece, as it is screened, redacted and shown.
    fn whole(&self) -> Confided {
        Confided::new(self.0.each_ref().map(Confided::reveal).join("\n\n"))
    }

    fn to_bytes(&self) -> Result<Zeroizing<Vec<u8>>> {
        serde_json::to_vec(&self.0.each_ref().map(Confided::reveal))
            .map(Zeroizing::new)
            .map_err(Error::internal)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let fields: [String; 3] = serde_json::from_slice(bytes)
            .map_err(|_| Error::internal(anyhow::anyhow!("a sealed story cannot be read")))?;
        Ok(Self(fields.map(Confided::new)))
    }
}

/// Accepts a story: screened, sealed, and given to the worker. The same idempotency key finds the first story again.
///
/// # Errors
/// `Unavailable` or `Internal` from the database; then nothing was accepted.
pub async fn submit(ctx: &Ctx, author: Owner, new: &NewTestimony, now: OffsetDateTime) -> Result<Submitted> {
    let danger = ctx.care.screen(new.story.whole().reveal());
    let status = status_for(danger);
    let id = Uuid::now_v7();
    let mut tx = ctx.db.begin().await?;
    let key = vault::data_key(&mut tx, &ctx.config.key_ring, author).await?;
    let sealed = key.seal(place(id, author.id), &new.story.to_bytes()?)?;
    let inserted = sqlx::query_scalar!(
        "insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, crisis_category, idempotency_key)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8)
         on conflict on constraint testimony_idempotency do nothing returning id",
        id,
        author.id,
        status.as_str(),
        sealed,
        now,
        i16::from(danger.severity),
        danger.category_word(),
        new.idempotency_key
    )
    .fetch_optional(&mut *tx)
    .await?;
    if inserted.is_none() {
        return submitted_before(&mut tx, author, new.idempotency_key).await;
    }
    jobs::enqueue(&mut tx, &Job::PrepareTestimony { id }).await?;
    tx.commit().await?;
    tracing::info!(testimony.id = %id, "story accepted");
    Ok(Submitted { id, status })
}

async fn submitted_before(tx: &mut PgConnection, author: Owner, idempotency_key: Uuid) -> Result<Submitted> {
    let row = sqlx::query!(
        "select id, status from testimony where owner_id = $1 and idempotency_key = $2",
        author.id,
        idempotency_key
    )
    .fetch_one(tx)
    .await?;
    Ok(Submitted {
        id: row.id,
        status: Status::from_row(&row.status)?,
    })
}

/// Redacts a story, finds its topics and settles its status: the work of `Job::PrepareTestimony`.
///
/// It changes only a story that is not redacted yet, so doing it twice does nothing the second time.
///
/// # Errors
/// `Internal` if it does not open; `Unavailable` without a database.
pub async fn prepare(ctx: &Ctx, id: Uuid) -> Result<()> {
    let row = sqlx::query!("select owner_id, sealed, redacted_at from testimony where id = $1", id)
        .fetch_optional(&ctx.db)
        .await?;
    // Withdrawn in the meantime, or prepared already: nothing is left to do.
    let Some(row) = row.filter(|row| row.redacted_at.is_none()) else {
        return Ok(());
    };
    let key = vault::existing_data_key(&mut *ctx.db.acquire().await?, &ctx.config.key_ring, row.owner_id).await?;
    let opened = Zeroizing::new(key.open(place(id, row.owner_id), &row.sealed)?);
    let prepared = prepare_words(ctx, Story::from_bytes(&opened)?.whole()).await?;
    sqlx::query!(
        "update testimony set redacted_at = now(), redacted_text = $2, pii_risk_level = $3, topics = $4,
             crisis_severity = greatest(crisis_severity, $5::smallint), crisis_category = coalesce(crisis_category, $6),
             status = case when status = 'pending' and $5::smallint >= 2 then 'escalated' else status end
         where id = $1 and redacted_at is null",
        id,
        prepared.redacted_text,
        prepared.risk,
        &prepared.topics,
        i16::from(prepared.danger.severity),
        prepared.danger.category_word()
    )
    .execute(&ctx.db)
    .await?;
    tracing::info!(testimony.id = %id, risk = prepared.risk, "story prepared");
    Ok(())
}

struct Prepared {
    redacted_text: String,
    risk: &'static str,
    topics: Vec<String>,
    danger: Danger,
}

/// The pure part, off the async threads: it takes its time with a long story.
async fn prepare_words(ctx: &Ctx, whole: Confided) -> Result<Prepared> {
    let care = ctx.care.clone();
    tokio::task::spawn_blocking(move || {
        let redaction = care::redact::redact(&care.dictionaries, whole.reveal(), &[]);
        Prepared {
            redacted_text: redaction.text,
            risk: match redaction.risk {
                care::redact::Risk::Low => "low",
                care::redact::Risk::Medium => "medium",
                care::redact::Risk::High => "high",
            },
            topics: care
                .understand(whole.reveal())
                .into_iter()
                .take(3)
                .map(|ranked| ranked.slug)
                .collect(),
            danger: care.screen(whole.reveal()),
        }
    })
    .await
    // What the panic said may quote the story.
    .map_err(|_| Error::internal(anyhow::anyhow!("preparing a story panicked")))
}

const fn status_for(danger: Danger) -> Status {
    if danger.is_crisis() {
        Status::Escalated
    } else {
        Status::Pending
    }
}

const fn place(id: Uuid, owner: Uuid) -> Place {
    Place {
        table: "testimony",
        column: "sealed",
        row: id,
        owner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission(words: &str, consent: bool) -> Submission {
        let words = || Confided::new(words.to_owned());
        Submission {
            what_happened: words(),
            what_helped: words(),
            what_changed: words(),
            consent,
            idempotency_key: Uuid::nil(),
        }
    }

    fn messages(submission: Submission) -> Vec<(&'static str, &'static str)> {
        match NewTestimony::parse(submission) {
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
        let short = vec![
            ("consent", "You must agree to share your story"),
            ("whatChanged", "Please describe what changed"),
            ("whatHappened", "Please provide more detail about what happened"),
            ("whatHelped", "Please share what helped you"),
        ];
        assert_eq!(messages(submission("   nine ch  ", false)), short);
        assert_eq!(messages(submission("ten chars!", true)), vec![]);
        assert_eq!(messages(submission(&"é".repeat(LONGEST_FIELD), true)), vec![]);
        assert_eq!(messages(submission(&"é".repeat(LONGEST_FIELD + 1), true)).len(), 3);
        assert_eq!(messages(submission("with a NUL \0 in it", true)).len(), 3);
    }

    #[test]
    fn a_sealed_story_reads_back_as_it_was() {
        let NewTestimony { story, .. } = NewTestimony::parse(submission("words \"with\" quotes", true)).expect("good");
        let again = Story::from_bytes(&story.to_bytes().expect("writes")).expect("reads");
        assert_eq!(again.whole(), story.whole());
    }
}
