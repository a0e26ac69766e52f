//! Variants of a marked story: other names and towns in the same places, lower case, misspelt, already redacted.
//! They teach the tagger the surroundings of names rather than the names.

use super::super::dictionaries::Dictionaries;
use super::super::dictionaries::facts::Facts;
use super::super::marks::MarkedStory;
use super::super::span::Kind;

/// A small generator of pseudo-random numbers, the same on every machine.
pub(in super::super) struct Dice(pub u64);

impl Dice {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

/// Names to put in the place of others.
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
                    facts.any(Facts::BIBLE_SURE.and(Facts::BIBLE_PEOPLE)),
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

/// One variant of a story; the same seed gives the same variant.
pub(super) fn of(story: &MarkedStory, pool: &Pool, seed: u64) -> MarkedStory {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9));
    dice.below(2);
    let style = dice.below(8);
    let mut variant = MarkedStory {
        text: String::new(),
        spans: Vec::new(),
        kept: Vec::new(),
    };
    let mut at = 0;
    for (start, end, kind) in places_to_vary(story, pool) {
        if start < at {
            continue;
        }
        variant.text.push_str(&story.text[at..start]);
        let from = variant.text.len();
        let inside = &story.text[start..end];
        let Some(kind) = kind else {
            // Another person of the Bible says the same about the words around.
            let other = if dice.below(3) == 0 {
                cased(inside, pick(&pool.biblical, &mut dice))
            } else {
                inside.to_owned()
            };
            variant.text.push_str(&other);
            at = end;
            continue;
        };
        match kind {
            Kind::Person if style == 7 && dice.below(2) == 0 => variant.text.push_str("[name 1]"),
            Kind::Location if style == 7 && dice.below(2) == 0 => variant.text.push_str("[place]"),
            Kind::Person => variant.text.push_str(&another_person(inside, pool, &mut dice)),
            Kind::Location if dice.below(4) > 0 => variant.text.push_str(&cased(inside, pick(&pool.places, &mut dice))),
            Kind::Location
            | Kind::Org
            | Kind::Phone
            | Kind::Email
            | Kind::Url
            | Kind::Address
            | Kind::DateOfBirth
            | Kind::Age
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
    variant.text.push_str(&story.text[at..]);
    if style < 2 && variant.text.is_ascii() {
        variant.text.make_ascii_lowercase();
    }
    variant
}

/// The details of a story in their order, and the people of the Bible in it as those without a kind.
fn places_to_vary(story: &MarkedStory, pool: &Pool) -> Vec<(usize, usize, Option<Kind>)> {
    let people = story
        .kept
        .iter()
        .filter(|(start, end)| pool.biblical.contains(&story.text[*start..*end].to_lowercase()));
    let people = people.map(|(start, end)| (*start, *end, None));
    let details = story.spans.iter().map(|(start, end, kind)| (*start, *end, Some(*kind)));
    let mut places: Vec<_> = details.chain(people).collect();
    places.sort_by_key(|place| place.0);
    places
}

fn pick<'a>(list: &'a [String], dice: &mut Dice) -> &'a str {
    list.get(dice.below(list.len())).map_or("", String::as_str)
}

/// Writes a folded word with capitals if the model word has them.
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

fn another_person(inside: &str, pool: &Pool, dice: &mut Dice) -> String {
    if dice.below(4) == 0 {
        return inside.to_owned();
    }
    let words: Vec<String> = inside
        .split(' ')
        .enumerate()
        .map(|(place, word)| {
            if word.trim_end_matches('.').len() < 2 || word.contains('"') {
                return word.to_owned();
            }
            let list = match (place, dice.below(12)) {
                (0, 0 | 1) => &pool.biblical,
                (0, 2) => &pool.virtues,
                (0, _) => &pool.given,
                _ => &pool.surnames,
            };
            let name = pick(list, dice).to_owned();
            cased(
                word,
                &if dice.below(6) == 0 {
                    misspelt(&name, dice)
                } else {
                    name
                },
            )
        })
        .collect();
    words.join(" ")
}

fn misspelt(name: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    if letters.len() > 3 {
        let at = 1 + dice.below(letters.len() - 2);
        match dice.below(3) {
            0 => letters.swap(at, at + 1),
            1 => letters.insert(at, letters[at]),
            _ => drop(letters.remove(at)),
        }
    }
    letters.into_iter().collect()
}
