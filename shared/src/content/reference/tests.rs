use super::*;

#[test]
fn references_round_trip_through_text() {
    for text in [
        "Psalm 34:18",
        "Romans 8:38-39",
        "1 John 4:18",
        "Song of Solomon 8:6-7",
        "Psalm 23",
        "Matthew 5-7",
        "Romans 8:28-9:1",
        "Romans 8:28ff",
        "Romans 8:28-9:1ff",
        "Jude 1",
    ] {
        let reference: Reference = text.parse().expect(text);
        let again: Reference = reference.to_string().parse().expect(text);
        assert_eq!(reference, again, "{text}");
    }
}

#[test]
fn the_forms_that_people_type_are_read() {
    for (typed, shown) in [
        ("psalms 23:1–4", "Psalm 23:1-4"),
        ("Psalm 23", "Psalm 23"),
        ("ps23", "Psalm 23"),
        ("Ps. 23", "Psalm 23"),
        ("PSALM 23:4", "Psalm 23:4"),
        ("psalm 23 verse 4", "Psalm 23:4"),
        ("Psalm chapter 23, verses 1 through 4", "Psalm 23:1-4"),
        ("jn 3:16", "John 3:16"),
        ("john 3 16", "John 3:16"),
        ("John 3.16", "John 3:16"),
        ("John 3:16.", "John 3:16"),
        ("Jn 3v16", "John 3:16"),
        ("John\u{a0}3:16", "John 3:16"),
        ("1 cor 13", "1 Corinthians 13"),
        ("1cor13", "1 Corinthians 13"),
        ("I Cor. 13:4-7", "1 Corinthians 13:4-7"),
        ("First Corinthians 13", "1 Corinthians 13"),
        ("1st John 4:18", "1 John 4:18"),
        ("II Tim 1:7", "2 Timothy 1:7"),
        ("1 Cor 13:4-8,13", "1 Corinthians 13:4-13"),
        ("Song of Songs 8:7", "Song of Solomon 8:7"),
        ("Jude 24", "Jude 1:24"),
        ("Jude 24-25", "Jude 1:24-25"),
        ("Jude 1:24", "Jude 1:24"),
        ("Jude 1", "Jude 1"),
        ("Philemon 6", "Philemon 1:6"),
        ("Romans 8:28–9:1", "Romans 8:28-9:1"),
        ("rom 8 28-39", "Romans 8:28-39"),
        ("Romans 8:28ff", "Romans 8:28ff"),
        ("Matthew 5-7", "Matthew 5-7"),
        ("Matt 6:9-13", "Matthew 6:9-13"),
        ("Philippians 4:6a", "Philippians 4:6"),
        ("Phil 4:6,7", "Philippians 4:6-7"),
        ("Phil 4:6 & 7", "Philippians 4:6-7"),
        ("John chapter three verse sixteen", "John 3:16"),
        ("psalm one hundred twenty-one", "Psalm 121"),
        ("isaiah forty-one ten", "Isaiah 41:10"),
        ("two kings five", "2 Kings 5"),
        ("Psalm #23", "Psalm 23"),
        ("psalm number 23", "Psalm 23"),
        ("Mt 6, 25-34", "Matthew 6:25-34"),
        ("Psalms 23 and 91", "Psalm 23"),
        ("salmo 23", "Psalm 23"),
        ("Salmos 91:1-2", "Psalm 91:1-2"),
        ("Sal 23", "Psalm 23"),
        ("Juan 3,16", "John 3:16"),
        ("1 Corintios 13", "1 Corinthians 13"),
        ("primera de Corintios 13", "1 Corinthians 13"),
        ("Génesis 1:1", "Genesis 1:1"),
        ("Éxodo 20", "Exodus 20"),
        ("Isaías 41:10", "Isaiah 41:10"),
        ("Cantares 8:7", "Song of Solomon 8:7"),
        ("Hechos 2:38", "Acts 2:38"),
        ("Santiago 1:5", "James 1:5"),
        ("Apocalipsis 21:4", "Revelation 21:4"),
        ("Judas 24", "Jude 1:24"),
        ("is 41:10", "Isaiah 41:10"),
    ] {
        let read = typed.parse::<Reference>().map(|reference| reference.to_string());
        assert_eq!(read.as_deref(), Ok(shown), "{typed}");
    }
}

#[test]
fn invalid_references_are_refused() {
    for text in [
        "",
        "Psalm",
        "Psalm 0:1",
        "Psalm 3:0",
        "Psalm 3:5-2",
        "Psalm 9-3",
        "Hezekiah 3:16",
        "John 3:16-x",
        "John 3:16 years",
        "John 3 years sober",
        "john 3 16 17 18",
        "he 4",
        "is 9",
        "am 3",
        "mi 3",
        "John 99999999999999999999:1",
        "💧 3:16",
        "1",
        "3:16",
        "i am 3",
        "John 3:",
        "John 3:16:17",
        "John 3--16",
    ] {
        assert!(text.parse::<Reference>().is_err(), "{text}");
    }
    assert!("1".repeat(5_000).parse::<Reference>().is_err());
}

#[test]
fn overlapping_references_are_known() {
    let reference = |text: &str| text.parse::<Reference>().expect(text);
    for (one, other, overlap) in [
        ("Psalm 23", "Psalm 23:4", true),
        ("Romans 8:28-9:1", "Romans 9:1", true),
        ("Romans 8:28-9:1", "Romans 8:27", false),
        ("John 3:16", "1 John 3:16", false),
        ("John 3:16-18", "John 3:18-20", true),
    ] {
        assert_eq!(reference(one).overlaps(&reference(other)), overlap, "{one} and {other}");
        assert_eq!(reference(other).overlaps(&reference(one)), overlap, "{other} and {one}");
    }
}

#[test]
fn references_are_shown_in_spanish_and_read_again() {
    let reference = |text: &str| text.parse::<Reference>().expect(text);
    for (text, shown) in [
        ("Psalm 34:18", "Salmo 34:18"),
        ("1 Corinthians 13:4-8", "1 Corintios 13:4-8"),
        ("Romans 8:28-9:1", "Romanos 8:28-9:1"),
        ("Matthew 5-7", "Mateo 5-7"),
        ("Psalm 23", "Salmo 23"),
        ("Psalm 3:2ff", "Salmo 3:2ss"),
        ("Song of Solomon 8:7", "Cantares 8:7"),
        ("3 John 14", "3 Juan 1:14"),
    ] {
        assert_eq!(reference(text).in_language(Locale::Spanish).to_string(), shown);
        assert_eq!(reference(shown), reference(text));
    }
    for book in 0..BOOKS.len() {
        let verse = Reference::of_verse(book, 1, 2);
        let shown = verse.in_language(Locale::Spanish).to_string();
        assert_eq!(shown.parse().as_ref(), Ok(&verse), "{shown}");
    }
}

#[test]
fn a_packed_reference_is_read_again_and_an_unknown_book_refused() {
    for text in ["Psalm 34:18", "Romans 8:28-9:1", "Matthew 5-7", "Psalm 3:2ff"] {
        let reference: Reference = text.parse().expect(text);
        let packed = rmp_serde::to_vec_named(&reference).expect("it can be packed");
        assert_eq!(rmp_serde::from_slice::<Reference>(&packed).expect(text), reference);
        assert_eq!(serde_json::json!(reference), serde_json::json!(text));
    }
    let packed = rmp_serde::to_vec(&(BOOKS.len(), 1, 1, 1, Some(1))).expect("it can be packed");
    assert!(rmp_serde::from_slice::<Reference>(&packed).is_err());
}
