//! Who of the staff is reading which testimony, while they read it.
//!
//! Invariant: presence is in the memory of web processes only, for [`LIFETIME`] after the last sign of life. It travels
//! as a notification, is stored nowhere and stops nobody: if it cannot travel, it is not shown.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Staff;
use crate::ctx::Ctx;
use crate::error::Result;
use crate::notifications::{self, Notification};

/// How long a reader is shown after their last sign of life. Browsers give one every ten seconds.
pub const LIFETIME: Duration = Duration::from_secs(30);

/// The readers that this process knows of.
#[derive(Debug, Default)]
pub struct Presence {
    /// By testimony and sign-in.
    readers: Mutex<HashMap<(Uuid, Uuid), Reader>>,
}

#[derive(Debug)]
struct Reader {
    name: String,
    until: Instant,
}

impl Presence {
    /// Takes note of a notification about a reader; others are ignored.
    pub fn hear(&self, notification: &Notification, now: Instant) {
        let Notification::StaffReading {
            testimony,
            sign_in,
            name,
            is_open,
        } = notification
        else {
            return;
        };
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.retain(|_, reader| reader.until > now);
        if *is_open {
            let reader = Reader {
                name: name.clone(),
                until: now + LIFETIME,
            };
            readers.insert((*testimony, *sign_in), reader);
        } else {
            readers.remove(&(*testimony, *sign_in));
        }
    }

    /// The names of the others who are reading this testimony, in order.
    pub fn others(&self, testimony: Uuid, staff: &Staff, now: Instant) -> Vec<String> {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_other = |(of, sign_in): &(Uuid, Uuid), reader: &Reader| {
            *of == testimony && *sign_in != staff.sign_in && reader.until > now
        };
        let mut names: Vec<String> = readers
            .iter()
            .filter(|(key, reader)| is_other(key, reader))
            .map(|(_, reader)| reader.name.clone())
            .collect();
        drop(readers);
        names.sort();
        names.dedup();
        names
    }
}

/// Tells every web process that this member of staff is reading a testimony, or has left it.
pub async fn tell(ctx: &Ctx, staff: &Staff, testimony: Uuid, is_open: bool) -> Result<()> {
    let notification = Notification::StaffReading {
        testimony,
        sign_in: staff.sign_in,
        name: staff.name.clone(),
        is_open,
    };
    let mut connection = ctx.db.acquire().await?;
    notifications::notify(&mut connection, &notification).await
}

#[cfg(test)]
mod tests {
    use crate::role::Role;

    use super::*;

    const STORY: Uuid = Uuid::from_u128(7);

    fn staff(number: u128, name: &str) -> Staff {
        Staff {
            sign_in: Uuid::from_u128(number),
            name: name.to_owned(),
            role: Role::Reader,
        }
    }

    fn reading(staff: &Staff, is_open: bool) -> Notification {
        Notification::StaffReading {
            testimony: STORY,
            sign_in: staff.sign_in,
            name: staff.name.clone(),
            is_open,
        }
    }

    #[test]
    fn a_reader_sees_the_others_of_the_same_testimony_and_not_themselves() {
        let (presence, now) = (Presence::default(), Instant::now());
        let (ruth, daniel) = (staff(1, "Ruth"), staff(2, "Daniel"));
        assert_eq!(presence.others(STORY, &ruth, now), Vec::<String>::new());
        presence.hear(&reading(&ruth, true), now);
        presence.hear(&reading(&daniel, true), now);
        presence.hear(&reading(&staff(3, "Daniel"), true), now);
        assert_eq!(presence.others(STORY, &ruth, now), ["Daniel"]);
        assert_eq!(presence.others(STORY, &daniel, now), ["Daniel", "Ruth"]);
        assert_eq!(presence.others(Uuid::from_u128(8), &ruth, now), Vec::<String>::new());
    }

    #[test]
    fn a_reader_who_leaves_is_gone_at_once_and_a_silent_one_after_the_lifetime() {
        let (presence, now) = (Presence::default(), Instant::now());
        let (ruth, daniel) = (staff(1, "Ruth"), staff(2, "Daniel"));
        presence.hear(&reading(&daniel, true), now);
        presence.hear(&reading(&daniel, false), now);
        assert_eq!(presence.others(STORY, &ruth, now), Vec::<String>::new());
        presence.hear(&reading(&daniel, true), now);
        let before = now + Duration::from_secs(29);
        assert_eq!(presence.others(STORY, &ruth, before), ["Daniel"]);
        assert_eq!(presence.others(STORY, &ruth, now + LIFETIME), Vec::<String>::new());
        presence.hear(&reading(&ruth, true), now + LIFETIME);
        let kept = presence.readers.lock().expect("no test panicked").len();
        assert_eq!(kept, 1, "what has expired is forgotten");
    }
}
