//! Counts by week, for the overview of staff: what people carry, when helplines are shown, whether letters are near.
//!
//! Invariant: a count knows no person, no words, and no time but its week. Counting is one addition in memory; rows are
//! written by the minute. A count under `MIN_SHOWN` never leaves the database, and the week that runs is never read: so
//! no two answers differ by what one person did.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::PgPool;
use time::{Date, Duration};

use crate::content::Content;
use crate::error::Result;
use crate::guidance::{Form, Guidance};
use crate::nearness::Answer;

/// Smaller counts are not shown.
pub const MIN_SHOWN: i64 = 5;
/// The most weeks that are read: as many as are kept.
pub const MAX_WEEKS: i64 = 104;

/// What is counted beside letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Helplines were shown first.
    Crisis,
    /// Help was offered beside the answer.
    PossibleDanger,
    /// A reader said that a letter was near.
    Near,
    /// A reader said *not quite*.
    NotQuite,
}

impl Event {
    const ALL: [Self; 4] = [Self::Crisis, Self::PossibleDanger, Self::Near, Self::NotQuite];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Crisis => "crisis",
            Self::PossibleDanger => "possible_danger",
            Self::Near => "near",
            Self::NotQuite => "not_quite",
        }
    }
}

impl From<Answer> for Event {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Near => Self::Near,
            Answer::NotQuite => Self::NotQuite,
        }
    }
}

/// Which letter answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The message of a topic, because no situation was clear.
    Topic,
    /// The letter of a situation.
    Situation,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Situation => "situation",
        }
    }
}

/// The counts of this process that are not stored yet: one number for each letter and event, made at the start, so that
/// counting takes no lock and no memory.
#[derive(Debug)]
pub struct WeeklyCounter {
    topics: HashMap<String, AtomicI64>,
    situations: HashMap<String, AtomicI64>,
    events: [AtomicI64; Event::ALL.len()],
}

impl WeeklyCounter {
    /// A counter for the letters of the content.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        let zeros =
            |slugs: &mut dyn Iterator<Item = &String>| slugs.map(|slug| (slug.clone(), AtomicI64::new(0))).collect();
        let letters = &content.english;
        let topics = letters.topics.iter().chain([&letters.comfort]);
        Self {
            topics: zeros(&mut topics.map(|topic| &topic.slug)),
            situations: zeros(&mut letters.situations.iter().map(|situation| &situation.slug)),
            events: std::array::from_fn(|_| AtomicI64::new(0)),
        }
    }

    /// Counts the letter of an answer: under its situation, or else under its topic, and never under both. A passage
    /// that was asked for is no letter. `shown` are the letters that the browser had before: one that comes again is the
    /// same burden, and not counted twice.
    pub fn letter(&self, guidance: &Guidance<'_>, shown: &[String]) {
        if matches!(guidance.form, Form::Asked(_)) {
            return;
        }
        let (cells, slug) = match &guidance.letter {
            Some(letter) => (&self.situations, &letter.situation.slug),
            None => (&self.topics, &guidance.topic.slug),
        };
        if let Some(cell) = cells.get(slug).filter(|_| !shown.contains(slug)) {
            cell.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts an event.
    pub fn event(&self, event: Event) {
        self.events[event as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Stores what was counted, under the week that runs. What cannot be stored is counted on.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn store(&self, db: &PgPool) -> Result<()> {
        let taken: Vec<(&'static str, &str, &AtomicI64, i64)> = self
            .cells()
            .map(|(kind, key, cell)| (kind, key, cell, cell.swap(0, Ordering::Relaxed)))
            .filter(|(.., count)| *count > 0)
            .collect();
        if taken.is_empty() {
            return Ok(());
        }
        let kinds: Vec<&str> = taken.iter().map(|(kind, ..)| *kind).collect();
        let keys: Vec<&str> = taken.iter().map(|(_, key, ..)| *key).collect();
        let counts: Vec<i64> = taken.iter().map(|(.., count)| *count).collect();
        let stored = sqlx::query!(
            // In one order everywhere, so that two processes cannot deadlock.
            "insert into weekly_count as known (week, kind, key, count)
                 select date_trunc('week', now() at time zone 'UTC')::date, kind, key, count
                 from unnest($1::text[], $2::text[], $3::bigint[]) as counted (kind, key, count)
                 order by kind, key
             on conflict (week, kind, key) do update set count = known.count + excluded.count",
            &kinds as _,
            &keys as _,
            &counts
        )
        .execute(db)
        .await;
        if let Err(error) = stored {
            for (_, _, cell, count) in taken {
                cell.fetch_add(count, Ordering::Relaxed);
            }
            return Err(error.into());
        }
        Ok(())
    }

    fn cells(&self) -> impl Iterator<Item = (&'static str, &str, &AtomicI64)> {
        let of = |kind: Kind, cells| {
            let cells: &HashMap<String, AtomicI64> = cells;
            cells
                .iter()
                .map(move |(slug, cell)| (kind.as_str(), slug.as_str(), cell))
        };
        let events = Event::ALL.iter().zip(&self.events);
        of(Kind::Topic, &self.topics)
            .chain(of(Kind::Situation, &self.situations))
            .chain(events.map(|(event, cell)| (event.as_str(), "", cell)))
    }
}

/// The counts of one letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterCounts {
    /// Whether it is the letter of a topic or of a situation.
    pub kind: Kind,
    /// The slug of the topic or situation.
    pub slug: String,
    /// Its counts by week, in the order of the weeks; none if under `MIN_SHOWN`.
    pub counts: Vec<Option<i64>>,
}

/// The counts of whole weeks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weeks {
    /// The Mondays of the weeks, the latest first.
    pub mondays: Vec<Date>,
    /// The letters that reached `MIN_SHOWN` in one of the weeks, those first that did so most in the latest.
    pub letters: Vec<LetterCounts>,
    events: [Vec<Option<i64>>; Event::ALL.len()],
}

impl Weeks {
    /// The counts of an event by week; none if under `MIN_SHOWN`.
    #[must_use]
    pub fn event(&self, event: Event) -> &[Option<i64>] {
        &self.events[event as usize]
    }
}

/// Reads the counts of the latest whole weeks.
pub async fn read(db: &PgPool, weeks: i64) -> Result<Weeks> {
    let weeks = weeks.clamp(1, MAX_WEEKS);
    // A week is read an hour after its end: by then nothing is added to it any more.
    let latest = sqlx::query_scalar!(
        r#"select date_trunc('week', (now() - interval '1 hour') at time zone 'UTC')::date - 7 as "latest!""#
    )
    .fetch_one(db)
    .await?;
    let rows = sqlx::query!(
        "select week, kind, key, count from weekly_count
         where week <= $1 and week > $1 - $2::integer * 7 and count >= $3",
        latest,
        i32::try_from(weeks).unwrap_or(i32::MAX),
        MIN_SHOWN
    )
    .fetch_all(db)
    .await?;
    let length = usize::try_from(weeks).unwrap_or(1);
    let mut read = Weeks {
        mondays: (0..weeks).map(|ago| latest - Duration::weeks(ago)).collect(),
        letters: Vec::new(),
        events: std::array::from_fn(|_| vec![None; length]),
    };
    let mut letters: HashMap<(&'static str, String), LetterCounts> = HashMap::new();
    for row in rows {
        let Ok(place) = usize::try_from((latest - row.week).whole_weeks()) else {
            continue;
        };
        if let Some(event) = Event::ALL.into_iter().find(|event| event.as_str() == row.kind) {
            read.events[event as usize][place] = Some(row.count);
        } else if let Some(kind) = [Kind::Topic, Kind::Situation]
            .into_iter()
            .find(|kind| kind.as_str() == row.kind)
        {
            let letter = letters
                .entry((kind.as_str(), row.key.clone()))
                .or_insert_with(|| LetterCounts {
                    kind,
                    slug: row.key,
                    counts: vec![None; length],
                });
            letter.counts[place] = Some(row.count);
        }
    }
    read.letters = letters.into_values().collect();
    read.letters
        .sort_by(|one, other| other.counts.cmp(&one.counts).then_with(|| one.slug.cmp(&other.slug)));
    Ok(read)
}

/// Deletes counts that are older than two years.
pub async fn delete_old(db: &PgPool) -> Result<u64> {
    let deleted = sqlx::query!("delete from weekly_count where week < (now() - interval '2 years')::date")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}
