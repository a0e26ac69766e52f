//! The testimonies shown with guidance: of the newest approved ones of its topic, the most similar to the user's words.
//!
//! Invariant: a cached testimony is never stale. The cache is tagged with the edition it was read at, and an entry is
//! used only while that edition equals the one read with the usage count. The cache holds only published text.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use care::vectors::{Vectors, similarity};
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::timeout;
use uuid::Uuid;

use crate::ctx::Ctx;
use crate::error::{Error, Result};

const MAX_CONSIDERED: i64 = 30;
const MAX_SHOWN: usize = 5;

/// An approved testimony.
#[derive(Debug)]
pub struct PublishedTestimony {
    /// Its id.
    pub id: Uuid,
    /// Its redacted text, already encoded as a JSON string, because many answers contain it.
    pub redacted_text: Box<RawValue>,
}

/// The approved testimonies that this process has read, with their embeddings.
#[derive(Clone, Default)]
pub struct TestimonyCache(Arc<Mutex<CacheState>>);

#[derive(Default)]
struct CacheState {
    edition: Uuid,
    by_topic: HashMap<String, Arc<[CachedTestimony]>>,
}

struct CachedTestimony {
    testimony: Arc<PublishedTestimony>,
    embedding: Vec<f32>,
}

/// Approved testimonies of a topic, most similar first. If the database fails or is slow, the answer has none.
pub(super) async fn of_topic(
    ctx: &Ctx,
    slug: &str,
    edition: Uuid,
    embedding: Option<&[f32]>,
) -> Vec<Arc<PublishedTestimony>> {
    let testimonies = match ctx.testimony_cache.get(slug, edition) {
        Some(testimonies) => testimonies,
        None => match timeout(ctx.timeouts.testimonies, read(ctx, slug)).await {
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
    let mut sorted: Vec<&CachedTestimony> = testimonies.iter().collect();
    if let Some(embedding) = embedding {
        sorted.sort_by_cached_key(|cached| std::cmp::Reverse(sort_key(similarity(&cached.embedding, embedding))));
    }
    sorted
        .into_iter()
        .take(MAX_SHOWN)
        .map(|cached| cached.testimony.clone())
        .collect()
}

/// Reads the newest testimonies of a topic and caches them with their edition.
async fn read(ctx: &Ctx, slug: &str) -> Result<Arc<[CachedTestimony]>> {
    let rows = sqlx::query!(
        r#"select edition, id as "id?", redacted_text from testimony_count left join (
               select id, redacted_text, moderated_at from testimony
               where status = 'approved' and (reported_at is null or kept_at is not null) and topics @> array[$1]
               order by moderated_at desc, id limit $2) as newest on true
           order by moderated_at desc, id"#,
        slug,
        MAX_CONSIDERED
    )
    .fetch_all(&ctx.db)
    .await?;
    let edition = rows.first().map(|row| row.edition);
    let found = rows.into_iter().filter_map(|row| Some((row.id?, row.redacted_text?)));
    let testimonies = found.map(|(id, text)| CachedTestimony::new(id, &text, &ctx.care.vectors));
    let testimonies: Arc<[CachedTestimony]> = testimonies.collect::<Result<_>>()?;
    if let Some(edition) = edition {
        ctx.testimony_cache.insert(slug, edition, testimonies.clone());
    }
    Ok(testimonies)
}

impl CachedTestimony {
    fn new(id: Uuid, text: &str, vectors: &Vectors) -> Result<Self> {
        let redacted_text = to_raw_value(text).map_err(Error::internal)?;
        Ok(Self {
            testimony: Arc::new(PublishedTestimony { id, redacted_text }),
            embedding: vectors.embed(text),
        })
    }
}

impl TestimonyCache {
    /// The cached testimonies of a topic. Entries of another edition are dropped.
    fn get(&self, slug: &str, edition: Uuid) -> Option<Arc<[CachedTestimony]>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.switch_to(edition);
        state.by_topic.get(slug).cloned()
    }

    fn insert(&self, slug: &str, edition: Uuid, testimonies: Arc<[CachedTestimony]>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.switch_to(edition);
        state.by_topic.insert(slug.to_owned(), testimonies);
    }
}

impl CacheState {
    fn switch_to(&mut self, edition: Uuid) {
        if self.edition != edition {
            self.edition = edition;
            self.by_topic.clear();
        }
    }
}

/// A similarity between -1 and 1 as a sortable integer.
fn sort_key(similarity: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1, times a million")]
    let millionths = (similarity * 1_000_000.0) as i32;
    millionths
}
