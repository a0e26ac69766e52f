//! What is read in Spanish, and what must not be.

use crate::language::Language;
use crate::readings::{Question, Readings, Role, Time, Unit, Wishes, readings};

fn read(text: &str) -> Readings {
    readings(text, Language::Spanish)
}

#[test]
fn times_are_read_when_the_text_says_one() {
    for (text, expected) in [
        ("mi mamá murió hace 3 años", Some("tres años")),
        ("hace seis semanas que se fue", Some("seis semanas")),
        ("Hace un año.", Some("un año")),
        ("llevo 21 días sin tomar", Some("veintiún días")),
        ("hace 21 semanas", Some("veintiuna semanas")),
        ("hace como 35 años lo enterramos", Some("treinta y cinco años")),
        ("hace unos meses le encontraron algo", Some("unos meses")),
        ("llevamos 20 años casados", None),
        (
            "llevo tres años trabajando aquí y hace dos meses me corrieron",
            Some("dos meses"),
        ),
        ("hace año y medio", None),
        ("hace un año y medio", None),
        ("hace 3 años murió y hace 2 años se fue ella", None),
        ("tengo 15 años", None),
        ("lo extraño", None),
        ("mi hermano tenía tres años sobrio y volvió a tomar", None),
        ("tres años sobrio y anoche tomé", Some("tres años")),
    ] {
        assert_eq!(read(text).how_long_in_words().as_deref(), expected, "{text}");
    }
    assert!(read("hace 5 años").how_long.is_some_and(|time| time.unit == Unit::Year));
}

#[test]
fn persons_are_those_that_the_writer_calls_theirs() {
    let shown = |text: &str| {
        let read = read(text);
        let all = read.persons.iter().map(|person| read.as_theirs(person.noun));
        all.collect::<Vec<_>>()
    };
    assert_eq!(shown("Mi mamá murió. Mi madre era buena"), ["tu madre"]);
    assert_eq!(
        shown("mi mejor amigo le contó a mi esposa"),
        ["tu mejor amigo", "tu esposa"]
    );
    assert_eq!(shown("mi pobre viejito y mi hermanita"), ["tu padre", "tu hermana"]);
    assert_eq!(shown("la muerte de mi abuelita"), ["tu abuela"]);
    assert!(shown("la hermana de mi novio toma").is_empty());
    assert!(shown("su mamá me odia").is_empty());
    let read = read("mi perrito murió");
    assert_eq!(read.persons.first().map(|person| person.kind), Some("pet"));
}

#[test]
fn age_makes_somebody_young_and_other_numbers_do_not() {
    for (text, age, is_young) in [
        ("tengo 15 años y mi papá toma", Some(15), true),
        ("tengo quince años", Some(15), true),
        ("Tengo 34, dos hijos", None, false),
        ("tengo treinta y cuatro años y dos hijos", Some(34), false),
        ("soy una chica de 16 años nadie sabe", Some(16), true),
        ("a mis 71 sigo sola", Some(71), false),
        ("tengo 20 años de casada", None, false),
        ("tengo 3 años sin trabajo", None, false),
        ("mi hijo está en secundaria", None, false),
        ("estoy en tercero de secundaria y como sola en el baño", None, true),
        ("en la escuela me dicen gorda", None, true),
        ("soy maestra en una escuela", None, false),
        ("mi hijo de 15 años me odia", None, false),
    ] {
        let read = read(text);
        assert_eq!((read.age, read.is_young), (age, is_young), "{text}");
    }
}

#[test]
fn loneliness_money_work_children_and_the_hour_are_read_only_when_said() {
    let all = read(
        "Son las 3 de la mañana, trabajo como enfermera de noche, tengo dos hijos, no me alcanza para la renta y no tengo con quien hablar",
    );
    assert!(all.is_alone && all.is_poor);
    assert_eq!(all.work_in_words().as_deref(), Some("enfermera"));
    assert_eq!(all.children_in_words().as_deref(), Some("dos hijos"));
    assert_eq!(all.hour_in_words().as_deref(), Some("las tres de la mañana"));
    for text in [
        "nadie sabe esto",
        "no se lo he contado a nadie",
        "no tengo amigos",
        "no puedo hablar de esto con nadie",
    ] {
        assert!(read(text).is_alone, "{text}");
    }
    for text in [
        "no hay plata ni para el pasaje",
        "nos van a desalojar",
        "no llego a fin de mes",
        "no podemos pagar",
    ] {
        assert!(read(text).is_poor, "{text}");
    }
    let neutral = read("terminamos y le conté a mis amigas a las 3 de la tarde, quiero mucho a mis papás");
    assert!(!neutral.is_alone && !neutral.is_poor && neutral.work.is_none() && neutral.hour.is_none());
}

#[test]
fn odd_texts_have_no_readings() {
    for text in [
        "",
        "💧",
        "mi",
        "tengo",
        "99 99 99",
        "ｍｉ",
        "hace años años",
        "treinta y",
    ] {
        let read = read(text);
        assert!(
            read.persons.is_empty() && read.how_long.is_none() && read.age.is_none(),
            "{text}"
        );
    }
}

#[test]
fn the_role_is_read_only_where_it_is_said() {
    for (text, role) in [
        ("mi hija se corta y no habla", Some(Role::Loves)),
        ("En casa todo gira alrededor de su alcoholismo", Some(Role::Loves)),
        ("Soy alcohólico, y su adicción me tienta", None),
        ("mi esposo ve pornografía todas las noches", Some(Role::Loves)),
        ("mi papá apuesta la quincena", Some(Role::Loves)),
        ("a mi esposo le detectaron cáncer", Some(Role::Loves)),
        ("Mi hijo mayor está en la droga otra vez", Some(Role::Loves)),
        ("mi esposa perdió a su mamá", Some(Role::Loves)),
        ("mi hermano recayó", Some(Role::Loves)),
        ("mi esposo no sabe nada de la deuda", None),
        ("mi hijo no sabe cómo parar", Some(Role::Loves)),
        ("le grité a mis hijos otra vez", Some(Role::Did)),
        ("le fui infiel a mi esposa", Some(Role::Did)),
        ("aborté en 1998", Some(Role::Did)),
        ("volví a tomar después de un año", Some(Role::Did)),
        ("me da miedo que le pegue a mi hijo", None),
        ("mi mamá me regaña y me siento basura", None),
        ("no puedo dormir y mi esposo está harto", None),
        ("mi papá murió el martes", None),
        ("me engañaron", None),
        ("", None),
    ] {
        assert_eq!(read(text).role, role, "{text}");
    }
}

#[test]
fn the_time_is_read_only_where_it_is_said() {
    for (text, time) in [
        ("mi mamá murió el martes", Some(Time::Now)),
        ("me dejó anoche después de 20 años", Some(Time::Now)),
        ("hace cinco semanas", Some(Time::Now)),
        ("mañana tengo el examen", Some(Time::Now)),
        ("murió en marzo", Some(Time::Months)),
        ("hace tres meses se fue", Some(Time::Months)),
        ("hace un año", Some(Time::Months)),
        ("ya van 9 años. todavía lloro en el carro", Some(Time::Years)),
        ("hace siete años y hoy lloré", Some(Time::Years)),
        ("aborté en 1998", Some(Time::Years)),
        ("cuando tenía once años murió mi papá", Some(Time::Years)),
        ("llevo años así", Some(Time::Years)),
        ("me despierto a las tres de la mañana", None),
        ("tengo 15 años", None),
        ("lo extraño", None),
    ] {
        assert_eq!(read(text).time, time, "{text}");
    }
}

#[test]
fn a_question_of_belief_or_rights_is_seen_where_it_is_all_that_is_said() {
    for (text, question) in [
        ("¿Quién fue María Magdalena?", Some(Question::Text)),
        ("¿en qué libro de la Biblia aparece Goliat?", Some(Question::Text)),
        ("¿Es pecado tatuarse?", Some(Question::Belief)),
        ("es pecado divorciarse", Some(Question::Belief)),
        ("que dice la biblia sobre la cremación?", Some(Question::Belief)),
        ("¿Puede un cristiano tomar vino?", Some(Question::Belief)),
        (
            "Hola, una pregunta: ¿la Biblia permite volver a casarse?",
            Some(Question::Belief),
        ),
        ("tatuarse es pecado?", Some(Question::Belief)),
        ("¿me pueden despedir por estar enferma?", Some(Question::Rights)),
        ("puede mi casero cambiar la chapa", Some(Question::Rights)),
        ("es legal grabar a mi jefe?", Some(Question::Rights)),
        ("es pecado estar tan enojada, ya no puedo más", None),
        ("mi esposo me pega y me preguntan qué dice la Biblia del divorcio", None),
        ("perdí mi trabajo", None),
        ("¿Dios me odia?", None),
        ("", None),
    ] {
        assert_eq!(read(text).question, question, "{text}");
    }
}

#[test]
fn a_loss_to_suicide_is_read_where_it_is_said_of_somebody_of_theirs() {
    for (text, is_lost) in [
        ("Mi hermano se quitó la vida en marzo", true),
        ("se suicidó mi mamá", true),
        ("mi hermano se mató en la moto", false),
        ("mi tía casi se suicidó", false),
    ] {
        assert_eq!(read(text).is_lost_to_suicide, is_lost, "{text}");
    }
}

#[test]
fn thanks_are_read_where_there_is_no_trouble_beside_them() {
    for (text, is_thanks) in [
        ("Dios sanó a mi bebé, gracias Señor", true),
        ("¡¡me dieron el trabajo!! gracias Dios", true),
        ("estoy tan feliz, salieron limpios los estudios", true),
        ("gloria a Dios mi hijo volvió a casa", true),
        ("me bautizo el domingo y estoy tan emocionada que no duermo", true),
        ("gracias a Dios estoy viva pero mi esposo murió", false),
        ("debería dar gracias y no siento nada", false),
        ("gracias por leer, se murió mi papá", false),
        ("por favor ayúdenme, gracias", false),
        ("mi mamá murió el martes", false),
        ("", false),
        ("me caso el sábado y no lo quiero", false),
    ] {
        assert_eq!(read(text).is_thanks, is_thanks, "{text}");
    }
}

#[test]
fn what_others_did_is_told_apart_from_what_the_writer_did() {
    for (text, is_done_to_me) in [
        ("mi esposo me engañó y no le he dicho a nadie", true),
        ("mi novio anda con otra", true),
        ("me pega", true),
        ("le fui infiel a mi esposo", false),
        ("le pegué a mi hijo", false),
    ] {
        assert_eq!(read(text).is_done_to_me, is_done_to_me, "{text}");
    }
}

#[test]
fn wishes_for_a_verse_alone_no_converting_or_a_prayer_are_read() {
    let none = Wishes::default();
    let only = Wishes {
        only_passage: true,
        ..none
    };
    let unbelieving = Wishes {
        without_faith: true,
        ..none
    };
    let prayer = Wishes { prayer: true, ..none };
    for (text, wishes) in [
        ("Solo el versículo por favor", only),
        ("mañana me operan. nada más un salmo", only),
        ("un versículo para el duelo, sin sermones", only),
        ("No soy religiosa. Mi papá se está muriendo", unbelieving),
        ("no me prediquen por favor", unbelieving),
        ("soy atea y no puedo dormir", unbelieving),
        ("pueden orar por mi hijo", prayer),
        ("oren por mi mamá", prayer),
        ("necesito una oración", prayer),
        ("oración 🙏🙏", prayer),
        ("Ora por mí, mañana es el juicio", prayer),
        ("ya no creo en Dios y me da miedo", none),
        ("mi esposo no es religioso", none),
        ("oro por él cada noche y no pasa nada", none),
        ("ella ora por mí", none),
        ("leyeron el Salmo 23 en su funeral", none),
        ("mi iglesia no quiso orar por mi hijo", none),
    ] {
        assert_eq!(read(text).wishes, wishes, "{text}");
    }
}
