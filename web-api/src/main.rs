//! The command line of the web tier.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use clap::Command;
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
    let arguments = command_line().get_matches();
    let command = arguments.subcommand_name().unwrap_or("serve");
    match Box::pin(run(command)).await {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "web-api {command}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command_line() -> Command {
    Command::new("web-api")
        .about("The web tier of Stillwater")
        .version(env!("CARGO_PKG_VERSION"))
        .after_help("Settings come from the environment; .env.example lists them.")
        .subcommand(Command::new("serve").about("Answer requests (the default)"))
        .subcommand(Command::new("migrate").about("Apply the migrations of the database"))
        .subcommand(Command::new("openapi").about("Print the description of the API"))
        .subcommand(Command::new("doctor").about("Check the settings and every server that they name"))
        .subcommand(Command::new("hash-password").about("Hash the password of staff, given on standard input"))
}

async fn run(command: &str) -> anyhow::Result<ExitCode> {
    match command {
        "openapi" => writeln!(std::io::stdout(), "{}", router::openapi().to_pretty_json()?)?,
        "migrate" => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let owner = database::migration_pool(&config)?;
            database::migrate(&owner).await?;
            database::grant(&owner, &config).await?;
            database::limits::keep(&config).await?;
        }
        "doctor" => return Ok(doctor::examine(&mut std::io::stdout()).await?),
        "hash-password" => writeln!(std::io::stdout(), "{}", password::hash(&read_password()?)?)?,
        _ => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let _exporter = trace::send_to_collector(&config, "stillwater-web");
            Box::pin(serve::serve(config)).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
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
