//! The mail of a sign-in, and what became of it.
//!
//! Invariant: link and code are valid for 15 minutes from handing the mail over, however late that is within the hour.

use sqlx::PgPool;
use uuid::Uuid;

use super::{Secret, code};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::locale::Locale;
use crate::mail::{self, Letter};

/// How long a link and a code are valid once the mail server has their mail.
const LIFETIME: time::Duration = time::Duration::minutes(15);
/// What must be left of `MAX_WAIT` for a mail to be worth sending.
const MIN_LEFT: time::Duration = time::Duration::minutes(5);

/// The mail of a sign-in; `None` if it was already sent, or the sign-in is used, expired or soon to expire.
pub async fn letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let row = sqlx::query!(
        r#"select email, origin, language, sent_again_at, join_issuer is not null as "is_join!",
               floor(extract(epoch from least(expires_at - now(), make_interval(secs => $3))) / 60)::bigint as "minutes!"
           from email_sign_in
           where id = $1 and mailed_at is null and refused_at is null and used_at is null
               and expires_at > now() + make_interval(secs => $2)"#,
        id,
        MIN_LEFT.as_seconds_f64(),
        LIFETIME.as_seconds_f64()
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let Ok(to) = mail::parse_address(&row.email) else {
        return Ok(None);
    };
    let keys = &ctx.config.key_ring;
    let secrets = Secrets {
        // No link: the other way of signing in is joined only in the browser that asked.
        link: (!row.is_join).then(|| format!("{}/api/login/link?token={}", row.origin, Secret::Link.write(keys, id))),
        code: code(keys, id),
        minutes: row.minutes,
    };
    let (subject, text) = match Locale::of_column(row.language.as_deref()) {
        Locale::English => secrets.in_english(&ctx.config.app_name),
        Locale::Spanish => secrets.in_spanish(&ctx.config.app_name),
    };
    // Mail servers drop a second mail with the same id.
    let again = row.sent_again_at.map(|at| format!(".{}", at.unix_timestamp()));
    Ok(Some(Letter {
        id: format!("sign-in.{id}{}", again.unwrap_or_default()),
        to,
        subject,
        text,
    }))
}

/// What a mail tells to its recipient alone.
struct Secrets {
    /// Where the link leads; none for an account that gets another way of signing in.
    link: Option<String>,
    code: String,
    minutes: i64,
}

/// Subject and text. The subject has no code: a lock screen shows it to everybody.
impl Secrets {
    fn in_english(self, name: &str) -> (String, String) {
        let Self { link, code, minutes } = self;
        let what_to_do = match link {
            None => format!(
                "You signed in another way, with Google or GitHub, and there is an account with this address already.\n\
                 To use both for the same account, type this code where you signed in:\n\n    {code}\n\n\
                 Use it once, within {minutes} minutes."
            ),
            Some(link) => format!(
                "To sign in, type this code where you asked for it:\n\n    {code}\n\n\
                 Or open this link, on any device, and press the button there:\n\n{link}\n\n\
                 Use either one, once, within {minutes} minutes."
            ),
        };
        let text = format!(
            "Welcome to {name}.\n\n{what_to_do}\n\n\
             If you did not ask for this, you can ignore it. Nobody can sign in without this email.\n\
             Please do not give the code to anyone. We will never ask for it.\n"
        );
        (format!("Sign in to {name}"), text)
    }

    fn in_spanish(self, name: &str) -> (String, String) {
        let Self { link, code, minutes } = self;
        let what_to_do = match link {
            None => format!(
                "Esta vez entraste con Google o GitHub, y ya hay una cuenta con esta dirección.\n\
                 Para usar las dos formas con la misma cuenta, escribe este código donde entraste:\n\n    {code}\n\n\
                 Úsalo una sola vez, en los próximos {minutes} minutos."
            ),
            Some(link) => format!(
                "Para entrar, escribe este código donde lo pediste:\n\n    {code}\n\n\
                 O abre este enlace, en cualquier dispositivo, y presiona el botón que aparece:\n\n{link}\n\n\
                 Usa uno de los dos, una sola vez, en los próximos {minutes} minutos."
            ),
        };
        let text = format!(
            "Te damos la bienvenida a {name}.\n\n{what_to_do}\n\n\
             Si no lo pediste tú, no hagas nada. Nadie puede entrar sin este correo.\n\
             No le des el código a nadie, por favor. Nunca te lo vamos a pedir.\n"
        );
        (format!("Entra a {name}"), text)
    }
}

/// Records that the mail server has the mail. From now on its link and code are valid for 15 minutes.
pub async fn note_mailed(db: &PgPool, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update email_sign_in set mailed_at = now(), expires_at = least(expires_at, now() + make_interval(secs => $2))
         where id = $1",
        id,
        LIFETIME.as_seconds_f64()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records that the mail server refused the mailbox for good.
pub async fn note_refused(db: &PgPool, id: Uuid) -> Result<()> {
    sqlx::query!("update email_sign_in set refused_at = now() where id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}
