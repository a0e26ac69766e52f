//! The words of the plain page. They are those of the app (`frontend/src/features`) wherever it says the same.

use shared::locale::Locale;
use shared::usage::Usage;

/// The words of one language.
pub struct Words {
    /// The tag of the language.
    pub lang: &'static str,
    /// The heading of the page.
    pub title: &'static str,
    /// Why there is a page without scripts.
    pub without: &'static str,
    /// The label of the field.
    pub question: &'static str,
    /// The label of the topics.
    pub choose: &'static str,
    /// No topic.
    pub no_topic: &'static str,
    /// The button.
    pub ask: &'static str,
    /// What happens to the words.
    pub never: &'static str,
    /// The way to the helplines.
    pub help_now: &'static str,
    /// The heading of the helplines.
    pub people: &'static str,
    /// The quick exit.
    pub leave: &'static str,
    /// The link to the page in the other language, as HTML.
    pub other: &'static str,
    /// The heading in a crisis.
    pub support: &'static str,
    /// What is said above the helplines in a crisis.
    pub listen: &'static str,
    /// The heading of the letter in a crisis.
    pub encouragement: &'static str,
    /// What is said if words may tell of danger.
    pub possible: &'static str,
    /// The heading of an answer.
    pub hope: &'static str,
    /// The heading of the prayer.
    pub prayer: &'static str,
    /// The heading of the stories.
    pub stories: &'static str,
    /// Whose words a quotation is.
    pub teachers: &'static str,
    /// What goes on beyond the limit of a network, where a script would have to work for it.
    pub crowded: &'static str,
    /// The heading of the form below an answer.
    pub again: &'static str,
}

impl Words {
    /// The words of a language.
    pub const fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::English => &ENGLISH,
            Locale::Spanish => &SPANISH,
        }
    }

    /// How many of today's answers are used.
    pub fn today(&self, usage: &Usage) -> String {
        let Usage { count, limit, .. } = usage;
        if self.lang == SPANISH.lang {
            format!("{count} de {limit} hoy")
        } else {
            format!("{count} of {limit} today")
        }
    }
}

const ENGLISH: Words = Words {
    lang: "en",
    title: "Find hope and help",
    without: "This page works in any browser. The full app needs a newer one, or could not load just now.",
    question: "What are you carrying?",
    choose: "Or choose a common struggle",
    no_topic: "No topic",
    ask: "Get Guidance &amp; Support",
    never: "Read once to find your passage. Never stored.",
    help_now: "Help now",
    people: "People who can help right now",
    leave: "Leave quickly",
    other: r#"<a href="/api/plain?lang=es" lang="es">Español</a>"#,
    support: "Immediate Support Available",
    listen: "You matter. Somebody is there right now to listen.",
    encouragement: "Words of hope",
    possible: "If you are not safe, or not sure, people are there for you right now.",
    hope: "Message of Hope",
    prayer: "A short prayer",
    stories: "Stories of Hope",
    teachers: "from our teachers",
    crowded: "In a newer browser the app goes on by itself, after a second of computing. This page cannot do that.",
    again: "Write again",
};

const SPANISH: Words = Words {
    lang: "es",
    title: "Encuentra esperanza y ayuda",
    without: "Esta página funciona en cualquier navegador. La aplicación completa necesita uno más nuevo, o no se pudo cargar ahora.",
    question: "¿Qué llevas dentro?",
    choose: "O elige algo que a muchos les pesa",
    no_topic: "Ningún tema",
    ask: "Recibir guía y apoyo",
    never: "Se lee una vez para buscar tu pasaje. Nunca se guarda.",
    help_now: "Ayuda ahora",
    people: "Quién puede ayudar ahora mismo",
    leave: "Salir rápido",
    other: r#"<a href="/api/plain?lang=en" lang="en">English</a>"#,
    support: "Hay apoyo inmediato",
    listen: "Tú importas. Hay alguien que puede escucharte ahora mismo.",
    encouragement: "Palabras de esperanza",
    possible: "Si no estás a salvo, o no sabes si lo estás, hay quien puede ayudarte ahora mismo.",
    hope: "Mensaje de esperanza",
    prayer: "Una oración corta",
    stories: "Historias de esperanza",
    teachers: "de nuestros maestros",
    crowded: "En un navegador más nuevo la aplicación sigue sola después de un segundo de cálculo. Esta página no puede hacerlo.",
    again: "Escribir otra vez",
};
