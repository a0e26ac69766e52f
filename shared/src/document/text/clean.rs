//! Cleaning: joins the lines of a page to paragraphs, expands ligatures, and rejoins words hyphenated at a line end.

use super::is_unspaced;

/// After these prefixes a hyphen at a line end belongs to the word.
const HYPHENATED_PREFIXES: &[&str] = &[
    "all", "cross", "ever", "ex", "half", "high", "ill", "long", "loving", "never", "non", "self", "soul", "well",
];
const LIGATURES: &[(char, &str)] = &[
    ('\u{fb00}', "ff"),
    ('\u{fb01}', "fi"),
    ('\u{fb02}', "fl"),
    ('\u{fb03}', "ffi"),
    ('\u{fb04}', "ffl"),
    ('\u{fb05}', "st"),
    ('\u{fb06}', "st"),
];
/// PDFium writes the last one where a word continues on the next line.
const HYPHENS: [char; 4] = ['-', '\u{2010}', '\u{ad}', '\u{2}'];

/// Joins lines to paragraphs. Empty lines separate paragraphs in both input and output.
pub fn clean(lines: &str) -> String {
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in lines.lines() {
        let line = clean_line(line);
        if line.is_empty() {
            paragraphs.push(String::new());
        } else if let Some(paragraph) = paragraphs.last_mut() {
            *paragraph = join_lines(paragraph, &line);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    for paragraph in &mut paragraphs {
        *paragraph = paragraph.replace(['\u{ad}', '\u{2}'], "");
    }
    paragraphs.join("\n\n")
}

/// Joins a text with the line after it.
pub fn join_lines(before: &str, after: &str) -> String {
    let Some(last) = before.chars().next_back() else {
        return after.to_owned();
    };
    let first = after.chars().next().unwrap_or(' ');
    if HYPHENS.contains(&last) {
        let stem = before.trim_end_matches(HYPHENS);
        let continues_word = first.is_lowercase() && stem.ends_with(char::is_alphabetic);
        if continues_word && (matches!(last, '\u{ad}' | '\u{2}') || !keeps_hyphen(stem)) {
            return format!("{stem}{after}");
        }
        return format!("{stem}-{after}");
    }
    if is_unspaced(last) && is_unspaced(first) {
        return format!("{before}{after}");
    }
    format!("{before} {after}")
}

fn keeps_hyphen(stem: &str) -> bool {
    let word = stem
        .rsplit(|letter: char| !letter.is_alphabetic())
        .next()
        .unwrap_or_default();
    let has_hyphen = stem.strip_suffix(word).is_some_and(|rest| rest.ends_with('-'));
    has_hyphen || HYPHENATED_PREFIXES.contains(&word.to_lowercase().as_str())
}

/// Normalises spaces, expands ligatures, and drops control and private-use characters.
fn clean_line(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for letter in line.chars() {
        if let Some((_, spelled)) = LIGATURES.iter().find(|(ligature, _)| *ligature == letter) {
            plain.push_str(spelled);
        } else if letter.is_whitespace() || letter == '\u{a0}' {
            if !plain.is_empty() && !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else if !is_unreadable(letter) {
            plain.push(letter);
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

fn is_unreadable(letter: char) -> bool {
    (letter.is_control() && letter != '\u{2}')
        || matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{feff}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_to_paragraphs() {
        for (lines, cleaned) in [
            ("Be still,\nand know.", "Be still, and know."),
            ("One.\n\nTwo\nlines.", "One.\n\nTwo lines."),
            ("com-\nfort", "comfort"),
            ("com\u{2}\nfort", "comfort"),
            ("com\u{ad}\nfort", "comfort"),
            ("self-\ncontrol", "self-control"),
            ("mother-in-\nlaw", "mother-in-law"),
            ("Jean-\nPaul", "Jean-Paul"),
            ("1854-\n1860", "1854-1860"),
            ("a dash -\nand more", "a dash -and more"),
            ("\u{fb01}nd of\u{fb01}ce, \u{fb02}ow", "find office, flow"),
            ("so\u{a0}\u{a0}much \t room", "so much room"),
            ("不要\n害怕", "不要害怕"),
            ("a\0b\u{e001}\u{fffe}c", "abc"),
            ("\n \n\n", ""),
            ("", ""),
        ] {
            assert_eq!(clean(lines), cleaned, "{lines:?}");
        }
    }
}
