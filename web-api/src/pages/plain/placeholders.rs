//! Words of redaction for readers of a story that is not in English. What is stored stays as it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use shared::locale::Locale;

/// What redaction writes in brackets, and its Spanish; the app has the same in `frontend/src/lib/placeholders.ts`.
const IN_SPANISH: [(&str, &str); 19] = [
    ("name", "nombre"),
    ("place", "lugar"),
    ("church", "iglesia"),
    ("school", "escuela"),
    ("hospital", "hospital"),
    ("organisation", "organización"),
    ("phone", "teléfono"),
    ("email", "correo"),
    ("link", "enlace"),
    ("address", "dirección"),
    ("date of birth", "fecha de nacimiento"),
    ("date", "fecha"),
    ("age", "edad"),
    ("number", "número"),
    ("card", "tarjeta"),
    ("machine", "equipo"),
    ("username", "usuario"),
    ("plate", "placa"),
    ("hidden", "oculto"),
];

static PLACEHOLDER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[([a-z ]+?)( [0-9]+)?\]").expect("a test compiles it"));

/// A redacted text for a reader of its language.
pub fn in_language(redacted: &str, language: Option<Locale>) -> Cow<'_, str> {
    if language != Some(Locale::Spanish) {
        return Cow::Borrowed(redacted);
    }
    PLACEHOLDER.replace_all(redacted, |found: &Captures<'_>| {
        IN_SPANISH.iter().find(|(word, _)| *word == &found[1]).map_or_else(
            || found[0].to_owned(),
            |(_, spanish)| format!("[{spanish}{}]", found.get(2).map_or("", |number| number.as_str())),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spanish_story_has_spanish_placeholders() {
        let shown = |text| in_language(text, Some(Locale::Spanish)).into_owned();
        assert_eq!(
            shown("[name 2] y [name] fueron a [church] el [date of birth]."),
            "[nombre 2] y [nombre] fueron a [iglesia] el [fecha de nacimiento]."
        );
        assert_eq!(shown("[sic] [Name] [] [name"), "[sic] [Name] [] [name");
        assert_eq!(in_language("[name]", Some(Locale::English)), "[name]");
        assert_eq!(in_language("[name]", None), "[name]");
    }

    #[test]
    fn the_app_says_the_same() {
        let app = std::fs::read_to_string("../frontend/src/lib/placeholders.ts").expect("readable");
        for (word, spanish) in IN_SPANISH {
            let line = |key: &str| app.contains(&format!("\n  {key}: '{spanish}',"));
            assert!(line(word) || line(&format!("'{word}'")), "{word}");
        }
        let lines = app
            .lines()
            .filter(|line| line.starts_with("  ") && line.ends_with("',"))
            .count();
        assert_eq!(lines, IN_SPANISH.len());
    }
}
