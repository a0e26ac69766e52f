//! A guess which waiting testimonies are spam, which staff confirm for all alike.
//!
//! Invariant: a guess decides nothing and is stored nowhere, no hash of a text either: texts are compared when staff ask.
//! A testimony that shows danger, was reported or reopened is declined only by itself.

use std::collections::HashSet;

use care::spam::{alike, signals};
use time::OffsetDateTime;
use uuid::Uuid;

use super::bulk::{Outcome, decide};
use super::publish_check::on_blocking_thread;
use super::state::{invalid_field, parse_note};
use super::{Command, Step};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::staff::Staff;

/// How many of the newest waiting testimonies are compared.
const RECENT: i64 = 500;

/// Testimonies that may be spam and are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpamGroup {
    /// Their ids, newest first.
    pub ids: Vec<Uuid>,
    /// Whether one of them has links or ways to reach somebody.
    pub has_links: bool,
    /// Whether one of them has sales words.
    pub has_offers: bool,
    /// Whether the same text came several times.
    pub is_repeated: bool,
}

struct Candidate {
    id: Uuid,
    owner_id: Uuid,
    redacted_text: String,
}

/// Guesses at spam among the newest testimonies that wait and show no danger.
pub async fn guesses(ctx: &Ctx) -> Result<Vec<SpamGroup>> {
    let candidates = sqlx::query_as!(
        Candidate,
        r#"select id, owner_id, redacted_text as "redacted_text!" from testimony
           where status = 'pending' and redacted_text is not null and crisis_severity = 0 and reports = 0
           order by created_at desc limit $1"#,
        RECENT
    )
    .fetch_all(&ctx.db)
    .await?;
    on_blocking_thread(ctx, move |_| groups(&candidates)).await
}

fn groups(candidates: &[Candidate]) -> Vec<SpamGroup> {
    let texts: Vec<&str> = candidates.iter().map(|one| one.redacted_text.as_str()).collect();
    let repeated = alike(&texts);
    let in_group: HashSet<usize> = repeated.iter().flatten().copied().collect();
    let alone = (0..candidates.len()).filter(|index| !in_group.contains(index));
    let alone = alone.map(|index| vec![index]);
    let mut groups: Vec<Vec<usize>> = repeated.into_iter().chain(alone).collect();
    groups.sort_unstable();
    groups.iter().filter_map(|members| guess(candidates, members)).collect()
}

/// The guess for alike testimonies. Two of one owner without anything else are a story that was sent twice.
fn guess(candidates: &[Candidate], members: &[usize]) -> Option<SpamGroup> {
    let found: Vec<_> = members
        .iter()
        .map(|index| signals(&candidates[*index].redacted_text))
        .collect();
    let owners: HashSet<Uuid> = members.iter().map(|index| candidates[*index].owner_id).collect();
    let is_offer = found.iter().any(|one| one.is_offer());
    let group = SpamGroup {
        ids: members.iter().map(|index| candidates[*index].id).collect(),
        has_links: found.iter().any(|one| one.links > 0),
        has_offers: found.iter().any(|one| one.offers > 0),
        is_repeated: members.len() > 1,
    };
    (is_offer || owners.len() > 1).then_some(group)
}

/// Declines testimonies that staff confirmed to be spam, with the note that their authors read. One that is no longer
/// guessed to be spam needs individual review.
///
/// # Errors
/// `InvalidFields` without a note. A database error stops the loop; testimonies declined before it stay declined.
pub async fn reject_spam(
    ctx: &Ctx,
    staff: &Staff,
    ids: &[Uuid],
    notes: Option<&str>,
    now: OffsetDateTime,
) -> Result<Vec<(Uuid, Outcome)>> {
    let notes = parse_note(notes, "notes")?;
    let notes = notes.ok_or_else(|| invalid_field("notes", "Please say why. The author will read it."))?;
    let command = Command::of(Step::RejectSpam { notes });
    let guessed: HashSet<Uuid> = guesses(ctx).await?.into_iter().flat_map(|group| group.ids).collect();
    let mut outcomes = Vec::with_capacity(ids.len());
    for id in ids {
        let outcome = if guessed.contains(id) {
            decide(ctx, staff, *id, &command, now).await?
        } else {
            doubted(ctx, *id).await?
        };
        outcomes.push((*id, outcome));
    }
    Ok(outcomes)
}

/// Why a testimony that is not guessed to be spam stays as it is.
async fn doubted(ctx: &Ctx, id: Uuid) -> Result<Outcome> {
    let is_pending = sqlx::query_scalar!(
        r#"select status = 'pending' as "is_pending!" from testimony where id = $1"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(match is_pending {
        None => Outcome::NotFound,
        Some(false) => Outcome::NotPending,
        Some(true) => Outcome::NeedsALook,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFER: &str = "Earn money from home with our trading platform. Contact us on WhatsApp [phone] today.";
    const STORY: &str = "I was afraid every night after the fire, and my neighbour sat with me until the morning.";

    fn candidate(id: u128, owner: u128, text: &str) -> Candidate {
        Candidate {
            id: Uuid::from_u128(id),
            owner_id: Uuid::from_u128(owner),
            redacted_text: text.to_owned(),
        }
    }

    fn guessed(candidates: &[Candidate]) -> Vec<Vec<u128>> {
        let ids = |group: SpamGroup| group.ids.iter().map(Uuid::as_u128).collect();
        groups(candidates).into_iter().map(ids).collect()
    }

    #[test]
    fn alike_offers_are_one_group_and_a_story_is_in_none() {
        let found = groups(&[candidate(1, 1, OFFER), candidate(2, 2, STORY), candidate(3, 3, OFFER)]);
        let ids = vec![Uuid::from_u128(1), Uuid::from_u128(3)];
        let group = SpamGroup {
            ids,
            has_links: true,
            has_offers: true,
            is_repeated: true,
        };
        assert_eq!(found, [group]);
    }

    #[test]
    fn the_same_story_of_two_people_is_a_guess_and_one_sent_twice_is_not() {
        assert_eq!(
            guessed(&[candidate(1, 1, STORY), candidate(2, 1, STORY)]),
            Vec::<Vec<u128>>::new()
        );
        assert_eq!(guessed(&[candidate(1, 1, STORY), candidate(2, 2, STORY)]), [[1, 2]]);
        assert_eq!(guessed(&[candidate(1, 1, OFFER)]), [[1]]);
        assert_eq!(guessed(&[]), Vec::<Vec<u128>>::new());
    }
}
