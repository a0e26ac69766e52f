//! The day on which something is coming that somebody has to be ready for: court on Friday, the exam tomorrow.
//!
//! Invariant: only an event that is named, in a sentence that tells of nothing past and of nothing that comes round again.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::compile;

/// A day to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Soon {
    /// The next day.
    Tomorrow,
    /// A day of the week, from 0 for Monday.
    Weekday(usize),
    /// A day of the month.
    Date(u32),
}

/// The patterns of a language.
pub(super) struct Patterns {
    /// The day, as `tomorrow`, `weekday` or `date`.
    pub day: Regex,
    pub event: Regex,
    /// What happened already, or happens again and again.
    pub elsewhen: Regex,
    /// The days of the week as the pattern finds them.
    pub weekdays: [&'static str; 7],
}

pub(super) static ENGLISH: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    day: compile(
        r"\b(?:day after tomorrow|(?P<tomorrow>tomm?orr?ow|tmr|tmrw|tmw|2moro)|(?:on|by|until|till|before|this|is|come) (?:the )?(?:this |coming )?(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:on|by|until|till|before|is) the (?P<date>[12]?\d|3[01])(?:st|nd|rd|th))\b",
    ),
    event: compile(
        r"\b(?:court|hearing|tribunal|trial|exams?|(?:driving )?tests?|interview|inspects?|inspection|assessment|appointment|surgery|operation|scan|biopsy|mri|chemo|results?|meeting|wedding|marries|marry|married|funeral|visit|answer|decide|decision|deadline|rent|bank|council|landlord|flight|fly|flies|flying|audition|presentation|evict\w*|bailiffs?|moving out|move out|due)\b",
    ),
    elsewhen: compile(
        r"\b(?:was|were|had|did|went|died|said|came|got|told|heard|happened|ago|last|since|yesterday|every|each|always|usually|never)\b",
    ),
    weekdays: [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ],
});

pub(super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    day: compile(
        r"(?:\b(?:el|este|proximo) (?P<weekday>lunes|martes|miercoles|jueves|viernes|sabado|domingo)|\bel (?:dia )?(?P<date>[12]?\d|3[01])|(?:^|[.!?,;] ?|\b(?:es|que|tengo|para|hasta|juicio|examen|cita|operan|operacion) )(?P<tomorrow>manana))\b",
    ),
    event: compile(
        r"\b(?:juicio|juzgado|audiencia|examen|examenes|prueba|entrevista|inspeccion|cita|cirugia|operacion|operan|tomografia|biopsia|quimio|resultados?|reunion|boda|se casa|funeral|entierro|visita|respuesta|responder|decidir|decision|plazo|renta|alquiler|banco|desalojo|vuelo|audicion|mudanza)\b",
    ),
    elsewhen: compile(
        r"\b(?:fue|fueron|era|estaba|tuve|dijo|dijeron|murio|paso|pasado|hace|desde|ayer|cada|todos|siempre|nunca)\b",
    ),
    weekdays: ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"],
});

/// The first day to come that a text names with its event.
pub(super) fn soon(patterns: &Patterns, plain: &str) -> Option<Soon> {
    plain
        .split(['.', '?', '!', ';'])
        .filter(|sentence| patterns.event.is_match(sentence) && !patterns.elsewhen.is_match(sentence))
        .find_map(|sentence| day(patterns, &patterns.day.captures(sentence)?))
}

fn day(patterns: &Patterns, found: &Captures<'_>) -> Option<Soon> {
    if found.name("tomorrow").is_some() {
        return Some(Soon::Tomorrow);
    }
    if let Some(date) = found.name("date") {
        return date.as_str().parse().ok().filter(|date| *date > 0).map(Soon::Date);
    }
    // The day after tomorrow has no name of its own.
    let weekday = found.name("weekday")?.as_str();
    patterns
        .weekdays
        .iter()
        .position(|day| *day == weekday)
        .map(Soon::Weekday)
}

impl Soon {
    /// In English words: *tomorrow*, *Thursday*, *the 3rd*.
    pub(super) fn in_words(self) -> String {
        const DAYS: [&str; 7] = [
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
        ];
        match self {
            Self::Tomorrow => "tomorrow".to_owned(),
            Self::Weekday(day) => DAYS[day].to_owned(),
            Self::Date(date) => {
                let ending = match date {
                    1 | 21 | 31 => "st",
                    2 | 22 => "nd",
                    3 | 23 => "rd",
                    _ => "th",
                };
                format!("the {date}{ending}")
            }
        }
    }

    /// In Spanish words: *mañana*, *el jueves*, *el 3*.
    pub(super) fn in_spanish(self) -> String {
        const DAYS: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
        match self {
            Self::Tomorrow => "mañana".to_owned(),
            Self::Weekday(day) => format!("el {}", DAYS[day]),
            Self::Date(date) => format!("el {date}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::readings;
    use crate::language::Language;

    fn soon(text: &str, language: Language) -> Option<String> {
        readings(text, language).soon_in_words()
    }

    #[test]
    fn the_day_of_something_to_come_is_read() {
        for (text, day) in [
            ("Court is tomorrow at nine.", "tomorrow"),
            ("She wants it. I must answer until Friday noon.", "Friday"),
            ("Bank want to see us on the 3rd and I know what they'll say", "the 3rd"),
            ("My ex is getting married again on Saturday.", "Saturday"),
            ("the council inspects on the 22nd.", "the 22nd"),
            ("tmrw is the interview and i cant sleep", "tomorrow"),
        ] {
            assert_eq!(soon(text, Language::English).as_deref(), Some(day), "{text}");
        }
        for (text, day) in [
            ("Mañana es el juicio y no duermo.", "mañana"),
            ("El jueves tengo la entrevista.", "el jueves"),
            ("Hay que pagar la renta el 3.", "el 3"),
        ] {
            assert_eq!(soon(text, Language::Spanish).as_deref(), Some(day), "{text}");
        }
    }

    #[test]
    fn what_is_past_comes_round_or_has_no_event_is_not() {
        for text in [
            "The funeral was on Friday.",
            "By Friday it will be over.",
            "The day after tomorrow I have my interview.",
            "I will be gone tomorrow.",
            "We have a meeting on Monday every week.",
            "He died on Sunday before the results.",
            "the 40th visit",
            "",
        ] {
            assert_eq!(soon(text, Language::English), None, "{text}");
        }
        for text in [
            "El entierro fue el jueves.",
            "Voy a misa por la mañana.",
            "Cada lunes tengo cita.",
        ] {
            assert_eq!(soon(text, Language::Spanish), None, "{text}");
        }
    }
}
