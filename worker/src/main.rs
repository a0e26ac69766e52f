//! The worker's command line: `run` (default), `build-content`, `evaluate`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use shared::config::Config;
use shared::telemetry;
use worker::{build_content, evaluate, service};

const USAGE: &str = "worker [run]
worker build-content [CONTENT_FOLDER]              packs content/ into content/build
worker evaluate guidance|crisis|redaction FILE     prints one JSON line for each line of FILE";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command(words: &[&str]) -> anyhow::Result<()> {
    match words {
        [] | ["run"] => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .context("no runtime")?;
            let ended = runtime.block_on(service::run(config));
            // A thread that is still busy with a job given back must not keep the process.
            runtime.shutdown_background();
            ended
        }
        ["build-content"] => build_content::build(Path::new("content")),
        ["build-content", folder] => build_content::build(Path::new(folder)),
        ["evaluate", what, file] => {
            let content_dir = Config::content_dir_alone();
            evaluate::evaluate(
                &content_dir,
                what.parse()?,
                Path::new(file),
                &mut std::io::stdout().lock(),
            )
        }
        _ => anyhow::bail!("there is no such command\n{USAGE}"),
    }
}
