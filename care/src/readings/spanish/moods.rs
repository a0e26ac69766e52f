//! Thanks and joy, and what others did to the writer, in Spanish.
//!
//! Invariant: thanks with any trouble beside it is no thanks, so that nobody in trouble is congratulated.

use std::sync::LazyLock;

use regex::Regex;

use super::super::compile;

struct Patterns {
    thanks: Regex,
    trouble: Regex,
    joy: Regex,
    heavy: Regex,
    done_to_me: Regex,
}

/// Words of trouble that no joy outweighs.
const HEAVY: &str = r"pero|miedo|asustad\w*|terror|muri\w*|muert\w*|fallec\w*|funeral|enterr\w*|perdi\w*|solo|sola|soledad|triste\w*|llor\w*|duele|duelen|dolor|odi[oae]|preocup\w*|ansi\w*|angusti\w*|depre\w*|culpa\w*|verguenza|extran\w*|deberia|por que|ayud\w*|ojala|oren|ore|recen|oracion|quisiera|pega|pego|golpe\w*|se fue|dejo|borrach\w*|enojad\w*|vaci[oa]s?|reca\w*|engan\w*|infiel|divorci\w*|suicid\w*|matar\w*|morir\w*|secreto|mentir\w*|embarazada|antes|tome|bebi|ganas de (?:tomar|beber|consumir)";
/// Words of trouble that plain joy outweighs.
const SMALL: &str = r"no|ni|sin|todavia|aun|dificil|cansad\w*|nunca|como|nada|nadie|enferm\w*|por favor|necesito|pido|quiero|problema\w*|duda\w*";

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    trouble: compile(&format!(r"\b(?:{HEAVY}|{SMALL})\b")),
    heavy: compile(&format!(r"\b(?:{HEAVY})\b")),
    thanks: compile(
        r"\b(?:gracias|agradecid[oa]s?|agradezco|agradecer|gloria a dios|bendito (?:sea|dios)|alabado sea|aleluya|dios es (?:tan |muy )?(?:buen[oa]|fiel)|(?:tan|muy|que) (?:feliz|felices|content[oa]s?)|que alegria|consegui (?:el |un )?(?:trabajo|empleo)|me dieron (?:el|la) (?:trabajo|puesto|alta|beca|visa)|me aceptaron|aprobe|pase el examen|ya nacio|nacio mi|sali(?:o|eron) (?:todo )?(?:bien|limpi[oa]s?|negativ[oa]s?)|libre de cancer|nos comprometimos|dios (?:contesto|respondio|me escucho))\b",
    ),
    joy: compile(
        r"\b(?:consegui (?:el |un )?(?:trabajo|empleo)|me dieron (?:el|la) (?:trabajo|puesto|alta|beca|visa)|me aceptaron|(?:ella |el )?(?:me )?dijo que si|nos comprometimos|me (?:bautizo|voy a bautizar|bautice)|ya nacio|nacio mi|pase (?:el|mi) examen|aprobe|(?:el )?dia mas feliz|(?:tan|muy) (?:feliz|felices|emocionad[oa]|orgullos[oa]))\b",
    ),
    done_to_me: compile(
        r"\b(?:me|nos) (?:engano|engana|enganaba|ha enganado|fue infiel|es infiel|mintio|miente|traiciono|pega|pego|pegaba|golpea|golpeo|golpeaba|grita|grito|empujo|empuja|insulta|insulto|humilla|humillo|abofeteo)\b|\ba mis espaldas\b|\b(?:el|ella|espos[oa]|marido|mujer|novi[oa]|pareja|prometid[oa]) (?:me |ya |tambien )*(?:fue infiel|es infiel|tuvo (?:una |un )?(?:aventura|amante)|tiene (?:una |un |otra |otro )?(?:amante|aventura|familia)|se acosto con|anda con otr[oa]|sale con otr[oa])\b",
    ),
});

/// Whether a text gives thanks or tells of joy, and of no trouble.
pub(super) fn is_thanks(plain: &str) -> bool {
    let plain = plain
        .replace("lloro de alegria", "alegria")
        .replace("llorando de alegria", "alegria");
    let is_thanks = PATTERNS.thanks.is_match(&plain) && !PATTERNS.trouble.is_match(&plain);
    is_thanks || PATTERNS.joy.is_match(&plain) && !PATTERNS.heavy.is_match(&plain)
}

/// Whether others did to the writer what somebody else might write of having done.
pub(super) fn is_done_to_me(plain: &str) -> bool {
    PATTERNS.done_to_me.is_match(plain)
}
