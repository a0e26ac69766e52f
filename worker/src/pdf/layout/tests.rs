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
    let text = in_reading_order(&words);
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
    assert!(in_reading_order(&words).starts_with("The chapter called 0 in this book 0\nThe chapter called 1"));
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
    let text = in_reading_order(&words);
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
    assert_eq!(in_reading_order(&words), "ראשית שנית");
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
        })
        .collect();
    let text = in_reading_order(&words);
    let mut found: Vec<&str> = text.split_whitespace().collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 64);
    assert_eq!(in_reading_order(&[]), "");
}
