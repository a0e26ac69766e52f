//! Who writes about whom, and since when, in Spanish.
//!
//! Invariant: only what is said. Where a text says two things, or nothing, the reading is none.

use std::sync::LazyLock;

use super::super::circumstances::Patterns;
use super::super::compile;
use super::words::PERSONS;

pub(super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| {
    let nouns = PERSONS.iter().map(|(word, _, _)| *word).collect::<Vec<_>>().join("|");
    let theirs = format!(r"\bmi (?:{nouns})(?: (?:mayor|menor|pequen[oa]|chic[oa]|del medio))?");
    let count = r"(?:\d{1,2}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|veinticinco|treinta|cuarenta|cincuenta|muchos|varios|tantos|unos|algunos)";
    let about = r"(?:ya |como |casi |mas de |unos )*";
    let childhood = r"(?:nin[oa]|chic[oa]|chiquit[oa]|pequen[oa]|joven|adolescente|menor)";
    Patterns {
        // What is wished or feared (*que no le pegue*) is not done.
        did: compile(
            r"(?P<wished>\bque (?:no |yo |se )*)?\b(?:le pegue|les pegue|la golpee|lo golpee|le grite|les grite|fui infiel|le fui infiel|(?:la|lo|le) engane|engane a|le menti|les menti|menti|le robe|robe|aborte|me hice un aborto|decidi abortar|interrumpi (?:el|mi|un) embarazo|recai|volvi a (?:beber|tomar|consumir|apostar|jugar|fumar|cortarme|caer|ver porno\w*)|traicione|abandone a|deje a mis? (?:hij\w*|familia|espos\w*)|lastime a|le hice dano|les hice dano|atropelle|me acoste con|tuve una aventura|tengo una aventura|le levante la mano|le dije cosas (?:horribles|feas|terribles|crueles)|perdi (?:los estribos|la paciencia)|explote con|yo (?:lo|la) (?:deje|mate)|me gaste (?:todo|el dinero|la plata)|aposte)\b|\b(?:(?:quiero|necesito|quisiera|como puedo) pedirles?|como (?:le|les) pido) (?:perdon|disculpas)\b",
        ),
        beside_them: compile(&format!(
            r"{theirs} (?:(?:todavia |aun )?no (?:lo )?sabe[n]?(?: nada| que yo| lo que| todavia|\W*$)|no se (?:ha|han) enterado|no tienen? (?:ni )?idea)"
        )),
        loves: compile(&format!(
            r"{theirs} (?:(?:ya |todavia |otra vez |siempre )*(?:esta|tiene|se|no|sigue|bebe|toma|consume|apuesta|fuma|(?:ve|mira) porno\w*|perdio|sufre|empezo|dejo|volvio|recayo|anda|quiere|llora|cree|siente|odia|padece|lleva|vive|salio|fue|va|dice que (?:no|ya|se|quiere)))\b"
        )),
        theirs: compile(&format!(
            r"\b(?:a )?{theirs} (?:le|la|lo) (?:diagnosticaron|detectaron|encontraron|dio|dieron|operan|operaron|internaron|corrieron|despidieron|dejo)\b|{theirs} perdio a su\b|\bmurio (?:el|la) (?:{nouns}) de mi\b|\bse le murio\b"
        )),
        their_habit: compile(
            r"\bsu (?:alcoholismo|adiccion|forma de beber)\b|\b(?:el alcoholismo|la adiccion|las apuestas) de (?:mi|su)\b",
        ),
        own_habit: compile(
            r"\b(?:tomo|bebo|bebia|consumo|recai|apuesto|soy (?:alcoholic|adict)[oa]|mi (?:alcoholismo|adiccion|sobriedad|padrino|recaida))\b",
        ),
        they: compile(
            r"\b(?:el|ella|ellos) (?:no|se|ya|todavia|siempre|nunca|solo|esta|tiene|dice|cree|siente|quiere|necesita|vive|trabaja)\b|\b(?:anda|bebe|toma|llora|come|duerme|sale|sufre|no (?:sale|come|duerme|habla|quiere|trabaja|contesta|se levanta)|ya no (?:sale|come|duerme|habla|quiere|trabaja|contesta|se levanta|rie)|se (?:encierra|encerro|la pasa|siente|queda|quedo|culpa|corta|odia))\b",
        ),
        to_me: compile(
            r"\b(?:me|nos) (?:dejo|pega|pego|golpea|golpeo|engano|enganaba|engana|miente|mintio|grita|grito|insulta|insulto|culpa|ignora|rechaza|traiciono|abandono|odia|humilla|controla|amenaza|maltrata|trata|robo|uso)\b|\b(?:infiel|se fue con|a mis espaldas)\b",
        ),
        suffers: compile(
            r"\b(?:estoy|me siento|ya no puedo|no puedo|no aguanto|me odio|perdi|lloro|tomo|bebo|me corto|mi culpa|soy|tengo miedo|me duele|me da|siento|me cuesta|no duermo|extrano|llevo|me gaste)\b",
        ),
        died: compile(r"\b(?:murio|fallecio|muerto|muerta|fallecid[oa]|mataron|enterramos|entierro|velorio|funeral)\b"),
        took_own_life: compile(&format!(
            r"{theirs}(?: |, )(?:[^.!?]{{0,40}} )?se (?:suicido|ahorco|quito la vida)\b|\bse (?:suicido|ahorco|quito la vida) {theirs}\b|\b(?:perdi|perdimos) a {theirs} (?:\w+ ){{0,3}}por (?:el )?suicidio\b"
        )),
        did_not: compile(r"\b(?:casi|si|dice|dijo|amenaz\w+|intento|trato|sone|cree|pensaba|antes de|hasta que)\b"),
        worries: compile(
            r"\bno se (?:como|que|si|cuando|por que|donde)\b[a-z ]*|\bme siento (?:mal por|culpable)\b|\b(?:estoy|me siento|ando|vivo)(?: muy| tan| bien| siempre)* (?:preocupad[oa]|angustiad[oa] por|asustad[oa] por|impotente|orando|rezando|desesperad[oa] por)\b|\bno puedo (?:ayudarl[oa]|hacer nada|verl[oa]|llegar a|acercarme|convencerl[oa]|hacer que)\b|\btengo miedo (?:de que|por)\b|\b(?:me duele verl[oa]|me da (?:miedo|tristeza|pena) (?:verl[oa]|que))\b|\bsoy su (?:mama|madre|papa|padre|esposa|esposo|hermana|hermano|hija|hijo|amiga|amigo)\b",
        ),
        own: compile(
            r"\b(?:estoy|me siento|ya no puedo|no puedo|no aguanto|me odio|perdi|lloro|tomo|bebo|me corto|mi culpa|soy|tengo miedo|me duele|me da)\b",
        ),
        lately: compile(
            r"\bhace (?:unas |unos |pocos |pocas |como |apenas |solo )*(?:\w+ )?(?:horas?|minutos?|dias?|semanas?|rato)\b",
        ),
        long_ago: compile(&format!(
            r"\bhace {about}{count} anos\b|\b(?:en|desde) (?:el |el ano )?(?:19\d\d|200\d|201\d)\b|\bcuando (?:yo )?(?:era (?:muy |un |una )*{childhood}|tenia (?:como )?(?:[4-9]|1[0-6]|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince) anos)\b|\b(?:de|desde) (?:que (?:era|soy) )?{childhood}\b|\bdesde (?:la|mi) (?:infancia|ninez)\b|\b{count} anos (?:despues|atras)\b"
        )),
        for_years: compile(&format!(
            r"\b(?:llevo|llevamos|lleva|por|durante|desde hace|en|van|son) {about}{count} anos\b|\btengo {about}{count} anos (?:asi|sin|con|de|esper|orando|trat|intent|luch|busc|pid|cuid|llev)|\b(?:llevo|llevamos|lleva) anos\b|\bhace anos\b|\bpor anos\b|^{count} anos[.,!]"
        )),
        now: compile(
            r"\b(?:ayer|anteayer|antier|hoy|anoche|ahorita|ahora mismo|recien|esta (?:manana|tarde|noche|semana)|acab[oae] de|acaban de|acabo|la semana pasada|(?:este|el) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|el otro dia)\b|\bmanana (?:es|tengo|me|le|nos|lo|la|sale|entro|entra|voy|va|a|por|final|empiez|presento|viaj)|(?:^|[.,;] ?)manana\b",
        ),
        months: compile(&format!(
            r"\bhace {about}(?:\w+ )?mes(?:es)?\b|\bhace (?:como |casi )*un ano\b|\b(?:llevo|llevamos|lleva|tengo|durante|por|van) {about}(?:\w+ )?mes(?:es)?\b|\b(?:el|desde el) (?:mes|ano|verano|invierno) pasado\b|\b(?:desde|en) (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|navidad|semana santa|(?:la )?pascua)\b"
        )),
    }
});
