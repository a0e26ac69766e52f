//! Readings of Spanish texts, in plain form: lower case, without accents, *n* for *ñ*.
//!
//! Invariant: as in English, only what is said, and a reading that could mean two things is none.

use std::sync::LazyLock;

use regex::Regex;

use super::{ADULT_AGE, HowLong, Person, Readings, Unit, compile, named};
use crate::language::Language;
use words::{PERSONS, WORK, number_in_words, value_of};

mod circumstances;
mod moods;
mod questions;
mod stated;
mod telling;
mod wishes;
mod words;

pub(super) use telling::SPANISH as TELLING;

struct Patterns {
    how_long: [Regex; 3],
    not_since: Regex,
    is_sobriety: Regex,
    of_another: Regex,
    hour: Regex,
    age: [Regex; 4],
    counts_something: Regex,
    work: Regex,
    children: Regex,
    person: Regex,
    young: Regex,
    parent_of_young: Regex,
    alone: Regex,
    poor: Regex,
}

/// A number from one to some dozens, in digits or words.
const SMALL: &str =
    r"\d{1,2}|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta";

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let number = format!(r"(?P<n>{SMALL}|unos|unas|varios|varias|algunos|algunas|pocos|pocas|un par de)");
    let unit = r"(?P<u>dias?|semanas?|mes(?:es)?|anos?|anitos)\b(?P<half> y medio| y pico)?";
    let about = r"(?:ya |como |casi |mas de |apenas |solo )*";
    let years = r"(?P<n>\d{1,2}|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y (?:uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?)";
    let nouns = PERSONS.iter().map(|(word, _, _)| *word).collect::<Vec<_>>().join("|");
    let work = WORK.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|");
    let school = "secundaria|prepa|preparatoria|bachillerato|primaria|liceo|colegio|escuela";
    Patterns {
        how_long: [
            compile(&format!(r"\b(?:desde )?hace {about}{number} {unit}(?P<after>)")),
            compile(&format!(
                r"\b(?:llevo|llevamos|lleva|durante) {about}{number} {unit}(?P<after> \w+(?: \w+)?)?"
            )),
            compile(&format!(
                r"\b{number} {unit}(?P<after> (?:despues|limpi[oa]|sobri[oa]|sin (?:beber|tomar|consumir|fumar)))\b"
            )),
        ],
        not_since: compile(
            r"^ (?:de )?(?:casad|junt|(?:de )?novi|matrimonio|relacion|trabajando|viviendo|en (?:la|esta|una) (?:empresa|relacion)|conociendo|sirviendo)",
        ),
        is_sobriety: compile(r"^ (?:limpi|sobri|sin )"),
        // *Mi hermano tenía tres años sobrio*: sober years of another are none of trouble.
        of_another: compile(r"\b(?:ella|ellos|mi \w+ (?:tenia|tiene|llevaba|lleva|estuvo|duro))\b"),
        hour: compile(
            r"(?:^|\b(?:son|es) )(?:ya |casi |como )?(?:las |la )?(?P<n>\d{1,2}|una|dos|tres|cuatro|cinco)(?: y \w+)? ?(?:de la (?:manana|madrugada)|am\b|a\.m)",
        ),
        age: [
            compile(&format!(
                r"\btengo (?:solo |apenas |ya |casi )?{years} (?:anos?|anitos)\b(?P<after> \w+)?"
            )),
            compile(&format!(
                r"\bsoy (?:una? )?(?:\w+ ){{1,3}}de {years} anos\b(?P<after> \w+)?"
            )),
            compile(&format!(r"\ba mis {years}\b(?P<after>)")),
            compile(&format!(r"\bcumpli {years}\b(?P<after>)")),
        ],
        counts_something: compile(r"^ ?(?:de|sin|con|en|casad|trabaj|viviendo|esper|orando|pid|luchando|busc)"),
        work: compile(&format!(
            r"\b(?:soy|trabajo (?:como|de)|trabajando (?:como|de)) (?:una? |la |el )?(?P<w>{work})\b"
        )),
        children: compile(
            r"\b(?:tengo|tenemos|con mis|con|mis|madre de|mama de|papa de|padre de|sola con|solo con) (?P<n>\d|un|dos|tres|cuatro|cinco|seis|siete|ocho) (?:hijos?|ninos?|chicos|pequenos|chiquitos)\b",
        ),
        person: compile(&format!(
            r"(?P<of>\b(?:{nouns}) de )?\b(?:mi|nuestr[oa]) (?:(?:difunt[oa]|querid[oa]|pobre|propi[oa]|unic[oa]|pequen[oa]|amad[oa]|hermos[oa]|ex) )?(?P<p>{nouns})\b"
        )),
        young: compile(&format!(
            r"\b(?:en|a|de|voy a|estoy en) (?:la |el |mi )?(?:{school})\b|\b(?:me va mal en|reprobe) mate\w*|\bmi (?:maestr[oa]|profe|profesora?|salon|recreo)\b|\bmis (?:papas|padres) (?:no me dejan|me (?:castigaron|quitaron|revisan|pegan|reganan)|se (?:pelean|van a divorciar|divorcian|separan))\b|\bcon (?:quien|cual) (?:de los dos )?(?:me quiero ir|quiero vivir)\b|\bsoy (?:menor de edad|adolescente)\b"
        )),
        parent_of_young: compile(
            r"\bl[oa]s (?:nin|hij)[oa]s\b|\bmis? (?:\w+ )?(?:hij[oa]s?|nin[oa]s?|niet[oa]s?|alumn[oa]s|estudiantes|espos[oa]|marido|mujer|suegra|jef[ea]|colegas?)\b|\b(?:doy clases|soy (?:la |el |una? )?(?:maestr[oa]|profesora?|directora?)|trabajo|trabajaba)\b|\b(?:cuando (?:era|yo era|iba|estaba|tenia)|hace (?:\w+ )?anos|en mis tiempos)\b",
        ),
        alone: compile(
            r"\bno (?:tengo|hay|encuentro)(?: a)? (?:nadie|quien)(?: (?:a|con|en|que)\b|[.,!?;]|$| me\b| mas\b)|\bno tengo (?:con|a|en) quien\b|\bsin (?:nadie|tener) (?:a|con|en) quien\b|\bno (?:puedo|pude|quiero) (?:contarselo|decirselo|contarle|decirle|contarlo|decirlo|hablarlo|hablar)(?: \w+){0,2} (?:a|con) nadie\b|\ba nadie (?:se lo|le) (?:he|puedo|conte|dije)\b|\b(?:no|nunca) se lo (?:he (?:contado|dicho)|conte|dije|puedo (?:contar|decir)) (?:nunca )?a nadie\b|\bnunca (?:le )?(?:he contado|he dicho|conte|dije)(?: \w+){0,2} a nadie\b|\bnadie (?:mas )?(?:lo )?sabe\b|\bno tengo (?:ni (?:un|una) )?(?:amig[oa]s?|familia)\b|\bno tengo a nadie\b",
        ),
        poor: compile(
            r"\bno (?:me |nos |le |les )?alcanza(?:ba|n)?\b|\bno (?:tengo|tenemos|hay|queda)(?: ni)? (?:(?:ya |mas )?(?:dinero|plata|lana|efectivo)|para (?:pagar|comer|la (?:renta|luz|comida|medicina)|el (?:arriendo|alquiler|pasaje|gas)|los (?:panales|utiles|pasajes))|un (?:peso|centavo|sol)|seguro)\b|\bsin (?:dinero|plata|un (?:peso|centavo)|seguro medico)\b|\bno (?:puedo|podemos|pude) pagar\b|\b(?:debo|debemos) (?:\w+ ){0,3}(?:renta|alquiler|arriendo|luz)\b|\b(?:me|nos) (?:van a |quieren )?(?:desaloj|cortar(?:on)? la luz|cortar(?:on)? el agua)|\bdesalojo\b|\bbanco de alimentos\b|\b(?:no llego|no llegamos) a fin de mes\b|\bvivo al dia\b|\bpedir prestado para\b|\bendeudad[oa]s?\b",
        ),
    }
});

/// Reads a Spanish text in plain form.
pub(super) fn readings(plain: &str) -> Readings {
    let age = age(plain);
    let is_of_age = age.is_some_and(|age| age >= ADULT_AGE);
    let says_young = PATTERNS.young.is_match(plain) && !PATTERNS.parent_of_young.is_match(plain);
    Readings {
        language: Language::Spanish,
        persons: persons(plain),
        how_long: how_long(plain),
        hour: hour(plain),
        age,
        work: PATTERNS
            .work
            .captures(plain)
            .and_then(|found| named(&WORK, &found["w"])),
        children: PATTERNS
            .children
            .captures(plain)
            .and_then(|found| value_of(&found["n"]))
            .filter(|count| *count > 0),
        is_young: !is_of_age && (age.is_some() || says_young),
        is_alone: PATTERNS.alone.is_match(plain),
        is_poor: PATTERNS.poor.is_match(plain),
        role: super::circumstances::role(&circumstances::SPANISH, plain),
        time: super::circumstances::time(&circumstances::SPANISH, plain),
        soon: super::soon::soon(&super::soon::SPANISH, plain),
        is_lost_to_suicide: super::circumstances::is_lost_to_suicide(&circumstances::SPANISH, plain),
        question: super::questions::question(&questions::SPANISH, plain),
        is_thanks: moods::is_thanks(plain),
        is_done_to_me: moods::is_done_to_me(plain),
        wishes: super::wishes::wishes(&wishes::SPANISH, plain),
        stated: super::stated::stated(&stated::SPANISH, plain),
    }
}

/// *Tu madre*.
pub(super) fn as_theirs(noun: &str) -> String {
    format!("tu {noun}")
}

/// *Seis semanas*, *un año*, *unos meses*.
pub(super) fn how_long_in_words(how_long: HowLong) -> String {
    let (one, many, is_feminine) = match how_long.unit {
        Unit::Day => ("día", "días", false),
        Unit::Week => ("semana", "semanas", true),
        Unit::Month => ("mes", "meses", false),
        Unit::Year => ("año", "años", false),
    };
    match (how_long.count, is_feminine) {
        (None, false) => format!("unos {many}"),
        (None, true) => format!("unas {many}"),
        (Some(1), false) => format!("un {one}"),
        (Some(1), true) => format!("una {one}"),
        (Some(count), true) if count % 10 == 1 && count != 11 => {
            // *Veintiuna*, *treinta y una*.
            let words = number_in_words(count);
            let stem = words.strip_suffix("ún").or(words.strip_suffix("un"));
            format!("{}una {many}", stem.unwrap_or_default())
        }
        (Some(count), _) => format!("{} {many}", number_in_words(count)),
    }
}

/// *Quince*; before *años*: *veintiún*.
pub(super) fn age_in_words(age: u32) -> String {
    number_in_words(age)
}

/// *Las tres de la mañana*.
pub(super) fn hour_in_words(hour: u32) -> String {
    match hour {
        0 => "las doce de la noche".to_owned(),
        1 => "la una de la mañana".to_owned(),
        hour => format!("las {} de la mañana", number_in_words(hour)),
    }
}

/// *Dos hijos*, *un hijo*.
pub(super) fn children_in_words(count: u32) -> String {
    match count {
        1 => "un hijo".to_owned(),
        count => format!("{} hijos", number_in_words(count)),
    }
}

fn persons(plain: &str) -> Vec<Person> {
    let mut persons: Vec<Person> = Vec::new();
    for found in PATTERNS.person.captures_iter(plain) {
        let known = PERSONS.iter().find(|(word, _, _)| *word == &found["p"]);
        if let Some(&(_, kind, noun)) = known
            && found.name("of").is_none()
            && persons.iter().all(|person| person.noun != noun)
        {
            persons.push(Person { kind, noun });
        }
    }
    persons
}

/// The time that the text says; none if it says several, or one that is not whole (*un año y medio*).
fn how_long(plain: &str) -> Option<HowLong> {
    let mut all: Vec<HowLong> = Vec::new();
    for pattern in &PATTERNS.how_long {
        for found in pattern.captures_iter(plain) {
            let after = found.name("after").map_or("", |after| after.as_str());
            if PATTERNS.not_since.is_match(after) {
                continue;
            }
            let begins = found.get(0).map_or(0, |whole| whole.start());
            let clause = plain[..begins].rsplit(['.', '?', '!', ',', ';']).next();
            let is_of_another = clause.is_some_and(|clause| PATTERNS.of_another.is_match(clause));
            if is_of_another && PATTERNS.is_sobriety.is_match(after) {
                continue;
            }
            if found.name("half").is_some() {
                return None;
            }
            let unit = match found["u"].as_bytes()[0] {
                b'd' => Unit::Day,
                b's' => Unit::Week,
                b'm' => Unit::Month,
                _ => Unit::Year,
            };
            let how_long = HowLong {
                count: value_of(&found["n"]),
                unit,
            };
            if !all.contains(&how_long) {
                all.push(how_long);
            }
        }
    }
    match all[..] {
        [only] if only.count != Some(0) => Some(only),
        _ => None,
    }
}

fn hour(plain: &str) -> Option<u32> {
    let found = PATTERNS.hour.captures(plain)?;
    value_of(&found["n"]).filter(|hour| *hour <= 5)
}

fn age(plain: &str) -> Option<u32> {
    let mut ages = Vec::new();
    for pattern in &PATTERNS.age {
        for found in pattern.captures_iter(plain) {
            let after = found.name("after").map_or("", |after| after.as_str());
            if !PATTERNS.counts_something.is_match(after) {
                ages.extend(value_of(&found["n"]));
            }
        }
    }
    ages.dedup();
    match ages[..] {
        [age] if (8..=110).contains(&age) => Some(age),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
