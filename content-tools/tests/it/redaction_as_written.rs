//! Redaction of text as people copy and type it: invisible characters, digits of other scripts, unusual separators.

use care::redact::{Kind, occurring, redact};

use super::redaction::{dictionaries, read};

/// Each must be hidden whole, whatever stands around it.
fn assert_hidden_whole(number: &str, kinds: &[Kind]) {
    let text = format!("It was in spring. {number} was what I gave him.");
    let redaction = read(&text);
    let start = text.find(number).expect("there");
    let covered = |at: usize| redaction.spans.iter().any(|span| (span.start..span.end).contains(&at));
    let readable: String = number
        .char_indices()
        .filter(|(at, character)| character.is_alphanumeric() && !covered(start + at))
        .map(|(_, character)| character)
        .collect();
    assert_eq!(readable, "", "of {number} in {}", redaction.text);
    assert!(
        redaction.spans.iter().any(|span| kinds.contains(&span.kind)),
        "{number}: {:?}",
        redaction.spans
    );
}

#[test]
fn telephone_numbers_are_hidden_with_any_separators() {
    for number in [
        "(612)\u{a0}555\u{2011}0143",
        "612\u{202f}555\u{202f}0143",
        "612  555  0143",
        "612\n555\n0143",
        "612_555_0143",
        "612~555~0143",
        "612 – 555 — 0143",
        "612·555·0143",
        "612 | 555 | 0143",
        "612, 555, 0143",
        "612*555*0143",
        "6 1 2 5 5 5 0 1 4 3",
        "6\u{200b}12 55\u{2060}5 01\u{ad}43",
        "6\u{fe0f}\u{20e3}1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3}5\u{fe0f}\u{20e3}5\u{fe0f}\u{20e3}5\u{fe0f}\u{20e3}0\u{fe0f}\u{20e3}1\u{fe0f}\u{20e3}",
        "①②③ ④⑤⑥ ⑦⑧⑨⓪",
        "٠١٠ ١٢٣٤ ٥٦٧٨",
        "۰۹۱۲ ۳۴۵ ۶۷۸۹",
        "０９０－１２３４－５６７８",
        "९८७६५ ४३२१०",
        "𝟔𝟏𝟐 𝟓𝟓𝟓 𝟎𝟏𝟒𝟑",
        "+49 151 23456789",
        "06.12.34.56.78",
        "06 12 34 56 78",
        "612 34 56 78",
        "11 98765-4321",
        "612-555-0143 ext. 22",
        "612-555-0143 anexo 9",
        "6l2-555-0l43",
        "(612)555-0143 x22",
    ] {
        assert_hidden_whole(number, &[Kind::Phone]);
    }
}

#[test]
fn telephone_numbers_spoken_in_five_languages_are_hidden() {
    for number in [
        "six one two, five five five, oh one four three",
        "six-one-two, five-five-five, oh-one-four-three",
        "seis uno dos, cinco cinco cinco, cero uno cuatro tres",
        "nove um dois, três quatro cinco, meia sete oito",
        "zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit",
        "null eins fünf eins, zwei drei vier fünf sechs sieben",
        "null eins fünf eins, dreiundzwanzig, fünfundvierzig, siebenundsechzig",
    ] {
        assert_hidden_whole(number, &[Kind::Phone]);
    }
}

#[test]
fn accounts_and_national_numbers_are_hidden() {
    for number in [
        "GB29 NWBK 6016 1331 9268 19",
        "GB29NWBK60161331926819",
        "gb29-nwbk-6016-1331-9268-19",
        "DE89 3702 0400 4405 3201 3000",
        "FR14 2004 1010 0505 0001 3M02 606",
        "111.444.777-35",
        "12345678Z",
        "X1234567L",
        "078-05-1120",
        "1 85 05 78 006 084 36",
        "00:1B:44:11:3A:B7",
        "1HGCM82633A004352",
        "1:19-cv-01234",
    ] {
        assert_hidden_whole(number, &[Kind::Id]);
    }
    for (text, redacted) in [
        ("número de cuenta: 0045 8812 77.", "número de cuenta: [number]."),
        ("My account is 004588 12 77.", "My account is [number]."),
        ("mi cédula No. 1.023.456.789", "mi cédula No. [number]"),
    ] {
        assert_eq!(read(text).text, redacted);
    }
}

#[test]
fn places_on_the_map_are_hidden() {
    for place in [
        "40.71280, -74.00600",
        "40.7128° N, 74.0060° W",
        "40°42'46\"N 74°00'22\"W",
        "87G8Q2JM+VX",
        "///filled.count.soap",
    ] {
        assert_hidden_whole(place, &[Kind::Location]);
    }
    for text in [
        "It cost 3.141 and 2.718 more.",
        "It was an A+ for the class.",
        "Wait... what... why",
    ] {
        assert_eq!(read(text).text, text);
    }
}

#[test]
fn street_addresses_of_other_languages_are_hidden() {
    for street in [
        "Avenida da Liberdade 212",
        "Hauptstraße 7b",
        "14 rue des Lilas",
        "Rua Augusta, 1500",
        "Calle 45 #23-10",
        "Carrera 15 No. 93-60",
        "Kerkstraat 12",
        "Storgatan 5",
        "via Garibaldi 12",
        "PSC 473 Box 12",
        "Unit 45013 Box 2201, APO AP 96338",
    ] {
        assert_hidden_whole(street, &[Kind::Address]);
    }
    for (text, redacted) in [
        (
            "We met at the corner of Maple and 5th.",
            "We met at the corner of [address].",
        ),
        (
            "It was the corner of Elm Street and Oak Avenue.",
            "It was the corner of [address].",
        ),
        ("The 1400 block of Elm was home.", "The [address] was home."),
    ] {
        assert_eq!(read(text).text, redacted);
    }
}

#[test]
fn numbers_that_identify_nobody_stay() {
    for text in [
        "I was sober from 2019 to 2023, and 12/03/2021 was hard.",
        "We raised 10,000 and then 25,000 more.",
        "I read Psalm 119, 105 and John 3:16.",
        "It was 100 000 000 stars, or 7 8 9.",
        "First one, then two, then three of us came.",
        "We sang 24, 7, 365.",
    ] {
        assert_eq!(read(text).text, text);
    }
}

#[test]
fn a_name_with_invisible_characters_is_hidden_whole() {
    let text = "My friend Ma\u{200b}r\u{ad}ia prayed. 𝐌𝐚𝐫𝐢𝐚 too.";
    assert_eq!(read(text).text, "My friend [name] prayed. [name] too.");
    // A Cyrillic letter among Latin ones, letters on black, and accents as marks of their own.
    let text = "My friend M\u{430}ria prayed with me.";
    assert_eq!(read(text).text, "My friend [name] prayed with me.");
    let text = "On Ash Wed\u{ad}nesday I felt like Da\u{200b}vid against Goliath.";
    assert_eq!(read(text).text, text);
}

#[test]
fn the_authors_words_are_found_however_they_are_written() {
    for (text, wish, redacted) in [
        ("Ma\u{200b}risol drove me", "Marisol", "[hidden] drove me"),
        ("Mari-\nsol drove me", "Marisol", "[hidden] drove me"),
        ("Mari\nsol drove me", "Marisol", "[hidden] drove me"),
        ("M a r i s o l drove me", "Marisol", "[hidden] drove me"),
        ("M.a.r.i.s.o.l drove me", "Marisol", "[hidden] drove me"),
        (
            "the Marisols and MARISOL's car",
            "Marisol",
            "the [hidden] and [hidden]'s car",
        ),
        ("JOSÉ and Jose", "Jose", "[hidden] and [hidden]"),
        ("Ｍａｒｉｓｏｌ drove me", "Marisol", "[hidden] drove me"),
        ("M\u{430}risol drove me", "Marisol", "[hidden] drove me"),
        ("#PrayForMarisol tonight", "Marisol", "#[hidden] tonight"),
        (
            "blue\u{a0}lantern, Blue-Lantern, blue\nlantern",
            "Blue Lantern",
            "[hidden], [hidden], [hidden]",
        ),
        ("美咲と来た", "美咲", "[hidden]と来た"),
        ("Mar\u{ad}isol drove me", "Mari\u{200b}sol", "[hidden] drove me"),
        ("Marisol's car", "Marisol's", "[hidden]'s car"),
    ] {
        assert_eq!(redact(dictionaries(), text, &[wish]).text, redacted);
        assert_eq!(occurring(text, &[wish]), [wish], "{text}");
    }
}

#[test]
fn the_authors_words_do_not_hide_other_words() {
    for (text, wish) in [
        ("I am in a better place", "Ina"),
        ("the rapist", "therapist"),
        ("lanterns", "lan"),
        ("[name 1] came home", "name"),
        ("the year 2021", "21"),
    ] {
        assert_eq!(redact(dictionaries(), text, &[wish]).text, text);
        assert!(occurring(text, &[wish]).is_empty(), "{text}");
    }
}
