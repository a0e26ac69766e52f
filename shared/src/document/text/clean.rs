//! Cleaning: joins the lines of a page to paragraphs, expands ligatures, and rejoins words hyphenated at a line end.

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

use super::{NOTE, Spelling, is_unspaced};

const LIGATURES: &[(char, &str)] = &[
    ('\u{fb00}', "ff"),
    ('\u{fb01}', "fi"),
    ('\u{fb02}', "fl"),
    ('\u{fb03}', "ffi"),
    ('\u{fb04}', "ffl"),
    ('\u{fb05}', "st"),
    ('\u{fb06}', "st"),
];
/// A hyphen that is only seen where a line ends.
const SOFT_HYPHEN: char = '\u{ad}';
/// PDFium writes this for a hyphen at the end of a line.
const LINE_END_HYPHEN: char = '\u{2}';
const HYPHENS: [char; 4] = ['-', '\u{2010}', SOFT_HYPHEN, LINE_END_HYPHEN];

/// The paragraphs of a page, separated by empty lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// The prose.
    pub text: String,
    /// Its footnotes, and what else stands apart from the prose.
    pub notes: String,
}

impl Cleaned {
    /// All of the page, the notes last.
    pub fn whole(&self) -> String {
        let parts = [self.text.as_str(), self.notes.as_str()];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
    }
}

/// Joins lines to paragraphs. Empty lines separate paragraphs in both input and output.
pub fn clean(lines: &str, spelling: &Spelling) -> Cleaned {
    let is_note = |line: &&str| line.starts_with(NOTE);
    let notes: Vec<&str> = lines.lines().filter(|line| line.is_empty() || is_note(line)).collect();
    let text: Vec<&str> = lines.lines().filter(|line| !is_note(line)).collect();
    Cleaned {
        text: paragraphs(&text, spelling),
        notes: paragraphs(&notes, spelling),
    }
}

fn paragraphs(lines: &[&str], spelling: &Spelling) -> String {
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in lines {
        let line = clean_line(&without_leaders(line));
        if line.is_empty() {
            paragraphs.push(String::new());
        } else if let Some(paragraph) = paragraphs.last_mut() {
            join_lines(paragraph, &line, spelling);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    for paragraph in &mut paragraphs {
        *paragraph = paragraph.replace(SOFT_HYPHEN, "").replace(LINE_END_HYPHEN, "-");
    }
    paragraphs.join("\n\n")
}

/// Adds the next line to a text.
pub fn join_lines(text: &mut String, next: &str, spelling: &Spelling) {
    let first = next.chars().next().unwrap_or(' ');
    match text.chars().next_back() {
        None => {}
        Some(last) if HYPHENS.contains(&last) => {
            text.truncate(text.trim_end_matches(HYPHENS).len());
            let continues_word = first.is_lowercase() && text.ends_with(char::is_alphabetic);
            let is_joined = continues_word && (last == SOFT_HYPHEN || !spelling.keeps_hyphen(text, next));
            if !is_joined {
                text.push('-');
            }
        }
        Some(last) if is_wide(last) && is_wide(first) => {}
        Some(_) => text.push(' '),
    }
    text.push_str(next);
}

/// Letters and punctuation of scripts without blanks between words.
const fn is_wide(letter: char) -> bool {
    is_unspaced(letter)
        || matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// A row of more dots than end any sentence, with or without blanks, leads the eye to a page number.
const MIN_LEADER_DOTS: usize = 5;

/// A line without its dot leaders.
fn without_leaders(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('.') {
        let (before, from) = rest.split_at(start);
        let row = from.len() - from.trim_start_matches(['.', ' ']).len();
        let is_leader = from[..row].matches('.').count() >= MIN_LEADER_DOTS;
        kept.push_str(if is_leader { before.trim_end() } else { before });
        kept.push_str(if is_leader { " " } else { &from[..row] });
        rest = &from[row..];
    }
    kept.push_str(rest);
    kept
}

/// Normalises spaces, expands ligatures and presentation forms, drops control and private-use characters, and joins
/// accents to their letters (NFC): apart from it they would cut a word in two for search.
fn clean_line(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    // Within a line PDFium writes this for a blank that a font maps to nothing.
    let line = line.trim_end();
    let inner = line.strip_suffix(LINE_END_HYPHEN).map_or(line.len(), str::len);
    for (place, letter) in line.char_indices() {
        if let Some((_, spelled)) = LIGATURES.iter().find(|(ligature, _)| *ligature == letter) {
            plain.push_str(spelled);
        } else if is_presentation_form(letter) {
            plain.extend(std::iter::once(letter).nfkc());
        } else if letter.is_whitespace() || letter == LINE_END_HYPHEN && place < inner {
            if !plain.is_empty() && !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else if !is_unreadable(letter) {
            push_letter(&mut plain, letter);
        }
    }
    plain.truncate(plain.trim_end().len());
    if is_nfc_quick(plain.chars()) == IsNormalized::Yes {
        return plain;
    }
    plain.nfc().collect()
}

/// Adds a letter, without the blank that programs set between the letters of a script that has none.
fn push_letter(plain: &mut String, letter: char) {
    if is_wide(letter) && plain.strip_suffix(' ').is_some_and(|before| before.ends_with(is_wide)) {
        plain.pop();
    }
    plain.push(letter);
}

/// A Hebrew or Arabic letter in the form that it has within a word, or a Latin letter of Chinese width. Search and
/// screen readers know the plain letter.
const fn is_presentation_form(letter: char) -> bool {
    matches!(letter, '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}')
}

fn is_unreadable(letter: char) -> bool {
    (letter.is_control() && letter != '\u{2}')
        || matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{feff}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: &str) -> String {
        clean(lines, &Spelling::default()).text
    }

    #[test]
    fn dot_leaders_are_dropped_and_other_dots_are_kept() {
        for (line, clean) in [
            ("Of Patience . . . . . . . . 3", "Of Patience 3"),
            ("Of Hope ............... 90", "Of Hope 90"),
            (
                "He waited.... And then? Well... yes. See p. 4.",
                "He waited.... And then? Well... yes. See p. 4.",
            ),
            ("...", "..."),
        ] {
            assert_eq!(clean_line(&without_leaders(line)), clean, "{line}");
        }
    }

    #[test]
    fn lines_are_joined_to_paragraphs() {
        for (lines, cleaned) in [
            ("Be still,\nand know.", "Be still, and know."),
            ("One.\n\nTwo\nlines.", "One.\n\nTwo lines."),
            ("com-\nfort", "comfort"),
            ("com\u{2}\nfort", "comfort"),
            ("a\u{2}word\u{2} and more", "a word and more"),
            ("com\u{ad}\nfort", "comfort"),
            ("self-\ncontrol", "self-control"),
            ("mother-in-\nlaw", "mother-in-law"),
            ("Jean-\nPaul", "Jean-Paul"),
            ("1854-\n1860", "1854-1860"),
            ("a dash -\nand more", "a dash -and more"),
            ("\u{fb01}nd of\u{fb01}ce, \u{fb02}ow", "find office, flow"),
            ("so\u{a0}\u{a0}much \t room", "so much room"),
            ("不要\n害怕", "不要害怕"),
            ("不 要 害 怕 ， 因 為 I am 與 你", "不要害怕，因為 I am 與你"),
            ("Ｂｅ ｓｔｉｌｌ， １２", "Be still， 12"),
            ("\u{fedf}\u{fe8e}\u{feed} \u{fefb}", "لاو لا"),
            ("a\0b\u{e001}\u{fffe}c", "abc"),
            (
                "El Sen\u{303}or es mi luz y mi salvacio\u{301}n",
                "El Señor es mi luz y mi salvación",
            ),
            ("\n \n\n", ""),
            ("", ""),
        ] {
            assert_eq!(text(lines), cleaned, "{lines:?}");
        }
    }
    #[test]
    fn notes_are_kept_apart_from_the_prose() {
        let lines = format!("The love of\n\n{NOTE}1 See the letter\n{NOTE}to Farel.\n\n{NOTE}2 So Paul.");
        let cleaned = clean(&lines, &Spelling::default());
        assert_eq!(cleaned.text, "The love of");
        assert_eq!(cleaned.notes, "1 See the letter to Farel.\n\n2 So Paul.");
        assert_eq!(
            cleaned.whole(),
            "The love of\n\n1 See the letter to Farel.\n\n2 So Paul."
        );
    }
}
