//! The sentence of a Spanish text that tells most.
//!
//! Invariant: as in English.

use std::sync::LazyLock;

use super::super::compile;
use super::super::telling::Patterns;

pub(in super::super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    unquotable: compile(
        r"(?-u)\b(?:basura|inutil\w*|estupid\w*|tont[oa]|fracas\w*|fe[oa]s?|gord[oa]s?|asco\w*|monstruo|carga|maldit\w*|odio|odie|me odio|averg\w*|verg\w*|sucia?|sucio|cobarde|loc[oa]|mat(?:ar\w*|e|o|arme)|muer\w*|mori\w*|suicid\w*|asesin\w*|viol(?:o|a|aron|acion|aba)\w*|abus\w*|golpe\w*|pega\w*|pego|pegue|sangre|cort(?:o|a|ar|e)\w*|pistola|cuchillo|pastillas?|sex\w*|porn\w*|desnud\w*|amante|infiel\w*|engan\w*|abort\w*|embaraz\w*|regla|vomit\w*|mierda|put[oa]s?|carajo|chinga\w*|pendej\w*|joder|verga|cabron\w*|necesito (?:ayuda|un consejo|oracion)|ayud(?:a|enme|ame)|no se que hacer|por favor|diganme|dime|crees que|alguien|consejos?|perdon por|gracias|hola|buenas|buenos|saludos|oren por|amen|tengo \d+ anos|soy (?:un|una) \w+ de \d)\b",
    ),
    own: compile(
        r"(?-u)\b(?:yo|me|mi|mis|conmigo|nos|nuestr[oa]s?|estoy|soy|tengo|siento|quiero|puedo|voy|hago|vivo|llevo|sigo|se)\b",
    ),
    turn: compile(
        r"(?-u)\b(?:pero|todavia|aun|ya no|nunca|nadie|sol[oa]|ultim[oa]|desde|porque|solo|sin|otra vez|aunque|fin\w*|hasta|mism[oa]|vaci[oa]|silencio|esper\w*|siempre|nada|todos|cada|tod[oa]|puerta|silla|telefono|celular|cama|mesa|carro|cocina|noche|manana|domingo|navidad|cumpleanos)\b",
    ),
});
