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
