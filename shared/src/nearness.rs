//! Whether letters were near to what their readers carry: one tap each, counted by letter and passage.
//!
//! Invariant: a count knows no person, no time and no words. Taps are counted in memory and stored by the minute, so
//! that no row is written when somebody taps. Letters about danger are never counted.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use sqlx::PgPool;

use crate::content::{Content, Reference, WithNumbers};
use crate::error::{Error, Result};

const MAX_LISTED: i64 = 300;
/// Taps that a letter is compared with as if they had come already, so that one tap does not put it first.
const ASSUMED_TAPS: f64 = 8.0;

/// A letter with the passage below it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    letter: String,
    passage: String,
}

impl Subject {
    /// The letter of a situation or topic. A passage that is none of its own, such as one that was asked for, has no name:
    /// so the number of subjects is limited by the content.
    ///
    /// # Errors
    /// `NotFound` if there is no such letter, or if it is about danger.
    pub fn of(content: &Content, id: &str, passage: &Reference) -> Result<Self> {
        let is_own = if let Some(situation) = content.english.situation(id) {
            if situation.with_numbers != WithNumbers::Never {
                return Err(Error::NotFound);
            }
            situation.passages.iter().any(|own| own.passage.reference == *passage)
        } else {
            let topic = content.english.topic(id).ok_or(Error::NotFound)?;
            if topic.slug == content.english.refuge.slug {
                return Err(Error::NotFound);
            }
            topic.passages.iter().any(|own| own.passage.reference == *passage)
        };
        Ok(Self {
            letter: id.to_owned(),
            passage: if is_own { passage.to_string() } else { String::new() },
        })
    }
}

/// What a reader said of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It was near.
    Near,
    /// Not quite.
    NotQuite,
}

#[derive(Debug, Default, Clone, Copy)]
struct Taps {
    near: i64,
    not_quite: i64,
}

/// The taps of this process that are not stored yet.
#[derive(Default)]
pub struct Counter(Mutex<BTreeMap<Subject, Taps>>);

impl Counter {
    /// Counts a tap in memory.
    pub fn count(&self, subject: Subject, answer: Answer) {
        let one = match answer {
            Answer::Near => Taps { near: 1, not_quite: 0 },
            Answer::NotQuite => Taps { near: 0, not_quite: 1 },
        };
        self.add([(subject, one)]);
    }

    /// Stores what was counted. What cannot be stored is counted on.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn store(&self, db: &PgPool) -> Result<()> {
        let taken = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if taken.is_empty() {
            return Ok(());
        }
        let letters: Vec<&str> = taken.keys().map(|subject| subject.letter.as_str()).collect();
        let passages: Vec<&str> = taken.keys().map(|subject| subject.passage.as_str()).collect();
        let near: Vec<i64> = taken.values().map(|taps| taps.near).collect();
        let not_quite: Vec<i64> = taken.values().map(|taps| taps.not_quite).collect();
        let stored = sqlx::query!(
            // In one order everywhere, so that two processes cannot deadlock.
            "insert into letter_nearness as known (letter, passage, near, not_quite)
                 select letter, passage, near, not_quite
                 from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
                     as counted (letter, passage, near, not_quite)
                 order by letter, passage
             on conflict (letter, passage) do update set
                 near = known.near + excluded.near, not_quite = known.not_quite + excluded.not_quite",
            &letters as _,
            &passages as _,
            &near,
            &not_quite
        )
        .execute(db)
        .await;
        if let Err(error) = stored {
            self.add(taken);
            return Err(error.into());
        }
        Ok(())
    }

    fn add(&self, taps: impl IntoIterator<Item = (Subject, Taps)>) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (subject, taps) in taps {
            let sum = counted.entry(subject).or_default();
            sum.near += taps.near;
            sum.not_quite += taps.not_quite;
        }
    }
}

/// How near a letter with a passage was to its readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearness {
    /// The slug of the situation or topic.
    pub letter: String,
    /// The passage; empty if it was none of the letter's own.
    pub passage: String,
    /// How many readers said that it was near.
    pub near: i64,
    /// How many said *not quite*.
    pub not_quite: i64,
}

/// How near letters were, those first that miss most. A letter with few taps stands near the middle.
pub async fn list(db: &PgPool) -> Result<Vec<Nearness>> {
    let listed = sqlx::query_as!(
        Nearness,
        "select letter, passage, near, not_quite from letter_nearness
         order by (not_quite + $1::float8 / 2) / (near + not_quite + $1::float8) desc, not_quite desc, letter, passage limit $2",
        ASSUMED_TAPS,
        MAX_LISTED
    )
    .fetch_all(db)
    .await?;
    Ok(listed)
}
