//! The web tier's command line: `serve` (default), `migrate`, `openapi`, `doctor`, `hash-password`.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use shared::confided::Confided;
use shared::config::Config;
use shared::password;
use shared::{database, telemetry, trace};
use web_api::{doctor, router, serve};

/// A request makes about a hundred allocations, freed on any core: mimalloc is fast at that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_else(|| "serve".to_owned());
    match Box::pin(run(&command)).await {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "web-api {command}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: &str) -> anyhow::Result<ExitCode> {
    match command {
        "openapi" => {
            writeln!(std::io::stdout(), "{}", router::openapi().to_pretty_json()?)?;
            Ok(ExitCode::SUCCESS)
        }
        "serve" => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let _exporter = trace::send_to_collector(&config, "stillwater-web");
            serve::serve(config).await?;
            Ok(ExitCode::SUCCESS)
        }
        "migrate" => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            database::migrate(&database::migration_pool(&config)?).await?;
            Ok(ExitCode::SUCCESS)
        }
        "doctor" => Ok(doctor::examine(&mut std::io::stdout()).await?),
        "hash-password" => {
            writeln!(std::io::stdout(), "{}", password::hash(&read_password()?)?)?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            anyhow::bail!("there is no such command; there are serve, migrate, openapi, doctor and hash-password")
        }
    }
}

/// The password on standard input, without its line ending.
fn read_password() -> anyhow::Result<Confided> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let password = Confided::new(input.trim_end_matches(['\r', '\n']).to_owned());
    anyhow::ensure!(
        password.reveal().chars().count() >= 12,
        "give a password of at least 12 characters on standard input"
    );
    Ok(password)
}
