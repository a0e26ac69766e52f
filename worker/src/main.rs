//! The command line of the worker.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use shared::config::Config;
use shared::ctx::Ctx;
use shared::{search, telemetry, trace};
use worker::{evaluate, pdf, rotate_keys, service};

/// Reading and indexing allocate on many threads. glibc keeps for each of them what it has freed: a worker that had read a
/// thousand files held 331 MB.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(&command_line().get_matches()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command_line() -> Command {
    let evaluation = Arg::new("evaluation").required(true);
    let file = Arg::new("file").required(true).value_parser(value_parser!(PathBuf));
    let letters = Arg::new("letters")
        .long("letters")
        .action(ArgAction::SetTrue)
        .help("With guidance: print the whole answers, too");
    Command::new("worker")
        .about("The workers of Stillwater")
        .version(env!("CARGO_PKG_VERSION"))
        .after_help("Settings come from the environment; .env.example lists them.")
        .subcommand(Command::new("run").about("Run jobs (the default)"))
        .subcommand(
            Command::new("evaluate")
                .about("Print one JSON line for each line of a file")
                .arg(evaluation.value_parser(["guidance", "crisis", "redaction"]))
                .arg(file)
                .arg(letters),
        )
        .subcommand(Command::new("rotate-keys").about("Wrap all data keys under the first key of ENC_KEYS"))
        .subcommand(Command::new("rebuild-index").about("Rebuild the index of teaching documents from their rows"))
        // What the worker itself starts.
        .subcommand(with_operands("extract-pdf", &["library", "after", "scans", "parent"]))
        .subcommand(with_operands("read-scan", &["tesseract", "dpi", "parent"]))
}

fn with_operands(name: &'static str, operands: &[&'static str]) -> Command {
    let operands = operands.iter().map(|operand| Arg::new(operand).required(true));
    Command::new(name).hide(true).args(operands)
}

fn run(arguments: &ArgMatches) -> anyhow::Result<()> {
    let (command, arguments) = arguments.subcommand().unwrap_or(("run", arguments));
    let text = |name: &str| arguments.get_one::<String>(name).map_or("", String::as_str);
    let path = |name: &str| {
        arguments
            .get_one::<PathBuf>(name)
            .map_or(Path::new(""), PathBuf::as_path)
    };
    match command {
        "rotate-keys" => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
            runtime.block_on(rotate_keys::rotate(&config, &mut std::io::stdout()))
        }
        "rebuild-index" => {
            let config = Config::from_env()?;
            telemetry::start(config.environment);
            let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
            runtime.block_on(async { Ok(search::rebuild(&Ctx::open(config)?).await?) })
        }
        "extract-pdf" => pdf::child::extract(
            Path::new(text("library")),
            text("after").parse()?,
            text("scans").parse()?,
            text("parent").parse()?,
        ),
        "read-scan" => pdf::scan::exec_tesseract(
            Path::new(text("tesseract")),
            text("dpi").parse()?,
            text("parent").parse()?,
        ),
        "evaluate" => evaluate::evaluate(
            &Config::content_dir_alone(),
            text("evaluation").parse()?,
            if arguments.get_flag("letters") {
                evaluate::Detail::Letters
            } else {
                evaluate::Detail::Choices
            },
            path("file"),
            &mut std::io::stdout().lock(),
        ),
        _ => work(),
    }
}

fn work() -> anyhow::Result<()> {
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
