//! The words that readings know in Spanish, in plain form, each with what is shown for it.

/// The least number in Spanish that has no word of its own.
const FIRST_COMPOUND: u32 = 30;

/// The words of the numbers to twenty-nine, plain and as they are shown.
pub(super) const NUMBERS: [(&str, &str); 30] = [
    ("cero", "cero"),
    ("un", "un"),
    ("dos", "dos"),
    ("tres", "tres"),
    ("cuatro", "cuatro"),
    ("cinco", "cinco"),
    ("seis", "seis"),
    ("siete", "siete"),
    ("ocho", "ocho"),
    ("nueve", "nueve"),
    ("diez", "diez"),
    ("once", "once"),
    ("doce", "doce"),
    ("trece", "trece"),
    ("catorce", "catorce"),
    ("quince", "quince"),
    ("dieciseis", "dieciséis"),
    ("diecisiete", "diecisiete"),
    ("dieciocho", "dieciocho"),
    ("diecinueve", "diecinueve"),
    ("veinte", "veinte"),
    ("veintiun", "veintiún"),
    ("veintidos", "veintidós"),
    ("veintitres", "veintitrés"),
    ("veinticuatro", "veinticuatro"),
    ("veinticinco", "veinticinco"),
    ("veintiseis", "veintiséis"),
    ("veintisiete", "veintisiete"),
    ("veintiocho", "veintiocho"),
    ("veintinueve", "veintinueve"),
];

/// The words of the tens from thirty on.
pub(super) const TENS: [&str; 7] = [
    "treinta",
    "cuarenta",
    "cincuenta",
    "sesenta",
    "setenta",
    "ochenta",
    "noventa",
];

/// A number below a hundred in words before a masculine noun: *veintiún*, *treinta y cinco*; larger ones in digits.
pub(super) fn number_in_words(number: u32) -> String {
    let word = |value: u32| NUMBERS.get(value as usize).map(|(_, shown)| *shown);
    if let Some(word) = word(number) {
        return word.to_owned();
    }
    let tens = (number - FIRST_COMPOUND) / 10;
    match (TENS.get(tens as usize), number % 10) {
        (Some(tens), 0) => (*tens).to_owned(),
        (Some(tens), ones) => format!("{tens} y {}", word(ones).unwrap_or_default()),
        (None, _) => number.to_string(),
    }
}

/// The value of a number in digits or plain words: *15*, *quince*, *treinta y cinco*.
pub(super) fn value_of(written: &str) -> Option<u32> {
    if let Ok(number) = written.parse() {
        return Some(number);
    }
    let word = |word: &str| match word {
        "una" | "uno" => Some(1),
        "veintiuno" | "veintiuna" => Some(21),
        _ => {
            let small = NUMBERS.iter().zip(0..).find(|((plain, _), _)| *plain == word);
            let tens = TENS.iter().zip(3..).find(|(tens, _)| **tens == word);
            small
                .map(|(_, value)| value)
                .or_else(|| tens.map(|(_, value)| value * 10))
        }
    };
    written.split(" y ").map(word).sum()
}

/// Persons: the word, the kind, and the noun that is shown.
pub(super) const PERSONS: [(&str, &str, &str); 71] = [
    ("mejor amigo", "friend", "mejor amigo"),
    ("mejor amiga", "friend", "mejor amiga"),
    ("mamasita", "parent", "madre"),
    ("mamita", "parent", "madre"),
    ("mama", "parent", "madre"),
    ("mami", "parent", "madre"),
    ("madre", "parent", "madre"),
    ("papito", "parent", "padre"),
    ("papa", "parent", "padre"),
    ("papi", "parent", "padre"),
    ("padre", "parent", "padre"),
    ("viejita", "parent", "madre"),
    ("viejito", "parent", "padre"),
    ("padrastro", "parent", "padrastro"),
    ("madrastra", "parent", "madrastra"),
    ("esposo", "spouse", "esposo"),
    ("marido", "spouse", "marido"),
    ("esposa", "spouse", "esposa"),
    ("mujer", "spouse", "mujer"),
    ("conyuge", "spouse", "cónyuge"),
    ("pareja", "partner", "pareja"),
    ("novio", "partner", "novio"),
    ("novia", "partner", "novia"),
    ("prometido", "partner", "prometido"),
    ("prometida", "partner", "prometida"),
    ("hijito", "child", "hijo"),
    ("hijita", "child", "hija"),
    ("hijo", "child", "hijo"),
    ("hija", "child", "hija"),
    ("bebe", "child", "bebé"),
    ("nene", "child", "hijo"),
    ("nena", "child", "hija"),
    ("hermanito", "sibling", "hermano"),
    ("hermanita", "sibling", "hermana"),
    ("hermano", "sibling", "hermano"),
    ("hermana", "sibling", "hermana"),
    ("abuelito", "grandparent", "abuelo"),
    ("abuelita", "grandparent", "abuela"),
    ("abuelo", "grandparent", "abuelo"),
    ("abuela", "grandparent", "abuela"),
    ("nona", "grandparent", "abuela"),
    ("nono", "grandparent", "abuelo"),
    ("tio", "relative", "tío"),
    ("tia", "relative", "tía"),
    ("primo", "relative", "primo"),
    ("prima", "relative", "prima"),
    ("sobrino", "relative", "sobrino"),
    ("sobrina", "relative", "sobrina"),
    ("suegro", "relative", "suegro"),
    ("suegra", "relative", "suegra"),
    ("cunado", "relative", "cuñado"),
    ("cunada", "relative", "cuñada"),
    ("yerno", "relative", "yerno"),
    ("nuera", "relative", "nuera"),
    ("nieto", "relative", "nieto"),
    ("nieta", "relative", "nieta"),
    ("amigo", "friend", "amigo"),
    ("amiga", "friend", "amiga"),
    ("perrito", "pet", "perro"),
    ("perrita", "pet", "perra"),
    ("perrhijo", "pet", "perro"),
    ("perro", "pet", "perro"),
    ("perra", "pet", "perra"),
    ("gatito", "pet", "gato"),
    ("gatita", "pet", "gata"),
    ("gato", "pet", "gato"),
    ("gata", "pet", "gata"),
    ("caballo", "pet", "caballo"),
    ("yegua", "pet", "yegua"),
    ("conejo", "pet", "conejo"),
    ("mascota", "pet", "mascota"),
];

/// Work: the word, and what is shown.
pub(super) const WORK: [(&str, &str); 70] = [
    ("enfermera", "enfermera"),
    ("enfermero", "enfermero"),
    ("maestra", "maestra"),
    ("maestro", "maestro"),
    ("profesora", "profesora"),
    ("profesor", "profesor"),
    ("doctora", "doctora"),
    ("doctor", "doctor"),
    ("medica", "médica"),
    ("medico", "médico"),
    ("partera", "partera"),
    ("paramedico", "paramédico"),
    ("cuidadora", "cuidadora"),
    ("cuidador", "cuidador"),
    ("trabajadora social", "trabajadora social"),
    ("trabajador social", "trabajador social"),
    ("psicologa", "psicóloga"),
    ("psicologo", "psicólogo"),
    ("bombero", "bombero"),
    ("policia", "policía"),
    ("guardia de seguridad", "guardia de seguridad"),
    ("guardia", "guardia"),
    ("vigilante", "vigilante"),
    ("soldado", "soldado"),
    ("militar", "militar"),
    ("pastora", "pastora"),
    ("pastor", "pastor"),
    ("sacerdote", "sacerdote"),
    ("misionera", "misionera"),
    ("misionero", "misionero"),
    ("empleada domestica", "empleada doméstica"),
    ("trabajadora del hogar", "trabajadora del hogar"),
    ("ninera", "niñera"),
    ("cocinera", "cocinera"),
    ("cocinero", "cocinero"),
    ("mesera", "mesera"),
    ("mesero", "mesero"),
    ("cajera", "cajera"),
    ("cajero", "cajero"),
    ("vendedora", "vendedora"),
    ("vendedor", "vendedor"),
    ("repartidor", "repartidor"),
    ("chofer", "chofer"),
    ("conductor", "conductor"),
    ("taxista", "taxista"),
    ("camionero", "camionero"),
    ("mecanico", "mecánico"),
    ("electricista", "electricista"),
    ("plomero", "plomero"),
    ("albanil", "albañil"),
    ("carpintero", "carpintero"),
    ("soldador", "soldador"),
    ("obrera", "obrera"),
    ("obrero", "obrero"),
    ("costurera", "costurera"),
    ("campesina", "campesina"),
    ("campesino", "campesino"),
    ("agricultor", "agricultor"),
    ("ingeniera", "ingeniera"),
    ("ingeniero", "ingeniero"),
    ("contadora", "contadora"),
    ("contador", "contador"),
    ("abogada", "abogada"),
    ("abogado", "abogado"),
    ("peluquera", "peluquera"),
    ("secretaria", "secretaria"),
    ("recepcionista", "recepcionista"),
    ("programadora", "programadora"),
    ("programador", "programador"),
    ("estudiante", "estudiante"),
];
