//! The worker's command line: `run` (default), `build-content`, `evaluate`, `measure`, `rotate-keys`,
//! `rebuild-index`, and `extract-pdf` and `read-scan`, which only the worker itself starts.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::{search, telemetry, trace};
use worker::{build_content, evaluate, measure, pdf, rotate_keys, service};

const USAGE: &str = "worker [run]
worker build-content [CONTENT_FOLDER]              packs content/ into content/build
worker evaluate guidance|crisis|redaction FILE     prints one JSON line for each line of FILE
worker measure [CONTENT_FOLDER]                    scores the held-out examples and measures the time
worker rotate-keys                                 wraps all data keys under the first key of ENC_KEYS
worker rebuild-index                               builds the index of teaching documents anew from their rows";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match command(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command(arguments: &[&str]) -> anyhow::Result<()> {
    match arguments {
        [] | ["run"] => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let _exporter = trace::send_to_collector(&config, "stillwater-worker");
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .context("no runtime")?;
            let ended = runtime.block_on(service::run(config));
            // A thread that is still busy with a released job must not keep the process alive.
            runtime.shutdown_background();
            ended
        }
        ["rotate-keys"] => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
            runtime.block_on(rotate_keys::rotate(&config, &mut std::io::stdout()))
        }
        ["rebuild-index"] => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
            runtime.block_on(async { Ok(search::rebuild(&Ctx::open(config)?).await?) })
        }
        ["extract-pdf", library, after, scans, parent] => {
            pdf::child::extract(Path::new(library), after.parse()?, scans.parse()?, parent.parse()?)
        }
        ["read-scan", tesseract, dpi, parent] => {
            pdf::scan::exec_tesseract(Path::new(tesseract), dpi.parse()?, parent.parse()?)
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
        ["measure"] => run_measure("content"),
        ["measure", folder] => run_measure(folder),
        _ => anyhow::bail!("there is no such command\n{USAGE}"),
    }
}

fn run_measure(folder: &str) -> anyhow::Result<()> {
    let content_dir = Config::content_dir_alone();
    measure::measure(&content_dir, Path::new(folder), &mut std::io::stdout().lock())
}
