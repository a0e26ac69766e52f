//! Data augmentation: variants of a marked text with other names and towns, in lower case, misspelt, partly redacted.
//!
//! They make the tagger learn the context of names rather than the names.

use care::redact::{Dictionaries, Facts, Kind};

use crate::redaction::marks::MarkedText;

/// A linear congruential generator, the same on every machine.
pub(super) struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

/// The names to substitute.
pub(super) struct Pool {
    given: Vec<String>,
    surnames: Vec<String>,
    places: Vec<String>,
    biblical: Vec<String>,
    virtues: Vec<String>,
}

impl Pool {
    pub fn of(dictionaries: &Dictionaries) -> Self {
        let mut pool = Self {
            given: Vec::new(),
            surnames: Vec::new(),
            places: Vec::new(),
            biblical: Vec::new(),
            virtues: Vec::new(),
        };
        dictionaries.for_each_word(|word, facts| {
            let is_plain = !facts.is_english() && !facts.is_biblical() && word.len() > 2;
            let lists = [
                (is_plain && facts.any(Facts::GIVEN), &mut pool.given),
                (is_plain && facts.any(Facts::SURNAME), &mut pool.surnames),
                (is_plain && facts.place() >= 2, &mut pool.places),
                (
                    facts.any(Facts::BIBLE_SURE.union(Facts::BIBLE_PEOPLE)),
                    &mut pool.biblical,
                ),
                (facts.any(Facts::VIRTUE) && facts.any(Facts::GIVEN), &mut pool.virtues),
            ];
            for (belongs, list) in lists {
                if belongs {
                    list.push(word.to_owned());
                }
            }
        });
        pool
    }
}

/// One variant of a text; the same seed gives the same variant.
pub(super) fn of(marked: &MarkedText, pool: &Pool, seed: u64) -> MarkedText {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9));
    random.below(2);
    let style = random.below(8);
    let mut variant = MarkedText {
        text: String::new(),
        spans: Vec::new(),
        kept: Vec::new(),
    };
    let mut at = 0;
    for (start, end, kind) in places_to_vary(marked, pool) {
        if start < at {
            continue;
        }
        variant.text.push_str(&marked.text[at..start]);
        let from = variant.text.len();
        let inside = &marked.text[start..end];
        let Some(kind) = kind else {
            // Another person of the Bible fits the same context.
            let other = if random.below(3) == 0 {
                cased(inside, pick(&pool.biblical, &mut random))
            } else {
                inside.to_owned()
            };
            variant.text.push_str(&other);
            at = end;
            continue;
        };
        match kind {
            Kind::Person if style == 7 && random.below(2) == 0 => variant.text.push_str("[name 1]"),
            Kind::Location if style == 7 && random.below(2) == 0 => variant.text.push_str("[place]"),
            Kind::Person => variant.text.push_str(&another_person(inside, pool, &mut random)),
            Kind::Location if random.below(4) > 0 => {
                variant.text.push_str(&cased(inside, pick(&pool.places, &mut random)));
            }
            Kind::Location
            | Kind::Org
            | Kind::Phone
            | Kind::Email
            | Kind::Url
            | Kind::Address
            | Kind::DateOfBirth
            | Kind::Age
            | Kind::Date
            | Kind::Id
            | Kind::CreditCard
            | Kind::Ip
            | Kind::Username
            | Kind::Plate
            | Kind::Hidden => variant.text.push_str(inside),
        }
        if !variant.text[from..].starts_with('[') {
            variant.spans.push((from, variant.text.len(), kind));
        }
        at = end;
    }
    variant.text.push_str(&marked.text[at..]);
    if style < 2 && variant.text.is_ascii() {
        variant.text.make_ascii_lowercase();
    }
    variant
}

/// The details of a text in order. People of the Bible that must stay have no kind.
fn places_to_vary(marked: &MarkedText, pool: &Pool) -> Vec<(usize, usize, Option<Kind>)> {
    let people = marked
        .kept
        .iter()
        .filter(|(start, end)| pool.biblical.contains(&marked.text[*start..*end].to_lowercase()));
    let people = people.map(|(start, end)| (*start, *end, None));
    let details = marked
        .spans
        .iter()
        .map(|(start, end, kind)| (*start, *end, Some(*kind)));
    let mut places: Vec<_> = details.chain(people).collect();
    places.sort_by_key(|place| place.0);
    places
}

fn pick<'a>(list: &'a [String], random: &mut Random) -> &'a str {
    list.get(random.below(list.len())).map_or("", String::as_str)
}

/// Capitalises a folded word if `like` is capitalised.
fn cased(like: &str, word: &str) -> String {
    if !like.starts_with(char::is_uppercase) {
        return word.to_owned();
    }
    let mut capital = true;
    word.chars()
        .map(|letter| {
            let written = if capital { letter.to_ascii_uppercase() } else { letter };
            capital = matches!(letter, ' ' | '-');
            written
        })
        .collect()
}

fn another_person(inside: &str, pool: &Pool, random: &mut Random) -> String {
    if random.below(4) == 0 {
        return inside.to_owned();
    }
    let words: Vec<String> = inside
        .split(' ')
        .enumerate()
        .map(|(place, word)| {
            if word.trim_end_matches('.').len() < 2 || word.contains('"') {
                return word.to_owned();
            }
            let list = match (place, random.below(12)) {
                (0, 0 | 1) => &pool.biblical,
                (0, 2) => &pool.virtues,
                (0, _) => &pool.given,
                _ => &pool.surnames,
            };
            let name = pick(list, random).to_owned();
            cased(
                word,
                &if random.below(6) == 0 {
                    misspelt(&name, random)
                } else {
                    name
                },
            )
        })
        .collect();
    words.join(" ")
}

fn misspelt(name: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    if letters.len() > 3 {
        let at = 1 + random.below(letters.len() - 2);
        match random.below(3) {
            0 => letters.swap(at, at + 1),
            1 => letters.insert(at, letters[at]),
            _ => drop(letters.remove(at)),
        }
    }
    letters.into_iter().collect()
}
