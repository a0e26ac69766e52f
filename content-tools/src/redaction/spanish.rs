//! The Spanish words of redaction: our lists, with the plurals, feminines and verb forms that regular rules make.
//!
//! Invariant: every key begins with [`SPANISH`], so that no English word changes.

use std::collections::BTreeMap;

use care::redact::{Facts, SPANISH, fold};
use serde::Deserialize;

#[derive(Deserialize)]
struct Lists {
    words: BTreeMap<String, String>,
}

/// Rarity tiers of function words, of common nouns and irregular forms, and of regular verb forms.
const FUNCTION_WORD: u8 = 1;
const COMMON: u8 = 2;
const REGULAR_FORM: u8 = 3;

/// The endings of regular verbs by infinitive. Source: Nueva gramática de la lengua española, § 4 (paradigms).
const ENDINGS: [(&str, &str); 3] = [
    (
        "ar",
        "ar o as a amos ais an e aste o amos asteis aron aba abas abamos abais aban are aras ara aremos areis aran aria arias ariamos ariais arian \
         es en emos ase aras ara aramos aran aras ando ado ada ados adas arme arte arse arnos arle arles arlo arla andome andose andonos ame ate alo",
    ),
    (
        "er",
        "er o es e emos eis en i iste io imos isteis ieron ia ias iamos iais ian ere eras era eremos ereis eran eria erias eriamos eriais erian \
         a as amos an iera ieras ieramos ieran iendo ido ida idos idas erme erte erse ernos erle erles erlo erla iendome iendose iendonos",
    ),
    (
        "ir",
        "ir o es e imos is en i iste io isteis ieron ia ias iamos iais ian ire iras ira iremos ireis iran iria irias iriamos iriais irian \
         a as amos an iera ieras ieramos ieran iendo ido ida idos idas irme irte irse irnos irle irles irlo irla iendome iendose iendonos",
    ),
];

/// The keys and facts of all words in `patterns/redaction-es.toml`.
///
/// # Errors
/// Names what is wrong with the file.
pub fn entries(lists: &str, classes: &[(&str, Facts)]) -> Result<BTreeMap<String, Facts>, String> {
    let lists: Lists = toml::from_str(lists).map_err(|error| error.to_string())?;
    let mut entries = Words::default();
    for (name, words) in &lists.words {
        let words = words.split_whitespace().map(fold);
        match name.as_str() {
            "word" => words.for_each(|word| entries.add(&word, Facts::of_tier(FUNCTION_WORD))),
            "form" => words.for_each(|word| entries.add(&word, Facts::of_tier(COMMON))),
            "noun" => words.for_each(|word| entries.add_with_plural(&word)),
            "adjective" => words.for_each(|word| entries.add_adjective(&word)),
            "verb" => words.for_each(|word| entries.add_verb(&word)),
            _ => {
                let class = classes.iter().find(|(class, _)| class == name);
                let (_, fact) = class.ok_or_else(|| format!("there is no list of Spanish words called {name}"))?;
                let tier = tier_of(*fact);
                words.for_each(|word| entries.add(&word, fact.union(Facts::of_tier(tier))));
            }
        }
    }
    Ok(entries.0)
}

/// Names are no words; all other classes are.
const fn tier_of(class: Facts) -> u8 {
    let names = Facts::COUNTRY
        .union(Facts::BIBLE_SURE)
        .union(Facts::BIBLE_PEOPLE)
        .union(Facts::BIBLE_PLACE);
    if class.any(names) {
        0
    } else if class.any(
        Facts::DETERMINER
            .union(Facts::POSSESSIVE)
            .union(Facts::PRONOUN)
            .union(Facts::CONJUNCTION)
            .union(Facts::LOCATIVE),
    ) {
        FUNCTION_WORD
    } else {
        COMMON
    }
}

#[derive(Default)]
struct Words(BTreeMap<String, Facts>);

impl Words {
    /// Adds facts; of two tiers the more common one counts.
    fn add(&mut self, word: &str, facts: Facts) {
        let entry = self.0.entry(format!("{SPANISH}{word}")).or_default();
        let tier = match (entry.tier(), facts.tier()) {
            (0, tier) | (tier, 0) => tier,
            (one, other) => one.min(other),
        };
        *entry = Facts((entry.0 | facts.0) & !0xf).union(Facts::of_tier(tier));
    }

    fn add_with_plural(&mut self, word: &str) {
        let plural = if let Some(stem) = word.strip_suffix('z') {
            format!("{stem}ces")
        } else if word.ends_with(['a', 'e', 'i', 'o', 'u']) {
            format!("{word}s")
        } else {
            format!("{word}es")
        };
        self.add(word, Facts::of_tier(COMMON));
        self.add(&plural, Facts::of_tier(COMMON));
    }

    fn add_adjective(&mut self, word: &str) {
        self.add_with_plural(word);
        if let Some(stem) = word.strip_suffix('o') {
            self.add_with_plural(&format!("{stem}a"));
            self.add(&format!("{stem}amente"), Facts::of_tier(REGULAR_FORM));
        } else {
            self.add(&format!("{word}mente"), Facts::of_tier(REGULAR_FORM));
        }
    }

    fn add_verb(&mut self, infinitive: &str) {
        for (class, endings) in ENDINGS {
            if let Some(stem) = infinitive.strip_suffix(class) {
                for ending in endings.split_whitespace() {
                    self.add(&format!("{stem}{ending}"), Facts::of_tier(REGULAR_FORM));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_made_by_rule_and_keep_apart_from_english() {
        let lists = "[words]\nverb = \"llorar\"\nnoun = \"luz\"\nadjective = \"roto\"\nkinship = \"papá\"\nbible_sure = \"noé\"";
        let classes = [("kinship", Facts::KINSHIP), ("bible_sure", Facts::BIBLE_SURE)];
        let entries = entries(lists, &classes).expect("in its form");
        for word in ["llore", "lloraba", "lloraron", "luces", "rota", "rotos", "papa", "noe"] {
            assert!(entries.contains_key(&format!("{SPANISH}{word}")), "{word}");
        }
        assert!(entries[&format!("{SPANISH}papa")].any(Facts::KINSHIP));
        assert_eq!(entries[&format!("{SPANISH}noe")].tier(), 0);
        assert!(entries.keys().all(|key| key.starts_with(SPANISH)));
    }

    #[test]
    fn an_unknown_list_is_refused() {
        assert!(super::entries("[words]\nnames = \"a\"", &[]).is_err());
    }
}
