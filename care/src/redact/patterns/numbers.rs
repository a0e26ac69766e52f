//! Identifying numbers: cards, telephones, official numbers, plates, birth dates, IP addresses.

use std::sync::LazyLock;

use regex::Regex;

use super::super::span::Kind;
use super::phones::PHONE;
use super::{Claims, accounts, coordinates, pattern, phones};

static MACHINE: LazyLock<Regex> = pattern!(
    r"(?i)\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4})?(?::[0-9a-f]{1,4})*"
);
static CARD: LazyLock<Regex> = pattern!(r"\b\d(?:[ .\-]?\d){12,18}\b");
static CARD_END: LazyLock<Regex> = pattern!(
    r"(?i)\b(?:card|visa|mastercard|amex|debit)\b[^.\n]{0,30}?\b(?:ending|ends|last four|last 4)(?: digits)?(?: in| is| are| with)?\s+(\d{4})\b"
);
static BIRTH_DATE: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?: \d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?(?:\s+(?:19|20)\d\d)?
    | (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d)?
    | \d{1,2}\s+de\s+(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)(?:\s+(?:de|del)\s+(?:19|20)\d\d)?
    | \d{1,2}\s?[/.\-]\s?\d{1,2}\s?[/.\-]\s?(?:19|20)?\d\d | (?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2} )\b"
);
static OFFICIAL: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?: ssn | social(?:\s+security)?(?:\s+(?:number|no\.?|num|\#))? | passport | (?:case|inmate|prisoner|prison|booking|offender|docket|badge|policy|claim|member(?:ship)?|account|acct|patient|chart|hospital|student|employee|staff|service|army|military|reference|ref|file|order|ticket|visa|permit|routing|registration|enrol?lment|parole|warrant|licen[cs]e|tax|national|health|insurance|medical|voter|alien|green\s?card|unit|loan|tracking|confirmation|receipt|serial|matric(?:ulation)?|roll|index|court|probation|cell|doc|cdcr|tdcj|bop|detainee|id|pin|ni|nhs|mrn|nin|bvn|aadhaar|aadhar|pan|iban|medicaid|medicare|ein|nric|curp|cpf|rfc|dl|dni|hospital|bed|badge|crn|urn|uci|a)\s?(?:-?\s*(?:number|no\.?|num|nr|id|code|card|\#))
      | mrn | nhs | medicaid | medicare | nin | bvn | aadhaar | iban | sort\s+code | driver'?s?\s+licen[cs]e | driving\s+licen[cs]e | medical\s+record | national\s+insurance | a-?number | nric | curp | cpf | inmate | prisoner | docket | case | id | pin | passcode | password | reg(?:istration)?\s+no\.? )
    (?: \s*(?:number|no\.?|num|id|card|code|record|\#|was|is|:|=|-|–|,|of|it's|reads|says|ends\s+in|ending\s+in) )* [\s\x22'“‘\#(]*
    ( (?-i:[A-Z]{1,4}\x20)? (?-i:[A-Za-z]{0,5}) [\-/.]? \d [A-Za-z0-9]* (?: [\-/.\ ] (?-i:[A-Z0-9]*[0-9][A-Z0-9]*|[A-Z]{1,3}) )* )"
);
static PLATE: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?:plates?|licen[cs]e\s+plates?|number\s+plates?|tags?|reg|registration|registered)\b
    (?: \s*(?:number|no\.?|is|are|was|were|reads?|said|:|-|,|of|\#|on\s+(?:it|the\s+(?:car|truck|van))|it's) )* [\s\x22'“‘(]*
    ( (?-i:[A-Z0-9]{1,8}) (?:[\ -](?-i:[A-Z0-9]{1,5})){0,2} | [a-z]{2}\d{2}\s?[a-z]{3} | [a-z]{3}\s?\d{3,4} | \d[a-z]{3}\d{3} )\b"
);
static BARE_PLATE: LazyLock<Regex> = pattern!(
    r"\b(?:[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{3}[ -]?\d{3}[ -]?[A-Z]{2}|K[A-Z]{2} ?\d{3}[A-Z]|[A-Z]{2}[ -]?\d{2}[ -]?[A-Z]{1,2}[ -]?\d{4})\b"
);
static CAR_PLATE: LazyLock<Regex> =
    pattern!(r"\b(?:[A-Z]{2,3}[ -]?\d{3,4}|\d{1,3}[ -]?[A-Z]{3}[ -]?\d{0,3}|\d[A-Z]{3}\d{3})\b");
/// "PSC 473 Box 12", "CMR 480, Box 55", "Unit 45013 Box 2201", each with its "APO AP 96338".
static MILITARY: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?:psc|cmr|unit|uss)\s\#?\d{2,5}[,\s]{1,2}box\s\#?\d{1,5}(?:[,\s]{1,2}[afd]po(?:[,\s]{1,2}a[aep])?(?:\s\d{5}(?:-\d{4})?)?)?
    | \b[afd]po[,\s]{1,2}a[aep]\s\d{5}(?:-\d{4})?"
);
static POST_CODE: LazyLock<Regex> = pattern!(
    r"\b(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|(?:A[AEKLPRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d)\b"
);
static CODE: LazyLock<Regex> = pattern!(
    r"\b(?:[A-Z]{1,4}[-/]?\d[A-Z0-9/-]{4,}|\d[0-9A-Z]*(?:[-/][A-Z0-9]+)*[-/][A-Z0-9]*\d[A-Z0-9]*|[A-Z]{2}(?: ?\d{2}){3} ?[A-Z]|\d{6,})\b"
);
/// "at PS 118", "on Ward 7B", "in cell block 4".
static NUMBERED_BODY: LazyLock<Regex> = pattern!(
    r"(?x) \b(?i:at|on|in|from|to|of|onto|into|attended)\x20(?i:the\x20)? (
      (?:P\.?S\.?|I\.S\.|J\.?H\.?S\.?|M\.S\.)\x20?\#?\d{1,3}
    | (?i:ward|wing|pod|cell\s?block|dorm)\x20(?i:no\.?\x20)?[A-Z]?\d{1,3}[A-Z]? )\b"
);
/// A date with its year.
static FULL_DATE: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?: \d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?:19|20)\d\d
    | (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d
    | \d{1,2}\s+de\s+(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)\s+(?:de|del)\s+(?:19|20)\d\d
    | \d{1,2}[/.\-]\d{1,2}[/.\-](?:19|20)?\d\d | (?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2} )\b"
);
static AGE: LazyLock<Regex> = pattern!(
    r"(?i)(?:\baged\s+(\d{1,2})\b|\bage\s*[:=]\s*(\d{1,2})\b|\(\s*(\d{2}\s?[mf]|[mf]\s?/?\s?\d{2})\s*\)|\bi(?:['’]?m|\s+am)\s+(?:an?\s+)?(\d{2}\s?/?[mf]|[mf],?\s?/?\d{2})\b|(?-i:^|[.!?\n]\s)([mf], \d{2}),|\b(\d{2}[mf])\s+here\b)"
);

const BIRTH_CUES: [&str; 15] = [
    "nací",
    "naci ",
    "nació",
    "nacimiento",
    "cumpleaños",
    "nacid",
    "born",
    "birthday",
    "birth date",
    "birthdate",
    "date of birth",
    "dob",
    "d.o.b",
    "birth:",
    "b-day",
];
const CAR_CUES: [&str; 14] = [
    "car", "truck", "van", "plate", "tag", "drove", "driving", "sedan", "pickup", "honda", "toyota", "ford", "suv",
    "parked",
];

/// Finds all identifying numbers.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for machine in MACHINE.find_iter(text) {
        let is_address =
            machine.as_str().contains(':') && machine.as_str().len() > 6 && machine.as_str().contains("::")
                || machine.as_str().matches(':').count() == 7
                || machine
                    .as_str()
                    .split('.')
                    .filter_map(|part| part.parse::<u16>().ok())
                    .filter(|part| *part < 256)
                    .count()
                    == 4;
        let goes_on = text[machine.end()..].starts_with('.')
            && text[machine.end() + 1..].starts_with(|next: char| next.is_ascii_digit());
        if is_address && !goes_on {
            claims.claim(machine.start(), machine.end(), Kind::Ip);
        }
    }
    for date in FULL_DATE.find_iter(text) {
        if follows_conversion(&claims.before(date.start(), 60)) || precedes_conversion(&text[date.end()..]) {
            claims.claim(date.start(), date.end(), Kind::Date);
        }
    }
    for date in BIRTH_DATE.find_iter(text) {
        let before = claims.before(date.start(), 40);
        if follows_birth(&before) || is_birthday(&text[date.end()..]) {
            claims.claim(date.start(), date.end(), Kind::DateOfBirth);
        }
    }
    helplines(claims);
    coordinates::find(claims);
    accounts::find(claims);
    cards(claims);
    accounts::national(claims);
    cued(claims, &OFFICIAL, Kind::Id, 4);
    cued(claims, &PLATE, Kind::Plate, 4);
    for plate in BARE_PLATE.find_iter(text) {
        claims.claim(plate.start(), plate.end(), Kind::Plate);
    }
    for plate in CAR_PLATE.find_iter(text) {
        let before = claims.before(plate.start(), 60);
        if digits_of(plate.as_str()).len() >= 2 && CAR_CUES.iter().any(|cue| before.contains(cue)) {
            claims.claim(plate.start(), plate.end(), Kind::Plate);
        }
    }
    for code in MILITARY.find_iter(text).chain(POST_CODE.find_iter(text)) {
        claims.claim(code.start(), code.end(), Kind::Address);
    }
    phones::find(claims);
    codes(claims);
    for body in NUMBERED_BODY.captures_iter(text).filter_map(|parts| parts.get(1)) {
        claims.claim(body.start(), body.end(), Kind::Org);
    }
    for age in AGE
        .captures_iter(text)
        .filter_map(|parts| parts.iter().skip(1).flatten().next())
    {
        claims.claim(age.start(), age.end(), Kind::Age);
    }
}

pub(super) fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether the clause tells of a baptism or a conversion, which church books date, too.
fn follows_conversion(before: &str) -> bool {
    let clause = before.rsplit(['.', '!', '?', ';']).next().unwrap_or_default();
    [
        "baptis",
        "baptiz",
        "born again",
        "saved",
        "came to christ",
        "came to the lord",
        "came to faith",
        "gave my life",
        "gave his life",
        "gave her life",
        "converted",
        "conversion",
        "confirmed",
        "first communion",
        "bautiz",
        "me convert",
    ]
    .iter()
    .any(|cue| clause.contains(cue))
}

fn precedes_conversion(after: &str) -> bool {
    let after = after.trim_start_matches(',').trim_start();
    [
        "i was baptis",
        "i was baptiz",
        "i got baptis",
        "i got baptiz",
        "i was saved",
        "i got saved",
        "i gave my life",
        "me bautiz",
        "fui bautiz",
    ]
    .iter()
    .any(|cue| {
        after
            .get(..cue.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(cue))
    })
}

/// Whether a birth cue precedes by at most four words, in the same clause.
fn follows_birth(before: &str) -> bool {
    let clause = before.rsplit(['.', '!', '?', ';']).next().unwrap_or_default();
    BIRTH_CUES.iter().any(|cue| {
        clause.rfind(cue).is_some_and(|at| {
            let between = &clause[at + cue.len()..];
            between.split_whitespace().count() <= 4
                && !between.contains(" and ")
                && !between.trim_start().starts_with("again")
        })
    })
}

fn is_birthday(after: &str) -> bool {
    let after = after.trim_start_matches(',').trim_start();
    [
        "is my birthday",
        "is his birthday",
        "is her birthday",
        "i was born",
        "he was born",
        "she was born",
    ]
    .iter()
    .any(|cue| {
        after
            .get(..cue.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(cue))
    })
}

/// Marks public helplines as never redacted, in any grouping of digits.
fn helplines(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    let mut keep = Vec::new();
    for number in PHONE.find_iter(text).chain(SHORT_NUMBER.find_iter(text)) {
        let digits = digits_of(number.as_str());
        let bare = digits
            .strip_prefix("44")
            .map_or_else(|| digits.clone(), |rest| format!("0{rest}"));
        let list = &claims.annotated.dictionaries.tables.helplines;
        let before = claims.before(number.start(), 40);
        let is_toll_free = ["1800", "1888", "1877", "1866", "800", "0800", "0808", "1300"]
            .iter()
            .any(|prefix| digits.starts_with(prefix));
        let is_public = is_toll_free
            && digits.len() >= 8
            && ["hotline", "helpline", "lifeline", "crisis line"]
                .iter()
                .any(|cue| before.contains(cue));
        let is_joined = |character: char| character.is_alphanumeric() || matches!(character, '-' | '/' | '#' | ':');
        let mut after = text[number.end()..].chars();
        let goes_on = after.next().is_some_and(|sign| matches!(sign, '.' | ',' | '_'))
            && after.next().is_some_and(|next| next.is_ascii_digit());
        let stands_alone = !before.ends_with(is_joined) && !text[number.end()..].starts_with(is_joined) && !goes_on;
        if stands_alone && (is_public || list.iter().any(|known| *known == digits || *known == bare)) {
            keep.push((number.start(), number.end()));
        }
    }
    for (start, end) in keep {
        claims.keep(start, end);
    }
}

static SHORT_NUMBER: LazyLock<Regex> = pattern!(r"\b\d{3,6}\b|\b1-?800-?273-?TALK\b");

fn cards(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for card in CARD.find_iter(text) {
        let digits = digits_of(card.as_str());
        let is_grouped = digits.len() == 16 && card.as_str().split([' ', '-', '.']).all(|group| group.len() == 4);
        let is_phone = text[..card.start()].ends_with('+');
        if (13..=19).contains(&digits.len()) && !is_phone && (luhn(&digits) && !digits.starts_with('0') || is_grouped) {
            claims.claim(card.start(), card.end(), Kind::CreditCard);
        }
    }
    for end in CARD_END.captures_iter(text).filter_map(|parts| parts.get(1)) {
        claims.claim(end.start(), end.end(), Kind::CreditCard);
    }
}

fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            match (place % 2, digit) {
                (0, digit) => digit,
                (_, digit) if digit > 4 => digit * 2 - 9,
                (_, digit) => digit * 2,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Claims the code after a cue such as "passport" or "plate".
fn cued(claims: &mut Claims<'_, '_>, pattern: &Regex, kind: Kind, min_len: usize) {
    let text = claims.annotated.text;
    for code in pattern.captures_iter(text).filter_map(|parts| parts.get(1)) {
        let trimmed = code.as_str().trim_end_matches([' ', '-', '.', '/']);
        let letters_and_digits = trimmed.bytes().filter(u8::is_ascii_alphanumeric).count();
        let is_year = digits_of(trimmed).len() == 4
            && letters_and_digits == 4
            && (trimmed.starts_with("19") || trimmed.starts_with("20"));
        let has_digit = trimmed.bytes().any(|byte| byte.is_ascii_digit());
        let is_ordinal = trimmed.ends_with("th") || trimmed.ends_with("st") && trimmed.len() < 5;
        if letters_and_digits >= min_len && has_digit && !is_year && !is_ordinal {
            claims.claim(code.start(), code.start() + trimmed.len(), kind);
        }
    }
}

pub(in super::super) fn is_date_or_years(written: &str) -> bool {
    let groups: Vec<&str> = written
        .split(|character: char| !character.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let is_year = |group: &str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    match groups.as_slice() {
        [one, other] => is_year(one) && is_year(other),
        [one, two, three] => {
            one.len() <= 2 && two.len() <= 2 && (is_year(three) || three.len() == 2)
                || is_year(one) && two.len() <= 2 && three.len() <= 2
                || one.len() <= 3 && two.len() == 3 && three.len() == 3 && (two == &"000" || three == &"000")
        }
        _ => false,
    }
}

fn codes(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for code in CODE.find_iter(text) {
        let digits = digits_of(code.as_str()).len();
        let before = claims.before(code.start(), 2);
        let is_money = before.ends_with(['$', '£', '€', '₦', '₱', ',']) || text[code.end()..].starts_with(",000");
        if digits >= 4 && code.len() >= 6 && !is_money && !is_date_or_years(code.as_str()) {
            claims.claim(code.start(), code.end(), Kind::Id);
        }
    }
}
