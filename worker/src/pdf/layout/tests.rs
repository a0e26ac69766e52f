use super::*;

/// A line of words; each character is five points wide and ten high.
fn line_at(left: f32, top: f32, text: &str) -> Vec<Word> {
    let mut at = left;
    text.split(' ')
        .map(|word| {
            #[expect(clippy::cast_precision_loss, reason = "short words")]
            let width = word.chars().count() as f32 * 5.0;
            let placed = Word {
                text: word.to_owned(),
                left: at,
                right: at + width,
                bottom: top - 10.0,
                top,
                size: 10.0,
                ..Word::default()
            };
            at += width + 3.0;
            placed
        })
        .collect()
}

#[test]
fn two_columns_are_read_one_after_the_other_however_they_were_written() {
    let mut words = line_at(100.0, 700.0, "A heading that reaches across both of the columns");
    for row in 0_u8..6 {
        let top = 680.0 - f32::from(row) * 12.0;
        words.extend(line_at(50.0, top, &format!("left line {row} of the page")));
        words.extend(line_at(250.0, top, &format!("right line {row} of the page")));
    }
    words.extend(line_at(100.0, 500.0, "A foot that reaches across both of the columns"));
    let text = in_reading_order(words);
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[0], "A heading that reaches across both of the columns");
    assert_eq!(lines[1], "left line 0 of the page");
    assert_eq!(lines[7], "right line 0 of the page");
    assert_eq!(lines[13], "A foot that reaches across both of the columns");
}

#[test]
fn page_numbers_of_a_table_of_contents_are_no_column() {
    let mut words = Vec::new();
    for row in 0_u8..8 {
        let top = 680.0 - f32::from(row) * 12.0;
        words.extend(line_at(50.0, top, &format!("The chapter called {row} in this book")));
        words.extend(line_at(400.0, top, &format!("{}", row * 10)));
    }
    assert!(in_reading_order(words).starts_with("The chapter called 0 in this book 0\nThe chapter called 1"));
}

#[test]
fn paragraphs_are_separated_by_distance_and_by_indents() {
    let mut words = Vec::new();
    for (left, top, text) in [
        (50.0, 700.0, "The first one has two lines of text,"),
        (50.0, 688.0, "and this is the second of them now."),
        (60.0, 676.0, "The next one is indented as in books,"),
        (50.0, 664.0, "and goes on to this line of text, as"),
        (50.0, 652.0, "well as to this one, which is last."),
        (50.0, 620.0, "This one stands further down below."),
    ] {
        words.extend(line_at(left, top, text));
    }
    let text = in_reading_order(words);
    let paragraphs: Vec<&str> = text
        .split("\n\n")
        .map(|text| text.split(' ').next().unwrap_or(""))
        .collect();
    assert_eq!(paragraphs, ["The", "The", "This"], "{text}");
}

#[test]
fn a_line_of_hebrew_runs_is_read_from_the_right() {
    let mut words = line_at(50.0, 700.0, "שנית");
    words.extend(line_at(200.0, 700.0, "ראשית"));
    assert_eq!(in_reading_order(words), "ראשית שנית");
}

#[test]
fn words_with_impossible_positions_are_all_kept() {
    let positions = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        0.0,
        -1e9,
        1e9,
    ];
    let words: Vec<Word> = (0..64)
        .map(|number: usize| Word {
            text: format!("w{number}"),
            left: positions[number % 8],
            right: positions[number / 8],
            bottom: positions[(number + 3) % 8],
            top: positions[(number * 5 + 1) % 8],
            ..Word::default()
        })
        .collect();
    let text = in_reading_order(words);
    let mut found: Vec<&str> = text.split_whitespace().collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 64);
    assert_eq!(in_reading_order(Vec::new()), "");
}

/// The text of a page with numbers in its left margin, one for each line.
fn numbered(lines: &[(u32, &str)], step: f32) -> String {
    let mut words = Vec::new();
    for (row, (number, line)) in (0_u8..).zip(lines) {
        let top = 700.0 - f32::from(row) * step;
        words.extend(line_at(100.0, top, line));
        if *number > 0 {
            words.extend(line_at(60.0, top, &number.to_string()));
        }
    }
    in_reading_order(words)
}

#[test]
fn line_numbers_are_left_out_wherever_they_restart() {
    let prose = [
        "He said that it",
        "was late and that",
        "we were to go",
        "home by the road",
        "along the river bank",
    ];
    let lines: Vec<(u32, &str)> = (1..).zip(prose).chain((1..).zip(prose)).collect();
    let text = numbered(&lines, 12.0);
    assert!(!text.contains(|letter: char| letter.is_ascii_digit()), "{text}");
}

#[test]
fn numbers_that_count_no_lines_are_kept() {
    // Verses of two lines, lists, and years in a table.
    let verses = [
        (1, "He leads me out"),
        (0, "of the dark"),
        (2, "he holds my"),
        (0, "hand in his"),
        (3, "and lets me"),
        (0, "go no more"),
        (4, "until the"),
        (0, "day is here"),
    ];
    let list = [
        (1, "Bread and salt"),
        (2, "Water for two"),
        (3, "Oil for the lamp"),
        (4, "Wool for winter"),
        (5, "Seed for spring"),
    ];
    let items = [
        (1, "salt"),
        (2, "wine for all of the guests"),
        (3, "lamps"),
        (4, "wool"),
        (5, "nails"),
    ];
    let years = [
        (1901, "the first flood"),
        (1912, "the great fire"),
        (1920, "the new bridge"),
        (1931, "the long winter"),
    ];
    for (lines, last) in [(verses.as_slice(), "4"), (&list, "5"), (&items, "5"), (&years, "1931")] {
        let text = numbered(lines, 12.0);
        assert!(text.contains(last), "{text}");
    }
}

#[test]
fn a_reference_mark_goes_with_its_note_and_stays_without_one() {
    let page = |note_size: f32| {
        let mut words = line_at(50.0, 700.0, "Nothing can part us from love");
        let mark = Word {
            text: "1".to_owned(),
            left: 190.0,
            right: 193.0,
            bottom: 696.0,
            top: 701.0,
            size: 6.0,
            is_glued: true,
            ..Word::default()
        };
        words.extend([
            mark.clone(),
            Word {
                text: ",".to_owned(),
                left: 193.0,
                right: 195.0,
                bottom: 690.0,
                size: 10.0,
                ..mark
            },
        ]);
        words.extend(line_at(50.0, 680.0, "said the one who knew of it"));
        words.extend(line_at(50.0, 100.0, "1 See the letter.").into_iter().map(|word| Word {
            size: note_size,
            ..word
        }));
        in_reading_order(words)
    };
    assert_eq!(
        page(7.0),
        format!("Nothing can part us from love,\nsaid the one who knew of it\n\n{NOTE}1 See the letter.")
    );
    assert!(page(10.0).contains("love1,"), "{}", page(10.0));
}

#[test]
fn turns_are_those_of_the_text() {
    let turns = [
        (1.0, 0.0, 0.0, 1.0),
        (0.0, 1.0, -1.0, 0.0),
        (-1.0, 0.0, 0.0, -1.0),
        (0.0, -2.0, 2.0, 0.0),
        (0.7, 0.7, -0.7, 0.7),
        (0.0, 0.0, 0.0, 0.0),
        (-1.0, 0.0, 0.0, 1.0),
    ];
    let found = turns.map(|(a, b, c, d)| Turn::of_baseline(a, b, c, d));
    assert_eq!(
        found,
        [
            Turn::Upright,
            Turn::Up,
            Turn::Over,
            Turn::Down,
            Turn::Tilted,
            Turn::Upright,
            Turn::Upright
        ]
    );
}
