//! Tables of cases for normalisation and deobfuscation.

use super::{deobfuscate, normalise, words};

#[test]
fn letters_that_share_a_cache_slot_keep_their_own_plain_form() {
    // The code points are 256 apart, so all of them share one slot of the cache.
    let letters = "\u{e9}\u{1e9}\u{2e9}\u{3e9}\u{4e9}";
    let alone: String = letters
        .chars()
        .map(|letter| normalise(&letter.to_string()).text)
        .collect();
    assert!(alone.starts_with("ek"));
    for times in 1..4 {
        assert_eq!(normalise(&letters.repeat(times)).text, alone.repeat(times));
    }
}

#[test]
fn texts_are_normalised() {
    let cases = [
        ("", ""),
        ("  I can’t\t\tSLEEP \r\n\r\n at all  ", "i can't sleep\nat all"),
        ("“Why?” — he said…", "\"why?\" - he said..."),
        ("su\u{200b}ici\u{ad}de", "suicide"),
        ("ｆｕｌｌ ｗｉｄｔｈ 𝐤𝐢𝐥𝐥", "full width kill"),
        ("Café, señor, CAFE\u{301}", "cafe, senor, cafe"),
        ("soooo tired, killll me, pleeeease", "so tired, kill me, please"),
        ("hellllppp", "help"),
        ("sooorrrry", "sorry"),
        ("I owe 1000000", "i owe 1000000"),
        ("Größe Łódź", "grosse lodz"),
    ];
    for (original, plain) in cases {
        assert_eq!(normalise(original).text(), plain, "{original:?}");
    }
}

#[test]
fn spans_map_back_to_the_original_text() {
    let original = "Ich bin… sooooo “müde” of it\u{200b}all";
    let plain = normalise(original);
    for (word, typed) in [
        ("so", "sooooo"),
        ("mude", "müde"),
        ("of", "of"),
        ("itall", "it\u{200b}all"),
    ] {
        let start = plain.text().find(word).expect("the word is in the plain text");
        assert_eq!(&original[plain.original(start..start + word.len())], typed);
    }
}

#[test]
fn words_keep_inner_apostrophes() {
    let plain = normalise("'Don't' say rock-n-roll, it's O'Brien's 3am");
    let found: Vec<&str> = words(&plain).map(|word| word.text).collect();
    assert_eq!(found, ["don't", "say", "rock", "n", "roll", "it's", "o'brien's", "3am"]);
}

#[test]
fn obfuscated_words_are_decoded() {
    let cases = [
        ("i want to k i l l myself", "i want to kill myself"),
        ("k i l l  m y s e l f now", "kill myself now"),
        ("s.u.i.c.i.d.e", "suicide"),
        (
            "su1cide and k1ll and ki11 and d!e!",
            "suicide and kill and kill and die!",
        ),
        ("s*icide, k*ll, $elf h@rm", "suicide, kill, self harm"),
        ("sui-cide", "suicide"),
        ("suіcіde", "suicide"),
        ("h0pe", "hope"),
    ];
    for (original, opened) in cases {
        assert_eq!(deobfuscate(&normalise(original)).text(), opened, "{original:?}");
    }
}

#[test]
fn ordinary_text_is_left_unchanged() {
    for text in [
        "it is 3am, i took 20mg at 9 a.m. on the 2nd",
        "covid19 and psalm 23:1-4",
        "i am, a b student!",
        "john@example.org",
        "$500 a week",
        "well-being...",
        "привет как дела",
        "1 john 4:18",
    ] {
        assert_eq!(deobfuscate(&normalise(text)).text(), normalise(text).text());
    }
}

#[test]
fn unusual_input_never_panics_and_offsets_lie_on_character_boundaries() {
    for original in unusual_texts() {
        let plain = normalise(&original);
        for view in [&plain, &deobfuscate(&plain)] {
            let mut before = 0;
            for (index, _) in view.text().char_indices() {
                let span = view.original(index..index + 1);
                assert!(original.is_char_boundary(span.start) && original.is_char_boundary(span.end));
                assert!(span.start >= before);
                before = span.start;
            }
            assert!(words(view).all(|word| view.text()[word.start..word.end] == *word.text));
        }
    }
}

/// Texts of every kind of character, alone, repeated and mixed.
fn unusual_texts() -> Vec<String> {
    let pieces = [
        "",
        "\0",
        "\u{200b}",
        "\u{301}",
        "aaa",
        "é",
        "ﷺ",
        "ﬃ",
        "İ",
        "ß",
        "한국어",
        "हिन्दी",
        "👩‍👩‍👧",
        "'",
        "k i l l",
        "k.",
        "*",
        "1!",
        "і",
        "\r\n",
        "…",
        "'a'",
        "\u{e0001}",
        "a\u{300}\u{300}\u{300}",
        "zzzé",
    ];
    let mut texts: Vec<String> = pieces.iter().map(ToString::to_string).collect();
    let mut seed = 7_usize;
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) % pieces.len()]);
            if seed >> 62 == 0 {
                text.push(' ');
            }
        }
        texts.push(text);
    }
    texts
}
