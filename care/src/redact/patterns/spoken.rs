//! Telephone numbers spoken in words, in English, Spanish, Portuguese, French and German: "five five five, zero one
//! nine nine", "seis uno dos, cinco cinco cinco".

use std::sync::LazyLock;

use crate::word_map::WordMap;

use super::super::span::Kind;
use super::super::tokens::Shape;
use super::Claims;

/// English words for a digit, or for one that is said twice.
const ENGLISH_DIGITS: &str = "double zero oh o nought one two three four five six seven eight nine";
/// English numbers of two digits.
const ENGLISH_TENS: &str = "triple treble ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty \
    thirty forty fifty sixty seventy eighty ninety hundred";
/// Digits in Spanish, Portuguese, French and German, without accents.
const DIGITS: &str = "cero uno un una dos tres cuatro cinco seis siete ocho nueve doble um uma dois duas quatro sete oito nove meia \
    duplo deux trois quatre cinq sept huit neuf null eins ein zwei zwo drei vier funf fuenf sechs sieben acht neun";
/// Numbers of two digits in these languages. Written together, the German ones end with their tens.
const TENS: &str = "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos \
    veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta \
    setenta ochenta noventa cien ciento dez onze doze treze quatorze quinze dezesseis dezasseis dezessete dezassete dezoito \
    dezenove dezanove vinte trinta quarenta cinquenta sessenta oitenta cem dix douze seize vingt trente quarante cinquante \
    soixante septante huitante octante nonante cent zehn elf zwolf zwoelf dreizehn vierzehn funfzehn sechzehn siebzehn \
    achtzehn neunzehn hundert";
const GERMAN_TENS: [&str; 9] = [
    "zwanzig", "dreissig", "vierzig", "funfzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig",
];

/// The number of digits of a number word.
#[derive(Clone, Copy, Default)]
struct Digits {
    english: u8,
    /// In Spanish, Portuguese, French or German.
    foreign: u8,
}

static NUMBER_WORDS: LazyLock<WordMap<Digits>> = LazyLock::new(|| {
    let mut words: WordMap<Digits> = WordMap::default();
    for (list, digits) in [(ENGLISH_TENS, 2), (ENGLISH_DIGITS, 1)] {
        for word in list.split_whitespace() {
            words.entry(word.into()).or_default().english = digits;
        }
    }
    for (list, digits) in [(TENS, 2), (DIGITS, 1)] {
        for word in list.split_whitespace() {
            words.entry(word.into()).or_default().foreign = digits;
        }
    }
    words
});

fn digits_of(word: &str) -> Digits {
    NUMBER_WORDS.get(word).copied().unwrap_or_default()
}

/// The number of digits of an English number word; 0 for other words.
pub(super) fn digits_in(word: &str) -> usize {
    usize::from(digits_of(word).english)
}

/// The number of digits of a number word in these languages; "soixante-dix-huit" is one number.
fn foreign_digits_in(word: &str) -> usize {
    let digits = digits_of(word).foreign;
    if digits > 0 {
        return usize::from(digits);
    }
    let is_number = |part: &str| digits_of(part).foreign > 0 || matches!(part, "et" | "six" | "vingts");
    let is_compound = word.contains('-') && word.split('-').all(is_number);
    if is_compound || word.ends_with("ig") && GERMAN_TENS.iter().any(|tens| word.ends_with(tens)) {
        2
    } else {
        0
    }
}

fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "," | "-"
            | "–"
            | "—"
            | "."
            | "/"
            | "area"
            | "code"
            | "then"
            | "dash"
            | "and"
            | "space"
            | "plus"
            | "("
            | ")"
            | "…"
            | "again"
            | "y"
            | "e"
            | "et"
            | "und"
            | "guion"
            | "luego"
            | "despues"
            | "depois"
            | "puis"
            | "dann"
            | "tiret"
            | "traco"
            | "mas"
            | "prefijo"
            | "vorwahl"
    )
}

/// A run of number words and numbers.
#[derive(Default)]
struct Run {
    last: usize,
    digits: usize,
    /// Words for one digit.
    single: usize,
    /// Words for two digits in other languages than English, in which whole numbers are spoken so.
    foreign_tens: usize,
    /// Groups of three digits and more in digits.
    groups: usize,
}

/// Finds runs of number words that are long enough for a telephone number.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let count = claims.annotated.len();
    let mut start = 0;
    while start < count {
        if word_digits(claims, start) == 0 && !is_number(claims, start) {
            start += 1;
            continue;
        }
        let (run, next) = run_from(claims, start);
        // Mixed forms count, too: "six one seven, 555, 0148".
        let is_spoken = run.single >= 4 || run.single >= 2 && run.groups > 0 || run.foreign_tens >= 3;
        if run.digits >= 7 && is_spoken {
            let first = if start > 1 && matches!(claims.annotated.word(start - 1), "plus" | "mas" | "mais") {
                start - 1
            } else {
                start
            };
            claims.claim_tokens(first, run.last, Kind::Phone);
        }
        start = next.max(start + 1);
    }
}

fn run_from(claims: &Claims<'_, '_>, start: usize) -> (Run, usize) {
    let mut run = Run {
        last: start,
        ..Run::default()
    };
    let mut next = start;
    while next < claims.annotated.len() {
        let spoken = word_digits(claims, next);
        let word = claims.annotated.word(next);
        let written = if is_number(claims, next) { word.len() } else { 0 };
        if spoken + written > 0 && !claims.annotated.kept[next] {
            run.digits += spoken + written;
            run.single += if spoken == 1 {
                1
            } else {
                compound_digits_in(word).unwrap_or(0)
            };
            let is_foreign = digits_in(word) == 0 && compound_digits_in(word).is_none();
            run.foreign_tens += usize::from(spoken == 2 && is_foreign);
            run.groups += usize::from(written >= 3);
            run.last = next;
        } else if !is_filler(word) || next > run.last + 3 {
            break;
        }
        next += 1;
    }
    (run, next)
}

fn word_digits(claims: &Claims<'_, '_>, index: usize) -> usize {
    if !claims.annotated.is_word(index) {
        return 0;
    }
    let word = claims.annotated.word(index);
    match digits_of(word) {
        Digits { english: 0, foreign: 0 } => compound_digits_in(word).unwrap_or_else(|| foreign_digits_in(word)),
        Digits { english: 0, foreign } => usize::from(foreign),
        Digits { english, .. } => usize::from(english),
    }
}

/// "six-one-two": single digits with hyphens between them.
fn compound_digits_in(word: &str) -> Option<usize> {
    let mut parts = word.split('-').map(digits_of);
    let is_compound = word.contains('-') && parts.all(|part| part.english == 1 || part.foreign == 1);
    is_compound.then(|| word.split('-').count())
}

fn is_number(claims: &Claims<'_, '_>, index: usize) -> bool {
    claims.annotated.shape(index) == Shape::Number
        && claims.annotated.word(index).bytes().all(|byte| byte.is_ascii_digit())
}
