//! A second reading of a plain text in which hidden words stand in the open.
//!
//! People hide words from filters, and from themselves: *k i l l*, *su1cide*, *d!e*, *s\*icide*,
//! Cyrillic letters among Latin ones. Invariant: the result maps back to the original text as the
//! plain text does; where nothing is hidden the two are equal.

use std::ops::Range;

use super::Normalised;

/// What a hidden word says, each letter with the offset of the sign it was typed as.
type Letters = Vec<(char, usize)>;

/// Opens spaced letters, digits and signs used as letters, masked letters and look-alikes.
#[must_use]
pub fn deobfuscate(plain: &Normalised) -> Normalised {
    let opened = replace_in_chunks(plain);
    let opened = opened.as_ref().unwrap_or(plain);
    join_spaced_letters(opened).unwrap_or_else(|| opened.clone())
}

/// Treats each chunk between white space by itself; what hides nothing is copied in one go. `None` where none does.
fn replace_in_chunks(plain: &Normalised) -> Option<Normalised> {
    let mut opened = Normalised::default();
    let mut kept_from = 0;
    let mut start = 0;
    // No byte of a longer character is a space or a line break, so bytes can be looked at.
    for bytes in plain.text.as_bytes().split(|byte| matches!(byte, b' ' | b'\n')) {
        let chunk = &plain.text[start..start + bytes.len()];
        if let Some((core, letters)) = open_chunk(chunk) {
            let core = start + core.start..start + core.end;
            opened.push_from(plain, kept_from..core.start);
            for (letter, offset) in letters {
                opened.push(letter, plain.origins[core.start + offset]);
            }
            kept_from = core.end;
        }
        start += chunk.len() + 1;
    }
    if kept_from == 0 {
        return None;
    }
    opened.push_from(plain, kept_from..plain.text.len());
    opened.origins.push(plain.origins[plain.text.len()]);
    Some(opened)
}

/// Which part of a chunk hides a word, and the letters it stands for, each with its offset in that part.
fn open_chunk(chunk: &str) -> Option<(Range<usize>, Letters)> {
    let longer_than_a_word = chunk.len() > 40;
    if longer_than_a_word || !chunk.bytes().any(may_be_a_sign) {
        return None;
    }
    let suspicious = chunk.contains(|c: char| {
        matches!(c, '0'..='9' | '@' | '$' | '!' | '|' | '*' | '.' | '-' | '_' | '+' | '#') || look_alike(c).is_some()
    });
    if !suspicious {
        return None;
    }
    // The usual chunk ends here: plain letters with a full stop or an exclamation mark behind them.
    let end = chunk
        .trim_end_matches(['!', '.', ',', '?', ';', ':', ')', '"', '\''])
        .len();
    let start = end.min(chunk.len() - chunk.trim_start_matches(['"', '\'', '(', '.', '*', '-', '_']).len());
    open_core(&chunk[start..end]).map(|letters| (start..end, letters))
}

/// Whether a byte could begin one of the signs and look-alikes that hide a word.
fn may_be_a_sign(byte: u8) -> bool {
    matches!(
        byte,
        b'0'..=b'9' | b'@' | b'$' | b'!' | b'|' | b'*' | b'.' | b'-' | b'_' | b'+' | b'#'
    ) || matches!(byte, 0xc4 | 0xce..=0xd5)
}

/// The letters which a chunk stands for, each with its offset in the chunk; `None` to leave it.
fn open_core(core: &str) -> Option<Letters> {
    if core.is_empty() || core.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'\'') {
        return None;
    }
    let with_offset =
        |readings: &str, kept: &[usize]| -> Letters { readings.chars().zip(kept.iter().copied()).collect() };
    let mut offsets = Vec::new();
    let mut letters = String::new();
    let mut latin = 0_usize;
    let mut foreign = 0_usize;
    for (offset, character) in core.char_indices() {
        if matches!(character, '.' | '-' | '_' | '+' | '#') {
            continue;
        }
        latin += usize::from(character.is_ascii_alphabetic());
        let replaced = look_alike(character);
        foreign += usize::from(replaced.is_some());
        letters.push(replaced.unwrap_or(character));
        offsets.push(offset);
    }
    // Digits and signs alone hide no word.
    if foreign == 0 && latin == 0 {
        return None;
    }
    if foreign > 0 && latin == 0 && !HIDDEN.contains(&letters.as_str()) {
        return None;
    }
    let length = offsets.len();
    if let Some(word) = HIDDEN
        .iter()
        .find(|word| word.len() == length && stands_for(&letters, word))
    {
        return Some(with_offset(word, &offsets));
    }
    // A word which we don't know keeps its hyphens and dots; only signs inside it are read.
    let readable = foreign > 0 || reads_as_leet(core);
    readable.then(|| {
        let mut previous = ' ';
        core.char_indices()
            .map(|(offset, character)| {
                let letter = look_alike(character).unwrap_or_else(|| leet(character, previous));
                previous = letter;
                (letter, offset)
            })
            .collect()
    })
}

/// Whether the typed letters, with digits, signs and masks, can be read as this word of equal length.
fn stands_for(typed: &str, word: &str) -> bool {
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

/// Letters with a digit or sign among them: *h0pe*, *r4ped*, but not *3am*, *20mg* or *covid19*.
fn reads_as_leet(core: &str) -> bool {
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

/// Letters of other alphabets which look like a Latin one.
fn look_alike(character: char) -> Option<char> {
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

/// Joins three or more single letters which the same sign separates. Where the original had a
/// wider gap (*k i l l  m e*) a new word begins. `None` where no letters are spaced.
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

/// The end of a run of at least three spaced letters which begins here, or `start` for none.
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

/// Words which people hide; longer forms first does not matter, lengths must be equal.
const HIDDEN: &[&str] = &[
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
