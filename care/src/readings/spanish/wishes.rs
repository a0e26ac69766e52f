//! What a writer wishes of the answer itself, in Spanish.
//!
//! Invariant: only what is asked in so many words. A person who tells of lost faith has not asked to be spared it.

use std::sync::LazyLock;

use super::super::compile;
use super::super::wishes::Patterns;

pub(super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| {
    let verse = "(?:versiculos?|salmos?|pasajes?|texto biblico|cita biblica|escritura|versos? de la biblia)";
    Patterns {
        verse: compile(&format!(r"\b(?:un|algun|el|una|unos) (?:\w+ )?{verse}\b")),
        only: compile(&format!(
            r"\b(?:solo|solamente|nada mas|unicamente) (?:(?:quiero|necesito|dame|denme|mandame|pasame|busco|leer|un|una|el|algun|buen) )*{verse}\b"
        )),
        no_talk: compile(
            r"\b(?:no (?:quiero|necesito|me den|me des|estoy para)|sin|nada de|nada mas,? sin) (?:(?:un|una|mas|tantos?|tantas|otro|otra|largos?) )*(?:sermon\w*|consejos?|cartas?|discursos?|platicas?|charlas?|explicaci\w+|palabreria|choros?)\b",
        ),
        without_faith: compile(
            r"\b(?:no soy|no somos) (?:muy |tan |nada |realmente |ni )?(?:religios[oa]s?|creyentes?|espiritual|cristian[oa]s?)\b|\bsoy (?:un |una )?(?:ate[oa]|agnostic[oa])\b|\bno (?:me |nos )?(?:prediques?|prediquen|sermonee\w*|conviertan?|quieran? convertir\w*|trates? de convertir\w*|traten de convertir\w*|intentes? convertir\w*|vengan? a predicar)\b|\bsin (?:lo de dios|religion|meter a dios|predicar(?:me)?|cosas religiosas|cosas de dios)\b|\bnada de (?:dios|religion|iglesia|biblia)\b",
        ),
        prayer: compile(
            r"\b(?:puedes?|pueden|podrias?|podrian|alguien (?:puede|podria|que)) (?:por favor )?(?:orar|rezar|ore|rece)\b|\b(?:oren|oremos|recen|recemos|oraciones) (?:por|para)\b|\b(?:necesito|pido|quiero|solicito|dame|denme|les pido|te pido|haz(?:me)?|hagan) (?:\w+ )?(?:sus |una |de sus |tu )?oracion(?:es)?\b|\buna oracion (?:por|para)\b|\boracion(?:es)?,? por favor\b|\bpidan por (?:mi|el|ella)\b|(?:^|[.!?,;:¡] ?|\bpor favor )(?:ora|ore|reza|rece|oren|recen) (?:por|conmigo)\b|^(?:oracion|oraciones|oren|recen)[ .!🙏]*$",
        ),
    }
});
