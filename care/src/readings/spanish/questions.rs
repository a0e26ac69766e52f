//! Questions that nobody here can answer, in Spanish: what is a sin, what the Bible says, what the law allows.
//!
//! Invariant: only a text that asks and tells nothing else, in one or two sentences.

use std::sync::LazyLock;

use super::super::compile;
use super::super::questions::Patterns;

pub(super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| {
    let polite = r"^(?:(?:hola|buenas|buenos dias|buenas (?:tardes|noches)|una (?:pregunta|duda)|pregunta|duda|disculpen?|perdon|quisiera saber|quiero saber|me pueden decir|me gustaria saber|alguien sabe|saben|y|pero|oye|segun la biblia)(?: si)?[ ,.:!¿-]+)*";
    let bible = r"(?:la biblia|dios|jesus|la palabra(?: de dios)?|las escrituras|la iglesia|el senor)";
    let people = r"(?:maria magdalena|adan y eva|cain|moises|el rey (?:david|saul|salomon|herodes)|juan el bautista|judas|poncio pilato|lazaro|goliat|dalila|betsabe|matusalen|los (?:reyes magos|apostoles|discipulos|fariseos)|la reina de saba)";
    let meaning = r"(?:que (?:quiere|quiso) decir|que significa|a que se refiere|por que (?:lo )?(?:dice|dijo)|como (?:se )?(?:entiende|debemos entender))\b";
    let who = r"(?:mi|el|la|un|una) (?:jefe|jefa|casero|casera|arrendador|dueno|duena|patron|patrona|ex|escuela|banco|empresa|policia|trabajo|hospital|doctor|medico)";
    Patterns {
        belief: compile(&format!(
            r"{polite}(?:es (?:un )?(?:pecado|pecar)\b|(?:es|esta|seria) (?:\w+ )?(?:malo?|mal visto)? ?(?:ante|delante de|para) dios\b|esta mal \w+(?:ar|er|ir)(?:se|me)?\b|que (?:dice|dicen|ensena|opina|piensa) (?:realmente )?{bible}\b|(?:donde|como|cuando) (?:dice|habla) {bible}\b|{bible} (?:dice|permite|prohibe|habla|condena|acepta|perdona (?:el|la|a los|un))\b|(?:puede|puedo|debe|deben|pueden) (?:un |los |una )?(?:cristian[oa]s?|catolic[oa]s?|creyentes?)\b|(?:un |los )?cristian[oa]s? (?:puede|pueden|debe|deben)\b|[\w ]{{2,50}} es (?:un )?pecado\b|que versiculos? (?:habla|hablan|dice|hay))"
        )),
        text: compile(&format!(
            r"{polite}(?:mi \w+ (?:me )?pregunt[ao] )?(?:si )?(?:(?:en que (?:libro|parte|capitulo)|donde) (?:de |en )?(?:la biblia|las escrituras) (?:dice|esta|aparece)\b|quien(?:es)? (?:fue|era|eran|fueron) [\w ]{{1,40}} en la biblia\b|(?:fue|era|fueron|eran|estuvo|tuvo|se caso|quien (?:fue|era)) {people}\b|cuantos anos (?:tenia|vivio) {people}|(?:como|por que|donde|cuando) (?:tuvo que )?(?:murio|morir|lloro|maldijo|traiciono|nego|huyo|oro) (?:{people}|job)\b)"
        )),
        lament: compile(&format!(
            r"{polite}(?:en (?:el |la )?[\w ]{{2,20}},? )?(?:job|el (?:salmista|salmo|predicador)|eclesiastes|lamentaciones) (?:dice|dijo|escribe|escribio|pide|pidio|ora|oro|pregunta|pregunto) .{{3,140}}\b{meaning}"
        )),
        said: compile(&format!(
            r"{polite}(?:{people}|proverbios|apocalipsis|levitico|deuteronomio) (?:dice|dijo|cuenta|pide|pidio|pregunta|pregunto) .{{3,140}}\b{meaning}"
        )),
        own: compile(r"\b(?:mi|mis|me|nos|nuestr[oa]|tengo|estoy|siento|quiero|necesito)\b"),
        rights: compile(&format!(
            r"{polite}(?:es (?:i)?legal\b|(?:me|nos|lo|la|le) pueden (?:despedir|correr|echar|quitar|deportar|sacar|desalojar|obligar|negar|cobrar|demandar|descontar)\b|puede (?:{who})\b|{who} (?:me )?puede\b|tengo (?:algun )?derecho\b|cuales son mis derechos\b|que derechos tengo\b|estoy obligad[oa] a\b|cuanto (?:tiempo )?(?:tiene|puede|tienen|pueden) (?:{who}|para)\b)"
        )),
        tells: compile(
            r"\b(?:me siento|tengo miedo|no puedo|ya no|ayud\w+|llor\w+|muri\w+|fallec\w+|me (?:pega|golpea|lastima|duele)|estoy (?:tan|muy|desesper\w+|asustad\w+)|suicid\w+|morir\w*)\b",
        ),
    }
});
