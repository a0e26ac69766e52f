//! Reverses obfuscated spelling: spaced letters (*k i l l*), leetspeak (*su1cide*, *d!e*), masks (*s\*icide*) and
//! homoglyphs (Cyrillic or Greek letters that look Latin).
//!
//! Invariant: the result maps back to the original text as the plain text does; without obfuscation the two are equal.

use std::ops::Range;

use super::Normalised;

/// A decoded word: each letter with the offset of the character that stood for it.
type Letters = Vec<(char, usize)>;

/// Decodes spaced letters, leetspeak, masked letters and homoglyphs.
pub fn deobfuscate(plain: &Normalised) -> Normalised {
    let decoded = replace_in_chunks(plain);
    let decoded = decoded.as_ref().unwrap_or(plain);
    join_spaced_letters(decoded).unwrap_or_else(|| decoded.clone())
}

/// Decodes each chunk between white space; `None` if no chunk is obfuscated.
fn replace_in_chunks(plain: &Normalised) -> Option<Normalised> {
    let mut decoded = Normalised::default();
    let mut kept_from = 0;
    let mut start = 0;
    // In UTF-8 no byte of a multi-byte character equals a space or a line break, so splitting bytes is safe.
    for bytes in plain.text.as_bytes().split(|byte| matches!(byte, b' ' | b'\n')) {
        let chunk = &plain.text[start..start + bytes.len()];
        if let Some((core, letters)) = decode_chunk(chunk) {
            let core = start + core.start..start + core.end;
            decoded.push_from(plain, kept_from..core.start);
            for (letter, offset) in letters {
                decoded.push(letter, plain.origins[core.start + offset]);
            }
            kept_from = core.end;
        }
        start += chunk.len() + 1;
    }
    if kept_from == 0 {
        return None;
    }
    decoded.push_from(plain, kept_from..plain.text.len());
    decoded.origins.push(plain.origins[plain.text.len()]);
    Some(decoded)
}

/// The obfuscated part of a chunk and its decoded letters, with offsets relative to that part.
fn decode_chunk(chunk: &str) -> Option<(Range<usize>, Letters)> {
    let is_too_long = chunk.len() > 40;
    if is_too_long || !chunk.bytes().any(may_obfuscate) {
        return None;
    }
    let suspicious = chunk.contains(|c: char| {
        matches!(c, '0'..='9' | '@' | '$' | '!' | '|' | '*' | '.' | '-' | '_' | '+' | '#') || homoglyph(c).is_some()
    });
    if !suspicious {
        return None;
    }
    // Strips punctuation around the word; most chunks are plain letters with a full stop behind them.
    let end = chunk
        .trim_end_matches(['!', '.', ',', '?', ';', ':', ')', '"', '\''])
        .len();
    let start = end.min(chunk.len() - chunk.trim_start_matches(['"', '\'', '(', '.', '*', '-', '_']).len());
    decode_core(&chunk[start..end]).map(|letters| (start..end, letters))
}

/// Whether a byte could begin a leetspeak sign or a homoglyph.
fn may_obfuscate(byte: u8) -> bool {
    matches!(
        byte,
        b'0'..=b'9' | b'@' | b'$' | b'!' | b'|' | b'*' | b'.' | b'-' | b'_' | b'+' | b'#'
    ) || matches!(byte, 0xc4 | 0xce..=0xd5)
}

/// The decoded letters of a chunk; `None` to leave it as it is.
fn decode_core(core: &str) -> Option<Letters> {
    if core.is_empty() || core.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'\'') {
        return None;
    }
    let with_offset = |word: &str, kept: &[usize]| -> Letters { word.chars().zip(kept.iter().copied()).collect() };
    let mut offsets = Vec::new();
    let mut letters = String::new();
    let mut latin = 0_usize;
    let mut foreign = 0_usize;
    for (offset, character) in core.char_indices() {
        if matches!(character, '.' | '-' | '_' | '+' | '#') {
            continue;
        }
        latin += usize::from(character.is_ascii_alphabetic());
        let replaced = homoglyph(character);
        foreign += usize::from(replaced.is_some());
        letters.push(replaced.unwrap_or(character));
        offsets.push(offset);
    }
    // Digits and signs alone are no word.
    if foreign == 0 && latin == 0 {
        return None;
    }
    if foreign > 0 && latin == 0 && !OBFUSCATED_WORDS.contains(&letters.as_str()) {
        return None;
    }
    let length = offsets.len();
    if let Some(word) = OBFUSCATED_WORDS
        .iter()
        .find(|word| word.len() == length && decodes_to(&letters, word))
    {
        return Some(with_offset(word, &offsets));
    }
    // A word outside the list keeps its hyphens and dots; only the signs inside it are decoded.
    let is_decodable = foreign > 0 || is_leetspeak(core);
    is_decodable.then(|| {
        let mut previous = ' ';
        core.char_indices()
            .map(|(offset, character)| {
                let letter = homoglyph(character).unwrap_or_else(|| leet(character, previous));
                previous = letter;
                (letter, offset)
            })
            .collect()
    })
}

/// Whether the typed characters can be decoded to this word of equal length.
fn decodes_to(typed: &str, word: &str) -> bool {
    typed.chars().filter(char::is_ascii_alphabetic).count() * 3 >= word.len()
        && typed.chars().zip(word.chars()).all(|(sign, letter)| {
            sign == letter
                || match sign {
                    '*' => true,
                    '1' | '!' | '|' => matches!(letter, 'i' | 'l'),
                    other => leet(other, ' ') == letter,
                }
        })
}

/// Whether digits or signs inside letters look like leetspeak: *h0pe*, *r4ped*, but not *3am*, *20mg* or *covid19*.
fn is_leetspeak(core: &str) -> bool {
    let bytes = core.as_bytes();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let signs = bytes
        .iter()
        .filter(|byte| matches!(byte, b'0' | b'1' | b'3' | b'4' | b'5' | b'7' | b'$' | b'@'))
        .count();
    letters >= 2
        && signs > 0
        && signs <= 2
        && letters + signs == bytes.len()
        && bytes.first().is_some_and(|byte| !byte.is_ascii_digit())
        && bytes.last().is_some_and(u8::is_ascii_alphabetic)
}

fn leet(sign: char, previous: char) -> char {
    match sign {
        '0' => 'o',
        '1' | '!' | '|' if matches!(previous, 'a' | 'e' | 'i' | 'o' | 'u') => 'l',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// The Latin letter that a homoglyph of another alphabet looks like.
pub(crate) fn homoglyph(character: char) -> Option<char> {
    Some(match character {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'е' | 'ε' | 'є' => 'e',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' => 'm',
        'ո' | 'η' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        _ => return None,
    })
}

/// Joins three or more single letters with the same separator. A wider gap in the original (*k i l l  m e*) begins a
/// new word. `None` if there are no spaced letters.
fn join_spaced_letters(plain: &Normalised) -> Option<Normalised> {
    let text = plain.text.as_bytes();
    let mut joined = Normalised::default();
    let mut position = 0;
    let mut kept_from = 0;
    while position < text.len() {
        if !text[position].is_ascii_alphabetic() {
            position += 1;
            continue;
        }
        let end = spaced_run_end(text, position);
        if end == position {
            position += 1;
            continue;
        }
        joined.push_from(plain, kept_from..position);
        let mut at = position;
        while at < end {
            joined.push_from(plain, at..at + 1);
            let wide_gap = at + 2 < end && plain.origins[at + 2] - plain.origins[at + 1] > 1;
            if wide_gap && text[at + 1] == b' ' {
                joined.push_from(plain, at + 1..at + 2);
            }
            at += 2;
        }
        position = end;
        kept_from = end;
    }
    if kept_from == 0 {
        return None;
    }
    joined.push_from(plain, kept_from..text.len());
    joined.origins.push(plain.origins[text.len()]);
    Some(joined)
}

/// The end of a run of at least three spaced letters that begins at `start`, or `start` if there is none.
fn spaced_run_end(text: &[u8], start: usize) -> usize {
    let is_letter = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphabetic);
    let is_border = |at: Option<usize>| {
        at.and_then(|at| text.get(at))
            .is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'\'')
    };
    let Some(&separator) = text.get(start + 1) else {
        return start;
    };
    if !is_letter(start)
        || !is_border(start.checked_sub(1))
        || !matches!(separator, b' ' | b'.' | b'-' | b'_' | b'*' | b'/' | b'+' | b',')
    {
        return start;
    }
    let mut letters = 1;
    let mut at = start;
    while text.get(at + 1) == Some(&separator) && is_letter(at + 2) && is_border(Some(at + 3)) {
        letters += 1;
        at += 2;
    }
    if letters >= 3 { at + 1 } else { start }
}

/// Words that people commonly obfuscate. Their order does not matter, as only words of equal length are compared.
const OBFUSCATED_WORDS: &[&str] = &[
    "suicide",
    "suicidal",
    "suicid",
    "kill",
    "killing",
    "killed",
    "die",
    "dies",
    "died",
    "dying",
    "dead",
    "death",
    "self",
    "harm",
    "selfharm",
    "cut",
    "cuts",
    "cutting",
    "hang",
    "hanging",
    "pill",
    "pills",
    "blade",
    "blades",
    "knife",
    "noose",
    "overdose",
    "overdosed",
    "life",
    "alive",
    "unalive",
    "unaliving",
    "myself",
    "himself",
    "herself",
    "gun",
    "shoot",
    "stab",
    "rape",
    "raped",
    "rapist",
    "rapes",
    "molested",
    "abuse",
    "abused",
    "abuses",
    "abusing",
    "assault",
    "assaulted",
    "beat",
    "beats",
    "hits",
    "hurt",
    "hurts",
    "hurting",
    "choke",
    "choked",
    "strangle",
    "strangled",
    "murder",
    "jump",
    "jumping",
    "bridge",
    "drown",
    "bleed",
    "bleeding",
    "wrist",
    "wrists",
    "razor",
    "end",
    "ending",
    "sex",
    "sexual",
    "sexually",
    "porn",
    "porno",
    "drugs",
    "cocaine",
    "heroin",
    "weed",
    "meth",
    "anorexia",
    "bulimia",
    "alone",
    "help",
    "hell",
    "hopeless",
    "worthless",
    "depressed",
    "depression",
    "alcohol",
    "drunk",
    "addict",
    "addicted",
];
