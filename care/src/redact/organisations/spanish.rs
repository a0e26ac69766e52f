//! Organisations in Spanish texts: their kind comes first, "la Parroquia San José", "el Hospital General de Toluca".

use super::super::annotated_text::AnnotatedText;
use super::super::dictionaries::facts::Facts;

/// The maximum number of words after the kind of organisation.
const MAX_WORDS: usize = 8;

/// The organisation whose kind stands at `head`; none if nothing but a denomination or a kind follows.
pub(super) fn by_head(annotated: &AnnotatedText<'_>, head: usize) -> Option<(usize, usize)> {
    if !annotated.facts(head).ends_organisation() || !annotated.is_open(head) {
        return None;
    }
    let mut last = head;
    let mut is_proper = false;
    let mut at = head + 1;
    while at < annotated.len().min(head + 1 + MAX_WORDS)
        && annotated.tokens.list[at].follows_closely
        && annotated.is_open(at)
    {
        if is_link(annotated.word(at)) && !annotated.is_capital(at) {
            at += 1;
            continue;
        }
        if !is_name(annotated, at) {
            break;
        }
        is_proper |= !is_generic(annotated, at);
        last = at;
        at += 1;
    }
    is_proper.then_some((head, last))
}

fn is_link(word: &str) -> bool {
    matches!(word, "de" | "del" | "la" | "las" | "los" | "el" | "y")
}

fn is_name(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let facts = annotated.facts(index);
    if annotated.is_lower {
        let is_saint = matches!(annotated.word(index), "san" | "santa" | "santo")
            || index > 0 && matches!(annotated.word(index - 1), "san" | "santa" | "santo");
        return annotated.is_word(index)
            && (is_saint
                || facts.tier() == 0 && (facts.is_name() || facts.place() > 2)
                || is_generic(annotated, index));
    }
    annotated.is_capital(index)
}

/// Denominations and words that only describe a kind.
fn is_generic(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let word = annotated.word(index);
    let is_saint = matches!(word, "san" | "santa" | "santo" | "nuestra");
    let is_called_after_saint = index > 0 && matches!(annotated.word(index - 1), "san" | "santa" | "nuestra");
    let facts = annotated.facts(index);
    facts.any(Facts::KEPT) && !is_saint && !is_called_after_saint
        || facts.ends_organisation()
        || matches!(
            word,
            "general"
                | "central"
                | "regional"
                | "nacional"
                | "municipal"
                | "publica"
                | "publico"
                | "estatal"
                | "federal"
                | "local"
                | "privada"
                | "privado"
                | "infantil"
                | "comunitario"
                | "comunitaria"
                | "unida"
                | "asambleas"
                | "primera"
                | "civil"
        )
}
