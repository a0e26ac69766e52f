//! The Spanish letters and the Reina-Valera as built.

use care::language::{Language, answered_in};
use shared::content::{Content, Letters, Reference, Scripture};
use shared::locale::Locale;
use testing::built_content;

fn content() -> Content {
    Content::load(&built_content()).expect("built")
}

fn text(scripture: &Scripture, reference: &str) -> Option<String> {
    let reference: Reference = reference.parse().expect("a reference");
    scripture.passage(&reference).map(|passage| passage.text)
}

/// Everything that somebody may read of the letters, without what has words of several languages.
fn paragraphs(letters: &Letters) -> Vec<&str> {
    let topics = letters.topics.iter().chain([&letters.comfort, &letters.refuge]);
    let of_topics = topics.flat_map(|topic| {
        topic
            .content
            .split("\n\n")
            .chain([topic.title.as_str(), &topic.prayer, &topic.plain_prayer])
    });
    let of_situations = letters.situations.iter().flat_map(|situation| {
        let steps = situation.steps.iter().map(|(_, step)| step).chain([&situation.step]);
        let own = [
            &situation.opening,
            &situation.prayer,
            &situation.plain_prayer,
            &situation.chip,
        ];
        let bridges = situation.passages.iter().map(|passage| &passage.bridge);
        let all = steps.chain(own).chain(bridges).chain(&situation.message);
        all.chain(&situation.echoes)
            .chain(&situation.safety)
            .map(String::as_str)
    });
    of_topics.chain(of_situations).collect()
}

#[test]
fn no_paragraph_of_a_spanish_letter_is_in_english() {
    let content = content();
    let spanish = paragraphs(&content.spanish);
    assert!(spanish.len() > 2_000, "{}", spanish.len());
    let in_english = |paragraph: &&&str| answered_in(paragraph) == Some(Language::English);
    let wrong: Vec<&&str> = spanish.iter().filter(in_english).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // It would be seen: all of this is English.
    let english = paragraphs(&content.english);
    let seen = english.iter().filter(in_english).count();
    assert!(seen * 100 > english.len() * 97, "{seen} of {}", english.len());
}

#[test]
fn every_passage_of_a_spanish_letter_is_from_the_reina_valera() {
    let content = content();
    let (scripture, _) = content.usual(Locale::Spanish);
    let letters = &content.spanish;
    let topics = letters.topics.iter().chain([&letters.comfort, &letters.refuge]);
    let of_topics = topics.flat_map(|topic| topic.passages.iter().map(|passage| &passage.passage));
    let of_situations = letters
        .situations
        .iter()
        .flat_map(|situation| situation.passages.iter().map(|passage| &passage.passage));
    let mut compared = 0;
    for shown in of_topics.chain(of_situations) {
        let found = scripture.passage(&shown.reference).map(|passage| passage.text);
        assert_eq!(Some(&shown.text), found.as_ref(), "{}", shown.reference);
        assert_ne!(answered_in(&shown.text), Some(Language::English), "{}", shown.reference);
        compared += 1;
    }
    assert!(compared > 900, "{compared}");
}

#[test]
fn the_reina_valera_is_numbered_as_our_references() {
    let content = content();
    let (scripture, _) = content.usual(Locale::Spanish);
    for (reference, begins, ends) in [
        // Titles of psalms are no verse, and letters of the alphabet no word.
        (
            "Psalm 3:1",
            "¡Oh Jehová, cuánto se han multiplicado",
            "se levantan contra mí.",
        ),
        ("Psalm 34:1", "Bendeciré á Jehová en todo tiempo", "siempre en mi boca."),
        ("Psalm 34:18", "Cercano está Jehová", "contritos de espíritu."),
        ("Psalm 51:1", "Ten piedad de mí, oh Dios", "borra mis rebeliones."),
        ("Psalm 119:105", "Lámpara es á mis pies tu palabra", "á mi camino."),
        ("Psalm 111:1", "Aleluya. Alabaré á Jehová", "de los rectos."),
        // Spanish editions of 1909 divide these chapters in other ways.
        ("Numbers 12:16", "Y después movió el pueblo", "desierto de Parán."),
        (
            "Numbers 13:33",
            "También vimos allí gigantes",
            "les parecíamos á ellos.",
        ),
        ("Numbers 30:2", "Cuando alguno hiciere voto", "salió de su boca."),
        ("Judges 14:20", "Y la mujer de Samsón", "antes se acompañaba."),
        ("1 Samuel 23:29", "Entonces David subió de allí", "Engaddi."),
        (
            "1 Samuel 24:1",
            "Y como Saúl volvió de los Filisteos",
            "desierto de Engaddi.",
        ),
        ("2 Samuel 20:26", "é Ira Jaireo", "cerca de David."),
        ("1 Kings 22:44", "Y Josaphat hizo paz", "rey de Israel."),
        ("1 Chronicles 21:16", "Y alzando David sus ojos", "cubiertos de sacos."),
        ("2 Chronicles 33:13", "Y habiendo á él orado", "Jehová era Dios."),
        ("Job 35:16", "por eso Job abrió", "sin sabiduría."),
        ("Job 38:41", "¿Quién preparó al cuervo", "por carecer de comida?"),
        ("Job 40:4", "He aquí que yo soy vil", "sobre mi boca."),
        ("Job 40:15", "He aquí ahora behemoth", "como buey."),
        ("Job 41:1", "¿Sacarás tú al leviathán", "en su lengua?"),
        ("Hosea 12:6", "Tú pues, conviértete", "espera siempre."),
        ("Jonah 1:17", "Mas Jehová había prevenido un gran pez", "tres noches."),
        ("Jonah 2:2", "Y dijo: Clamé de mi tribulación", "mi voz oiste."),
        ("Acts 19:41", "Y habiendo dicho esto", "la concurrencia."),
        ("2 Corinthians 13:14", "La gracia del Señor Jesucristo", "Amén."),
        // The end of Romans stands where our references have it, and where Spanish readers look for it.
        ("Romans 14:24", "Y al que puede confirmaros", "tiempos eternos,"),
        ("Romans 16:25", "Y al que puede confirmaros", "tiempos eternos,"),
        ("Romans 16:27", "Al solo Dios sabio", "para siempre. Amén."),
        ("3 John 14", "Porque espero verte en breve", "por nombre."),
        ("John 11:35", "Y lloró Jesús.", "Y lloró Jesús."),
        ("Revelation 22:21", "La gracia de nuestro Señor Jesucristo", "Amén."),
    ] {
        let found = text(scripture, reference).unwrap_or_default();
        assert!(
            found.starts_with(begins) && found.ends_with(ends),
            "{reference}: {found}"
        );
    }
    for reference in ["3 John 15", "Romans 14:27", "Psalm 119:177"] {
        assert_eq!(text(scripture, reference), None, "{reference}");
        assert_eq!(text(&content.scripture, reference), None, "{reference}");
    }
}

/// A verse that is one further than in English would be much longer or shorter than its English words.
#[test]
fn no_chapter_of_the_reina_valera_is_shifted() {
    let content = content();
    let (scripture, _) = content.usual(Locale::Spanish);
    let mut odd = Vec::new();
    for book in 0..66 {
        for chapter in 1..=150 {
            let mut differ = 0;
            for verse in 1..=176 {
                let Some(english) = content.scripture.verse(book, chapter, verse) else {
                    continue;
                };
                let reference = Reference::of_verse(book, chapter, verse);
                let spanish = scripture.verse(book, chapter, verse);
                let spanish = spanish.unwrap_or_else(|| panic!("{reference} is missing"));
                let (one, other) = (english.len(), spanish.len());
                differ += usize::from(one > 40 && (other * 2 < one || one * 2 < other));
            }
            if differ > 1 {
                odd.push(format!("{} {chapter}: {differ}", Reference::of_verse(book, chapter, 1)));
            }
        }
    }
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn topics_have_the_names_that_the_spanish_screens_show() {
    let app = include_str!("../../../frontend/src/features/guidance/words.es.ts");
    let content = content();
    for topic in &content.spanish.topics {
        let (slug, name) = (&topic.slug, &topic.name);
        assert!(
            app.contains(&format!("    {slug}: '{name}',")) || app.contains(&format!("    '{slug}': '{name}',")),
            "{slug}: {name}"
        );
    }
    let listed = app.split("topics: {").nth(1).and_then(|rest| rest.split("  },").next());
    let listed = listed.unwrap_or_default().lines().filter(|line| line.ends_with("',"));
    assert_eq!(listed.count(), content.spanish.topics.len());
}
