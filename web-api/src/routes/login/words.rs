//! The words of the sign-in pages. They are those of the app (`frontend/src/features`) wherever it says the same.
//!
//! A place in braces is filled in by the page; what is filled in is escaped there.

use shared::locale::Locale;

/// The words of one language.
pub struct Words {
    /// The heading of the first page.
    pub welcome: &'static str,
    /// What signing in is for.
    pub intro: &'static str,
    /// That there is no way to sign in.
    pub not_set_up: &'static str,
    /// The way home.
    pub home: &'static str,
    /// The link to a provider, with its `{name}`.
    pub continue_with: &'static str,
    /// Between the providers and the form.
    pub or_by_email: &'static str,
    /// The label of the address.
    pub address: &'static str,
    /// The button of the form.
    pub email_me: &'static str,
    /// What is agreed to, as HTML.
    pub agreement: &'static str,
    /// The heading of a section about browsers inside other apps.
    pub elsewhere: &'static str,
    /// Why another browser is needed.
    pub inside_another_app: &'static str,
    /// The link to the device's own browser.
    pub open_now: &'static str,
    /// How to get there without the link.
    pub open_by_hand: &'static str,
    /// The way back to a code, sent to `{address}`.
    pub code_was_sent: &'static str,
    /// The link to the page for the code.
    pub have_code: &'static str,
    /// The button that sends the mail again.
    pub send_again: &'static str,
    /// The heading of the page for the code.
    pub check_email: &'static str,
    /// What was sent, and `{to}` whom.
    pub what_was_sent: &'static str,
    /// The same, once more.
    pub what_was_sent_again: &'static str,
    /// The same, for an account that gets another way of signing in.
    pub joins: &'static str,
    /// The same, once more.
    pub joins_again: &'static str,
    /// The `{address}` within one of those.
    pub to: &'static str,
    /// The label of the code.
    pub code: &'static str,
    /// The button that signs in.
    pub sign_in: &'static str,
    /// What to do if nothing arrives, as HTML.
    pub nothing_there: &'static str,
    /// The heading of the page for what is used or too old.
    pub expired: &'static str,
    /// The button that asks for another mail.
    pub new_one: &'static str,
    /// The heading of the page for a mail that was given up.
    pub not_mailed: &'static str,
    /// The same for `{address}`.
    pub not_delivered: &'static str,
    /// The place of an address that is not known.
    pub your_address: &'static str,
    /// The button that sends it once more.
    pub try_again: &'static str,
    /// The link to the first page.
    pub another_address: &'static str,
    /// The same, as a button.
    pub start_over: &'static str,
    /// The heading of an opened link.
    pub one_more_step: &'static str,
    /// What its button does, as `{address}`.
    pub press: &'static str,
    /// For those who did not ask.
    pub not_asked: &'static str,
    /// The heading of a link that was opened in another browser.
    pub other_browser: &'static str,
    /// What to do there.
    pub type_code_there: &'static str,
    /// That the code is a secret.
    pub tell_nobody: &'static str,
    /// Between two ways.
    pub or: &'static str,
    /// The other way, as `{address}`.
    pub or_here: &'static str,
    /// Its button.
    pub sign_in_here: &'static str,
    /// The heading for somebody who is blocked.
    pub blocked: &'static str,
    /// What they cannot do.
    pub blocked_text: &'static str,
    /// Whom they can write to, `{address}`.
    pub blocked_mistake: &'static str,
    /// What they still can do.
    pub blocked_open: &'static str,
    /// The link to their account.
    pub blocked_account: &'static str,
    /// The heading over the rate limit.
    pub wait: &'static str,
    /// Why a sign-in did not happen.
    pub refusals: Refusals,
}

/// Why a sign-in did not happen.
pub struct Refusals {
    /// They went back.
    pub cancelled: &'static str,
    /// The proof is not good.
    pub not_proven: &'static str,
    /// The link or code is used or too old.
    pub expired: &'static str,
    /// The code is wrong, and one try is left.
    pub wrong_code_once: &'static str,
    /// The code is wrong, and `{tries}` are left.
    pub wrong_code: &'static str,
    /// The address is none.
    pub no_address: &'static str,
    /// There were too many.
    pub too_many: &'static str,
    /// The mail was sent just now.
    pub just_sent: &'static str,
    /// A retry helps.
    pub unavailable: &'static str,
    /// It is our fault.
    pub internal: &'static str,
}

impl Words {
    /// The words of a language.
    pub const fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::English => &ENGLISH,
            Locale::Spanish => &SPANISH,
        }
    }
}

const ENGLISH: Words = Words {
    welcome: "Welcome",
    intro: "Sign in or get started. It is free and needs no credit card.",
    not_set_up: "Signing in is not set up here yet.",
    home: "Back to Home",
    continue_with: "Continue with {name}",
    or_by_email: "or by email",
    address: "Your email address",
    email_me: "Email me a link",
    agreement: r#"By signing in you agree to our <a href="/terms">terms</a>. What you confide stays yours: see <a href="/privacy">privacy</a>."#,
    elsewhere: "Open in your browser",
    inside_another_app: "You are inside another app, where signing in with Google does not work. In your own browser it does, and you stay signed in there.",
    open_now: "Open it now",
    open_by_hand: "Choose “Open in browser” in the menu of this app, or copy this address:",
    code_was_sent: "We sent a code to {address}.",
    have_code: "I have a code",
    send_again: "Send again",
    check_email: "Check your email",
    what_was_sent: "We sent you a link and a six-digit code{to}. Use either one, once, within 15 minutes.",
    what_was_sent_again: "We sent you a link and a six-digit code{to} again. Use either one, once, within 15 minutes.",
    joins: "There is an account with this address already. To use this way of signing in for it too, type the code that we sent{to}.",
    joins_again: "There is an account with this address already. To use this way of signing in for it too, type the code that we sent{to} again.",
    to: " to {address}",
    code: "Code from the email",
    sign_in: "Sign in",
    nothing_there: r#"Nothing there after half a minute? Check your spam folder, send it again, or <a href="/api/login">use another address</a>."#,
    expired: "That link has expired",
    new_one: "Email me a new one",
    not_mailed: "Our email did not arrive",
    not_delivered: "We could not deliver the email to {address}. Is it spelled right?",
    your_address: "your address",
    try_again: "Try once more",
    another_address: "Use another address",
    start_over: "Start over",
    one_more_step: "One more step",
    press: "Press the button to sign in as {address} on this device.",
    not_asked: "If you did not ask for this, close this page and nothing will happen.",
    other_browser: "You started in another browser",
    type_code_there: "To sign in there, go back to it and type this code:",
    tell_nobody: "It works only where you asked for it. Please do not give it to anyone: we never ask for it.",
    or: "or",
    or_here: "You can also sign in as {address} on this device.",
    sign_in_here: "Sign in here instead",
    blocked: "Your account is blocked",
    blocked_text: "You cannot ask for guidance, share stories or subscribe with this account for now.",
    blocked_mistake: "If you think this is a mistake, write to {address}. A person reads it.",
    blocked_open: "Emergency help is still open to you. You can also manage your billing or delete your account.",
    blocked_account: "Billing and account",
    wait: "Please wait a moment",
    refusals: Refusals {
        cancelled: "You went back before signing in. Nothing has changed.",
        not_proven: "That sign-in did not work. Please try again.",
        expired: "This link or code was already used, or it is too old. Please ask for a new one.",
        wrong_code_once: "That is not the code from our email. You have 1 try left.",
        wrong_code: "That is not the code from our email. You have {tries} tries left.",
        no_address: "Please type your full email address, like name@example.org.",
        too_many: "There were too many tries. Please wait a while and try again.",
        just_sent: "We have just sent it. Please give it half a minute before you ask again.",
        unavailable: "Sign-in is not available right now. Please try again in a moment.",
        internal: "Something went wrong on our side. Nothing of yours is lost. Please try again.",
    },
};

const SPANISH: Words = Words {
    welcome: "Te damos la bienvenida",
    intro: "Entra o empieza aquí. Es gratis y no hace falta tarjeta de crédito.",
    not_set_up: "Aquí todavía no se puede entrar con una cuenta.",
    home: "Volver al inicio",
    continue_with: "Entrar con {name}",
    or_by_email: "o por correo",
    address: "Tu correo electrónico",
    email_me: "Envíame un enlace",
    agreement: r#"Al entrar aceptas nuestros <a href="/terms">términos</a>. Lo que nos confías sigue siendo tuyo: lo explicamos en <a href="/privacy">privacidad</a>."#,
    elsewhere: "Ábrelo en tu navegador",
    inside_another_app: "Estás dentro de otra aplicación, y ahí Google no te deja entrar. En tu propio navegador sí funciona, y tu sesión queda abierta ahí.",
    open_now: "Abrir ahora",
    open_by_hand: "Elige “Abrir en el navegador” en el menú de esta aplicación, o copia esta dirección:",
    code_was_sent: "Enviamos un código a {address}.",
    have_code: "Tengo un código",
    send_again: "Enviar otra vez",
    check_email: "Revisa tu correo",
    what_was_sent: "Te enviamos un enlace y un código de seis dígitos{to}. Usa uno de los dos, una sola vez, en los próximos 15 minutos.",
    what_was_sent_again: "Te enviamos otra vez un enlace y un código de seis dígitos{to}. Usa uno de los dos, una sola vez, en los próximos 15 minutos.",
    joins: "Ya hay una cuenta con esta dirección. Para entrar a ella también de esta forma, escribe el código que enviamos{to}.",
    joins_again: "Ya hay una cuenta con esta dirección. Para entrar a ella también de esta forma, escribe el código que volvimos a enviar{to}.",
    to: " a {address}",
    code: "Código del correo",
    sign_in: "Entrar",
    nothing_there: r#"¿No llega nada después de medio minuto? Revisa la carpeta de correo no deseado, envíalo otra vez o <a href="/api/login">usa otra dirección</a>."#,
    expired: "Ese enlace ya no sirve",
    new_one: "Envíame otro",
    not_mailed: "Nuestro correo no llegó",
    not_delivered: "No pudimos entregar el correo a {address}. ¿Está bien escrita?",
    your_address: "tu dirección",
    try_again: "Intentar otra vez",
    another_address: "Usar otra dirección",
    start_over: "Empezar de nuevo",
    one_more_step: "Un paso más",
    press: "Toca el botón para entrar como {address} en este dispositivo.",
    not_asked: "Si tú no pediste esto, cierra esta página y no pasará nada.",
    other_browser: "Empezaste en otro navegador",
    type_code_there: "Para entrar ahí, vuelve a ese navegador y escribe este código:",
    tell_nobody: "Solo sirve donde lo pediste. Por favor, no se lo des a nadie: nunca te lo vamos a pedir.",
    or: "o",
    or_here: "También puedes entrar como {address} en este dispositivo.",
    sign_in_here: "Entrar aquí",
    blocked: "Tu cuenta está bloqueada",
    blocked_text: "Por ahora no puedes pedir guía, compartir historias ni suscribirte con esta cuenta.",
    blocked_mistake: "Si crees que es un error, escribe a {address}. Lo lee una persona.",
    blocked_open: "La ayuda de emergencia sigue abierta para ti. También puedes ver tus pagos o eliminar tu cuenta.",
    blocked_account: "Pagos y cuenta",
    wait: "Espera un momento, por favor",
    refusals: Refusals {
        cancelled: "Regresaste sin entrar. No cambió nada.",
        not_proven: "No pudimos abrir tu sesión. Inténtalo otra vez, por favor.",
        expired: "Este enlace o código ya se usó, o pasó demasiado tiempo. Pide uno nuevo, por favor.",
        wrong_code_once: "Ese no es el código de nuestro correo. Te queda 1 intento.",
        wrong_code: "Ese no es el código de nuestro correo. Te quedan {tries} intentos.",
        no_address: "Escribe tu correo electrónico completo, como nombre@example.org.",
        too_many: "Fueron demasiados intentos. Espera un rato y vuelve a intentarlo.",
        just_sent: "Lo acabamos de enviar. Espera medio minuto antes de pedirlo otra vez.",
        unavailable: "Ahora mismo no se puede entrar. Inténtalo de nuevo en un momento.",
        internal: "Algo falló de nuestro lado. No se perdió nada tuyo. Inténtalo otra vez, por favor.",
    },
};
