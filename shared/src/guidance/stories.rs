//! The stories beside guidance: approved ones of its topic, of the newest those nearest to the words.
//!
//! Invariant: what is shown is what Postgres would give now. What this process has read is tagged with its edition, and is
//! shown only while that is the edition that came with the count. Nothing is kept but what everybody may read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use care::vectors::{Vectors, similarity};
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::timeout;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::{Error, Result};

const CONSIDERED: i64 = 30;
const SHOWN: usize = 5;

/// A story that may be read.
#[derive(Debug)]
pub struct Story {
    /// The story.
    pub id: Uuid,
    /// Its words, without what could tell who wrote it, as a string of JSON: it is written into many answers.
    pub redacted_text: Box<RawValue>,
}

/// The stories that may be read, as far as this process has read them, with what they mean.
#[derive(Clone, Default)]
pub struct Stories(Arc<Mutex<Shelf>>);

#[derive(Default)]
struct Shelf {
    edition: Uuid,
    by_topic: HashMap<String, Arc<[Readable]>>,
}

/// A story with what it means.
struct Readable {
    story: Arc<Story>,
    meaning: Vec<f32>,
}

/// Approved stories of a topic, nearest to the words first. A database that fails or dawdles here costs the stories, not
/// the answer.
pub(super) async fn of_topic(ctx: &Ctx, slug: &str, edition: Uuid, meaning: Option<&[f32]>) -> Vec<Arc<Story>> {
    let readable = match ctx.stories.read_before(slug, edition) {
        Some(readable) => readable,
        None => match timeout(ctx.patience.stories, read(ctx, slug)).await {
            Ok(Ok(readable)) => readable,
            Ok(Err(error)) => {
                tracing::warn!(%error, "stories could not be read");
                return Vec::new();
            }
            Err(_) => {
                tracing::warn!("stories took too long");
                return Vec::new();
            }
        },
    };
    let mut nearest: Vec<&Readable> = readable.iter().collect();
    if let Some(wanted) = meaning {
        nearest.sort_by_cached_key(|readable| std::cmp::Reverse(ordered(similarity(&readable.meaning, wanted))));
    }
    nearest
        .into_iter()
        .take(SHOWN)
        .map(|readable| readable.story.clone())
        .collect()
}

/// Reads the newest stories of a topic, and keeps them with the edition that they are of.
async fn read(ctx: &Ctx, slug: &str) -> Result<Arc<[Readable]>> {
    let rows = sqlx::query!(
        r#"select edition, id as "id?", redacted_text from testimony_count left join (
               select id, redacted_text, moderated_at from testimony
               where status = 'approved' and (reported_at is null or kept_at is not null) and topics @> array[$1]
               order by moderated_at desc, id limit $2) as newest on true
           order by moderated_at desc, id"#,
        slug,
        CONSIDERED
    )
    .fetch_all(&ctx.db)
    .await?;
    let edition = rows.first().map(|row| row.edition);
    let stories = rows.into_iter().filter_map(|row| Some((row.id?, row.redacted_text?)));
    let readable = stories.map(|(id, text)| Readable::new(id, &text, &ctx.care.vectors));
    let readable: Arc<[Readable]> = readable.collect::<Result<_>>()?;
    if let Some(edition) = edition {
        ctx.stories.keep(slug, edition, readable.clone());
    }
    Ok(readable)
}

impl Readable {
    fn new(id: Uuid, text: &str, vectors: &Vectors) -> Result<Self> {
        let redacted_text = to_raw_value(text).map_err(Error::internal)?;
        Ok(Self {
            story: Arc::new(Story { id, redacted_text }),
            meaning: vectors.embed(text),
        })
    }
}

impl Stories {
    /// The stories of a topic, if they were read and are of this edition. Those of another one are forgotten.
    fn read_before(&self, slug: &str, edition: Uuid) -> Option<Arc<[Readable]>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn_to(edition);
        kept.by_topic.get(slug).cloned()
    }

    fn keep(&self, slug: &str, edition: Uuid, readable: Arc<[Readable]>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn_to(edition);
        kept.by_topic.insert(slug.to_owned(), readable);
    }
}

impl Shelf {
    fn turn_to(&mut self, edition: Uuid) {
        if self.edition != edition {
            self.edition = edition;
            self.by_topic.clear();
        }
    }
}

/// A similarity between -1 and 1 as a number that can be sorted.
fn ordered(similarity: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1, times a million")]
    let millionths = (similarity * 1_000_000.0) as i32;
    millionths
}
