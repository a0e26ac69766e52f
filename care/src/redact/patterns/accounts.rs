//! Bank accounts and national numbers that are known by their form or their check digits.

use std::sync::LazyLock;

use regex::Regex;

use super::super::span::Kind;
use super::{Claims, pattern};

static IBAN_START: LazyLock<Regex> = pattern!(r"(?i)\b[a-z]{2}[ ]?\d{2}[ \-.]?[a-z0-9]");
/// The length of an IBAN by country. Source: the SWIFT registry of IBAN formats, release 99.
const IBAN_LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 \
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 \
    KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 \
    PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

/// An IBAN by its look: four signs, then groups of four with a digit in all but the first.
static GROUPED: LazyLock<Regex> = pattern!(
    r"(?ix) \b[a-z]{2}\d{2} [\x20-][a-z0-9]{4} (?:[\x20-](?:\d[a-z0-9]{3}|[a-z]\d[a-z0-9]{2}|[a-z]{2}\d[a-z0-9]|[a-z]{3}\d)){2,6}
    (?:[\x20-](?:\d{1,3}|\d[a-z0-9]{0,2}))?\b"
);

/// Numbers with a form of their own: CPF, CNPJ, RUT, DNI and NIE, CURP, RFC, NIR, SSN, Aadhaar.
static NATIONAL: LazyLock<Regex> = pattern!(
    r"(?x) \b(?: \d{3}\.\d{3}\.\d{3}-\d{2} | \d{2}\.\d{3}\.\d{3}/\d{4}-\d{2} | \d{1,2}\.\d{3}\.\d{3}-[\dkK]
    | \d{8}[\x20-]?[A-HJ-NP-TV-Z] | [XYZ][\x20-]?\d{7}[\x20-]?[A-Z] | [A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d | [A-Z]{3,4}\d{6}[A-Z0-9]{3}
    | [12]\x20?\d{2}\x20?(?:0[1-9]|1[0-2])\x20?\d{2}\x20?\d{3}\x20?\d{3}(?:\x20?\d{2})? | \d{3}[-\x20]\d{2}[-\x20]\d{4} | \d{4}\x20\d{4}\x20\d{4} )\b"
);
/// Hardware addresses, vehicle identification numbers (ISO 3779: no I, O, Q), federal dockets, and what stands on a card.
static MACHINE_NUMBERS: LazyLock<Regex> = pattern!(
    r"(?x) \b(?: (?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2} | [A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9]{8}[A-HJ-NPR-Z0-9]{2}\d{4}
    | \d:\d{2}-[A-Za-z]{2}-\d{3,6} | (?i:cvv2?|cvc2?|security\x20code)(?:\x20is)?\x20?:?\x20?\d{3,4} )\b"
);
/// A telephone number with letters typed for digits: "6l2-555-O143".
static LETTERS_FOR_DIGITS: LazyLock<Regex> = pattern!(r"\b[0-9OolI]{3}[-.\x20][0-9OolI]{3}[-.\x20][0-9OolI]{4}\b");
/// Cues in several languages, with the number after them.
static CUED: LazyLock<Regex> = pattern!(
    r"(?ix) \b(?: account | acct | a/c | cuenta | conta | compte | konto(?:nummer)? | kontonr | clabe | cbu | cvu | pix | bsb | swift | bic | blz
      | c[eé]dula | carnet | dni | nie | nif | rut | run | curp | rfc | cuit | cuil | pasaporte | passaporte | passeport | reisepass
      | expediente | matr[ií]cula | cpf | cnpj | rg | nis | pis | identidade | identit[eé] | personalausweis | ausweis(?:nummer)?
      | steuer-?id | steuernummer | sozialversicherungsnummer | krankenversicherungsnummer | aktenzeichen | kundennummer
      | s[eé]curit[eé]\s+sociale | seguro\s+social | seguridad\s+social | nss | siret | pesel | bsn | codice\s+fiscale
      | student | soldier | prisoner | inmate | employee | case | file | record | policy | claim | reference | ticket )\b
    (?: \s*(?:[(] | bancaria | bank | de\s+(?:ahorro|cheques|identidad|ciudadan[ií]a) | corrente | corriente | n[uú]m(?:ero)?\.? | number | n[.º°o]{1,2} | nr\.? | no\.? | \# | : | = | es | é | est | ist | lautet | is | was | at | the | en | el | banco | [-–] | it's | ends\s+in ) ){0,5}
    [\s\x22'“‘\#(:]* ( [A-Z]{0,4}[\x20-]?\d[A-Za-z0-9]*(?:[\x20\-./]{1,2}[A-Za-z]{0,2}\d[A-Za-z0-9]*)* )"
);

/// Finds bank accounts, and numbers after their cue.
pub(super) fn find(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for start in IBAN_START.find_iter(text).map(|start| start.start()) {
        if let Some(end) = iban_end(&text[start..]) {
            claims.claim(start, start + end, Kind::Id);
        }
    }
    for account in GROUPED.find_iter(text) {
        let is_country = IBAN_LENGTHS.contains(&account.as_str()[..2].to_ascii_uppercase());
        if is_country {
            claims.claim(account.start(), account.end(), Kind::Id);
        }
    }
    for number in MACHINE_NUMBERS.find_iter(text) {
        let has_letter = number.as_str().bytes().any(|byte| byte.is_ascii_alphabetic());
        if has_letter || number.as_str().contains(':') {
            claims.claim(number.start(), number.end(), Kind::Id);
        }
    }
    for number in LETTERS_FOR_DIGITS.find_iter(text) {
        // Digits alone are left to the telephone numbers, which know extensions.
        if (5..10).contains(&number.as_str().bytes().filter(u8::is_ascii_digit).count()) {
            claims.claim(number.start(), number.end(), Kind::Phone);
        }
    }
    for number in CUED.captures_iter(text).filter_map(|parts| parts.get(1)) {
        let digits = number.as_str().bytes().filter(u8::is_ascii_digit).count();
        if digits >= 5 {
            claims.claim(number.start(), number.end(), Kind::Id);
        }
    }
}

/// Finds national numbers by their form. Some are the beginning of a card's number, so cards come before.
pub(super) fn national(claims: &mut Claims<'_, '_>) {
    let text = claims.annotated.text;
    for number in NATIONAL.find_iter(text) {
        let has_check_form = number.as_str().contains(|character: char| !character.is_ascii_digit());
        if has_check_form {
            claims.claim(number.start(), number.end(), Kind::Id);
        }
    }
}

/// The length in bytes of the IBAN at the beginning of `text`.
fn iban_end(text: &str) -> Option<usize> {
    let country = text.get(..2)?.to_ascii_uppercase();
    let length = IBAN_LENGTHS
        .split(' ')
        .find_map(|entry| entry.strip_prefix(country.as_str()))?
        .parse::<usize>()
        .ok()?;
    let (mut taken, mut end, mut remainder) = (0, 0, [0_u32; 2]);
    let mut is_gap = true;
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() {
            taken += 1;
            is_gap = false;
            let value = (byte as char).to_digit(36)?;
            // The first four signs count after all others (ISO 13616: rearranged, then modulo 97).
            let part = usize::from(taken <= 4);
            let factor = if value > 9 { 100 } else { 10 };
            remainder[part] = (remainder[part] * factor + value) % 97;
            end = at + 1;
            if taken == length {
                break;
            }
        } else if matches!(byte, b' ' | b'-' | b'.') && !is_gap {
            is_gap = true;
        } else {
            return None;
        }
    }
    let next = text[end..].chars().next();
    if taken < length || next.is_some_and(char::is_alphanumeric) {
        return None;
    }
    // The four moved signs are two letters and two digits: six decimal places.
    let is_valid = (remainder[0] * (1_000_000 % 97) + remainder[1]) % 97 == 1;
    is_valid.then_some(end)
}
