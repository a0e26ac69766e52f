//! Redaction with the dictionary as built: what goes and what stays, in English and in Spanish.

use care::redact::{Dictionaries, Risk, check, redact};
use shared::screening::REDACTION;
use testing::built_content;

fn dictionaries() -> Dictionaries {
    let bytes = std::fs::read(built_content().join(REDACTION)).expect("built");
    Dictionaries::from_bytes(&bytes).expect("whole")
}

fn assert_redacted(cases: &[(&str, &str)]) {
    let dictionaries = dictionaries();
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, redacted)| (redact(&dictionaries, text, &[]).text, redacted))
        .filter(|(got, redacted)| got != *redacted)
        .map(|(got, redacted)| format!("{got}\n  should be {redacted}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn assert_stays(texts: &[&str]) {
    let cases: Vec<(&str, &str)> = texts.iter().map(|text| (*text, *text)).collect();
    assert_redacted(&cases);
}

#[test]
fn spanish_prayers_scripture_and_everyday_words_stay() {
    assert_stays(&[
        "Le doy gracias a la Virgen María y a Jesús cada mañana",
        "El Señor es mi pastor, Salmo 23",
        "Romanos 8:28",
        "Mi familia lloró conmigo toda la noche",
        "Perdí mi trabajo en marzo y no sabía cómo pagar la renta.",
        "Como Job, lo perdí todo. Como Moisés, tenía miedo de hablar.",
        "Gracias a Dios y a San Judas Tadeo por mi hijo.",
        "Señor, ten piedad de mí. Padre nuestro que estás en el cielo.",
        "Juan 3:16 me salvó. Pablo escribió a los Corintios desde la cárcel.",
        "En la Semana Santa dejé de beber. Voy a Alcohólicos Anónimos los lunes.",
        "LLORÉ TODA LA NOCHE Y DIOS ME ESCUCHÓ",
        "Tengo fe, esperanza y amor.",
        "Después de Navidad volví a misa.",
    ]);
}

#[test]
fn spanish_names_places_and_organisations_go() {
    assert_redacted(&[
        (
            "Mi esposo Raúl perdió su trabajo en Guadalajara.",
            "Mi esposo [name] perdió su trabajo en [place].",
        ),
        (
            "Ella se llamaba Concepción y vivía en San Miguel de Allende.",
            "Ella se llamaba [name] y vivía en [place].",
        ),
        ("me llamo lupita y vivo en tijuana", "me llamo [name] y vivo en [place]"),
        (
            "Estuve tres meses en el Hospital General de México.",
            "Estuve tres meses en el [hospital].",
        ),
        (
            "Mi suegra Chayo cocina en la Parroquia Nuestra Señora de los Dolores.",
            "Mi suegra [name] cocina en la [church].",
        ),
        (
            "llámame al seis uno dos, cinco cinco cinco, cero uno cuatro tres",
            "llámame al [phone]",
        ),
        ("Nací el 4 de julio de 1990.", "Nací el [date of birth]."),
    ]);
}

#[test]
fn words_of_faith_slang_and_brands_stay() {
    assert_stays(&[
        "I prayed and He answered me, and I thanked Him for His mercy.",
        "Blessed are those who mourn, for they shall be comforted.",
        "The Lord is my shepherd; I shall not want. He maketh me to lie down in green pastures.",
        "Come unto me, all ye that labour and are heavy laden.",
        "I walked the road between Bethany and Emmaus in my heart.",
        "I was no Daniel. I was more like Jonah running away.",
        "Abraham had Isaac, and what did I have?",
        "My grandmother used to say Patience is bitter.",
        "I was finna quit and I wanna live now, tryna do better, ion even care",
        "imma keep it real, God is good fr fr ong",
        "He bought fake Rolex and Gucci, and sold Bitcoin ads",
    ]);
}

#[test]
fn organisations_go_with_their_kind_and_place() {
    assert_redacted(&[
        (
            "I worked at the Walmart on Route 9 for years.",
            "I worked at the [organisation] for years.",
        ),
        (
            "My dad did time in Harris County Jail.",
            "My dad did time in [organisation].",
        ),
        (
            "I go to mount hebron second baptist with my auntie.",
            "I go to [church] with my auntie.",
        ),
        ("I teach at PS 118.", "I teach at [organisation]."),
        (
            "I used to run with the Eastside Kings before Christ.",
            "I used to run with the [organisation] before Christ.",
        ),
        (
            "i was in rikers when god found me",
            "i was in [organisation] when god found me",
        ),
        (
            "The nuns, the Sisters of Mercy, fed us.",
            "The nuns, the [organisation], fed us.",
        ),
        ("I stayed at the Motel 6 off I-95.", "I stayed at the [organisation]."),
    ]);
}

#[test]
fn a_date_is_a_birth_date_only_after_a_birth() {
    assert_redacted(&[
        ("I was baptised on 12 June 2011.", "I was baptised on [date]."),
        ("I came to Christ on 4/12/2009.", "I came to Christ on [date]."),
        ("She was born on 3 March 1988.", "She was born on [date of birth]."),
        ("I moved out on 3 March 1988.", "I moved out on 3 March 1988."),
    ]);
}

#[test]
fn what_is_left_readable_is_never_of_low_risk() {
    let dictionaries = dictionaries();
    for text in [
        "I wrote 123 x 456 on the wall, no, 12 34 5 6.",
        "I called 1-800-273-8255 and lived.",
        "We met at 12 old mill road every week.",
        "Ich habe meine Arbeit verloren und wusste nicht, wie es weitergeht.",
        "Я потерял работу и не знал, что делать.",
    ] {
        let redaction = redact(&dictionaries, text, &[]);
        assert!(redaction.risk > Risk::Low, "{text}: {}", redaction.text);
    }
    for text in [
        "I was sober from 2019 to 2023, read Psalm 119:105-112, and paid 10,000.",
        "El Señor es mi pastor, y no me falta nada.",
    ] {
        assert_eq!(redact(&dictionaries, text, &[]).risk, Risk::Low, "{text}");
    }
}

#[test]
fn the_check_before_publication_marks_identifiers_and_lets_helplines_stay() {
    let dictionaries = dictionaries();
    let text = "Ring 612 - 555 - 0143, me.here@example.org, @lupita_88 or 12 Acacia Road. Or 988, or 1-800-273-8255.";
    let marked: Vec<&str> = check(&dictionaries, text)
        .left_readable
        .into_iter()
        .map(|range| &text[range])
        .collect();
    assert_eq!(
        marked,
        [
            "612 - 555 - 0143",
            "me.here@example.org",
            "@lupita_88",
            "12 Acacia Road"
        ]
    );
    for text in [
        "[name 1] rang [phone] in 2019, at 10:30, and read Romans 8:28-39.",
        "I owed 250,000 and paid $1,200 back by 12/03/2021.",
    ] {
        assert!(check(&dictionaries, text).left_readable.is_empty(), "{text}");
    }
    assert!(check(&dictionaries, "Je suis perdu et je ne sais pas où aller").is_other_language);
    assert!(!check(&dictionaries, "Estoy perdido y no sé a dónde ir").is_other_language);
}
