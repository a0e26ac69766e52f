//! `web-api doctor`: says what is missing or wrong before anything is started, without showing a secret.

use std::io::Write;
use std::process::ExitCode;

use shared::config::Config;
use shared::content::Content;
use shared::database;
use shared::screening::Care;

/// Checks settings, content and Postgres, and prints a line for each.
///
/// # Errors
/// If the lines cannot be written.
pub async fn examine(out: &mut impl Write) -> std::io::Result<ExitCode> {
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(problems) => {
            writeln!(out, "wrong  {problems}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    writeln!(out, "good   settings; keys {:?}", config.key_ring)?;
    writeln!(out, "{}", staff_sign_in(&config))?;
    for (what, is_there, missing) in what_is_configured(&config) {
        if is_there {
            writeln!(out, "good   {what}")?;
        } else {
            writeln!(out, "off    {what}: {missing} are not set")?;
        }
    }
    let content = Content::load(&config.content_dir).map(|content| format!("{} topics", content.topics.len()));
    let care = Care::load(&config.content_dir).map(|_| "understanding, screening, redaction".to_owned());
    let schema = match database::pool(&config) {
        Ok(db) => database::check(&db, &config)
            .await
            .map(|()| "Postgres answers, the schema is new enough, the keys are right".to_owned()),
        Err(error) => Err(error),
    };
    let mut code = ExitCode::SUCCESS;
    for (what, found) in [("content", content), ("care", care), ("database", schema)] {
        match found {
            Ok(found) => writeln!(out, "good   {what}: {found}")?,
            Err(error) => {
                writeln!(out, "wrong  {what}: {error}")?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Whether staff can sign in, and with what. Not setting it up is a choice.
const fn staff_sign_in(config: &Config) -> &'static str {
    match (&config.admin_password, &config.admin_totp) {
        (Some(_), Some(_)) => "good   staff: a password and a second factor",
        (Some(_), None) => "good   staff: a password; ADMIN_TOTP_SECRET would add a second factor",
        (None, _) => {
            "note   staff: nobody can sign in; ADMIN_PASSWORD_HASH is not set (web-api hash-password makes one)"
        }
    }
}

/// What is configured of signing in, mail and payments, and what is missing for the rest.
const fn what_is_configured(config: &Config) -> [(&'static str, bool, &'static str); 4] {
    let sign_in = &config.sign_in;
    [
        (
            "sign-in by Google",
            sign_in.google.is_some(),
            "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET",
        ),
        (
            "sign-in by GitHub",
            sign_in.github.is_some(),
            "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET",
        ),
        (
            "sign-in by e-mail, and mail",
            sign_in.mail.is_some(),
            "SMTP_URL and MAIL_FROM",
        ),
        (
            "payments (whether the price is right is checked when the server runs)",
            config.payments.is_some(),
            "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICE_ID and STRIPE_WEBHOOK_SECRETS",
        ),
    ]
}
