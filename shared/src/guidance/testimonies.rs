//! The testimonies shown with guidance. Those in the language of the answer come first; then those of the same situation;
//! then the newest approved ones of its topic; among equals the most similar to the user's words. Nobody gets their own.
//!
//! Invariant: a cached testimony is never stale. The cache is tagged with the edition it was read at, and an entry is
//! used only while that edition equals the one read with the usage count. The cache holds only published text.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use care::vectors::similarity;
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::timeout;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::ids::Owner;
use crate::locale::Locale;

const MAX_CONSIDERED: i64 = 30;
const MAX_OF_SITUATION: i64 = 10;
const MAX_SHOWN: usize = 5;

/// An approved testimony.
#[derive(Debug)]
pub struct PublishedTestimony {
    /// Its id.
    pub id: Uuid,
    /// The language in which it is written, if it is one of ours.
    pub language: Option<Locale>,
    /// Its redacted text, already encoded as a JSON string, because many answers contain it.
    pub redacted_text: Box<RawValue>,
}

/// The approved testimonies that this process has read, with their embeddings.
#[derive(Clone, Default)]
pub struct TestimonyCache(Arc<Mutex<CacheState>>);

#[derive(Default)]
struct CacheState {
    edition: Uuid,
    by_match: HashMap<Match, Arc<[CachedTestimony]>>,
}

/// What testimonies are chosen by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Match {
    /// The slug of a topic.
    pub topic: String,
    /// The slug of a situation, if one was told.
    pub situation: Option<String>,
    /// The language of the answer.
    pub locale: Locale,
}

struct CachedTestimony {
    testimony: Arc<PublishedTestimony>,
    author: Uuid,
    is_same_situation: bool,
    embedding: Vec<f32>,
}

/// Approved testimonies for a reader: those in the language of the answer first, then those of the same situation, most
/// similar first. If the database fails or is slow, the answer has none.
pub(super) async fn matching(
    ctx: &Ctx,
    wanted: &Match,
    reader: Owner,
    edition: Uuid,
    embedding: Option<&[f32]>,
) -> Vec<Arc<PublishedTestimony>> {
    let testimonies = match ctx.testimony_cache.get(wanted, edition) {
        Some(testimonies) => testimonies,
        None => match timeout(ctx.timeouts.testimonies, read(ctx, wanted)).await {
            Ok(Ok(testimonies)) => testimonies,
            Ok(Err(error)) => {
                tracing::warn!(%error, "testimonies could not be read");
                return Vec::new();
            }
            Err(_) => {
                tracing::warn!("reading testimonies timed out");
                return Vec::new();
            }
        },
    };
    let mut sorted: Vec<&CachedTestimony> = testimonies.iter().filter(|cached| cached.author != reader.id).collect();
    sorted.sort_by_cached_key(|cached| {
        let nearness = embedding.map_or(0, |embedding| sort_key(similarity(&cached.embedding, embedding)));
        let is_in_language = cached.testimony.language == Some(wanted.locale);
        Reverse((is_in_language, cached.is_same_situation, nearness))
    });
    sorted
        .into_iter()
        .take(MAX_SHOWN)
        .map(|cached| cached.testimony.clone())
        .collect()
}

/// Reads the newest testimonies of a topic and of a situation, and caches them with their edition. Those in another
/// language than English are few, so they are looked for by themselves.
async fn read(ctx: &Ctx, wanted: &Match) -> Result<Arc<[CachedTestimony]>> {
    let rows = sqlx::query!(
        r#"select edition, id as "id?", owner_id as "author?", redacted_text, language, is_same_situation as "is_same_situation?"
           from testimony_count left join (
               (select id, owner_id, redacted_text, language, moderated_at, true as is_same_situation from testimony
                where status = 'approved' and (hidden_at is null or hidden_at <= greatest(kept_at, moderated_at)) and situation = $3
                order by moderated_at desc, id limit $4)
               union all
               (select id, owner_id, redacted_text, language, moderated_at, false from testimony
                where status = 'approved' and (hidden_at is null or hidden_at <= greatest(kept_at, moderated_at)) and topics @> array[$1]
                    and situation is distinct from $3 and language is distinct from $5
                order by moderated_at desc, id limit $2)
               union all
               (select id, owner_id, redacted_text, language, moderated_at, false from testimony
                where status = 'approved' and (hidden_at is null or hidden_at <= greatest(kept_at, moderated_at)) and topics @> array[$1]
                    and situation is distinct from $3 and language = $5
                order by moderated_at desc, id limit $2)) as newest on true
           order by moderated_at desc, id"#,
        wanted.topic,
        MAX_CONSIDERED,
        // No story has the empty one.
        wanted.situation.as_deref().unwrap_or_default(),
        MAX_OF_SITUATION,
        other_language(wanted.locale)
    )
    .fetch_all(&ctx.db)
    .await?;
    let edition = rows.first().map(|row| row.edition);
    let testimonies = rows.into_iter().filter_map(|row| {
        let (id, author, text) = (row.id?, row.author?, row.redacted_text?);
        Some(to_raw_value(&text).map(|redacted_text| {
            CachedTestimony {
                testimony: Arc::new(PublishedTestimony {
                    id,
                    // Older ones were prepared without it.
                    language: row
                        .language
                        .as_deref()
                        .map_or_else(|| Locale::written(&text), Locale::of_tag),
                    redacted_text,
                }),
                author,
                is_same_situation: row.is_same_situation.unwrap_or_default(),
                embedding: ctx.care.vectors.embed(&text),
            }
        }))
    });
    let testimonies: Result<Arc<[CachedTestimony]>, _> = testimonies.collect();
    let testimonies = testimonies.map_err(Error::internal)?;
    if let Some(edition) = edition {
        ctx.testimony_cache.insert(wanted, edition, testimonies.clone());
    }
    Ok(testimonies)
}

/// The tag of a language whose stories are few; no story has the empty one.
const fn other_language(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "",
        Locale::Spanish => locale.tag(),
    }
}

impl TestimonyCache {
    /// The cached testimonies. Entries of another edition are dropped.
    fn get(&self, wanted: &Match, edition: Uuid) -> Option<Arc<[CachedTestimony]>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.switch_to(edition);
        state.by_match.get(wanted).cloned()
    }

    fn insert(&self, wanted: &Match, edition: Uuid, testimonies: Arc<[CachedTestimony]>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.switch_to(edition);
        state.by_match.insert(wanted.clone(), testimonies);
    }
}

impl CacheState {
    fn switch_to(&mut self, edition: Uuid) {
        if self.edition != edition {
            self.edition = edition;
            self.by_match.clear();
        }
    }
}

/// A similarity between -1 and 1 as a sortable integer.
fn sort_key(similarity: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1, times a million")]
    let millionths = (similarity * 1_000_000.0) as i32;
    millionths
}
