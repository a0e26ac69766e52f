//! What a refusal says on our own pages in Spanish. The app says the same: `frontend/src/lib/refusals.es.ts`.
//!
//! Invariant: total. A refusal without words of its own says that it was our fault.

/// What happened, for people, by the code and the English message.
pub(super) fn message(code: &str, english: &str) -> &'static str {
    match code {
        "INVALID_FIELDS" => problem(english),
        "BAD_REQUEST" => "No pudimos leer lo que llegó. Carga la página de nuevo e inténtalo otra vez.",
        "TOO_LARGE" => "Es demasiado largo para enviarlo.",
        "TOO_SLOW" => "Tardó demasiado en llegar. Inténtalo de nuevo en un momento, por favor.",
        "CROSS_SITE" => "Eso solo se puede hacer desde la propia aplicación.",
        "LOGGED_IN_ELSEWHERE" => "Entraste desde otro dispositivo. Entra de nuevo para seguir aquí, por favor.",
        "ACCOUNT_BLOCKED" => "Tu cuenta está bloqueada. Entra para ver qué puedes hacer.",
        "TOO_MANY_CALLS" => {
            "Desde tu red llegaron muchas solicitudes hace un momento. Espera un poco e inténtalo de nuevo, por favor."
        }
        "UNAVAILABLE" => "Ahora mismo no funciona. Inténtalo de nuevo en un momento, por favor.",
        "DAILY_LIMIT" => "Ya usaste la guía de hoy. La tendrás otra vez a medianoche.",
        "HOURLY_LIMIT" => "Preguntaste muchas veces en la última hora. Descansa un poco y vuelve pronto.",
        "ADDRESS_LIMIT" => {
            "Hoy llegaron muchas solicitudes desde tu red. Entra a tu cuenta o vuelve mañana, por favor."
        }
        _ => "Algo falló de nuestro lado. No se perdió nada tuyo. Inténtalo de nuevo, por favor.",
    }
}

/// What is wrong with the form of the plain page.
fn problem(english: &str) -> &'static str {
    match english {
        "Please describe your struggle or select a topic." => "Cuéntanos lo que te pesa o elige un tema.",
        "Please choose one of the topics." => "Elige uno de los temas, por favor.",
        "Please remove the characters that cannot be read." => "Quita los caracteres que no se pueden leer, por favor.",
        "Please shorten this to 2,000 characters." => "Que no pase de 2000 caracteres, por favor.",
        _ => "Revisa lo que escribiste, por favor.",
    }
}
