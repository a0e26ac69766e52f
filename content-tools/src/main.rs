//! The command line of the tools that build content.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use content_tools::{build, calibrate, measure};
use shared::config::Config;

fn main() -> ExitCode {
    match run(&command_line().get_matches()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "content-tools: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command_line() -> Command {
    let content_folder = || {
        Arg::new("content-folder")
            .default_value("content")
            .value_parser(value_parser!(PathBuf))
    };
    Command::new("content-tools")
        .about("The tools that build the content of Stillwater")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .subcommand(
            Command::new("build")
                .about("Check content/, train the models, and pack all into content/build")
                .arg(content_folder()),
        )
        .subcommand(
            Command::new("calibrate")
                .about("Find the softmax temperatures with which the models are built")
                .arg(content_folder()),
        )
        .subcommand(
            Command::new("measure")
                .about("Score the held-out examples and measure the time")
                .arg(content_folder()),
        )
}

fn run(arguments: &ArgMatches) -> anyhow::Result<()> {
    let (command, arguments) = arguments.subcommand().unwrap_or(("build", arguments));
    let folder = arguments
        .get_one::<PathBuf>("content-folder")
        .map_or(Path::new("content"), PathBuf::as_path);
    match command {
        "calibrate" => calibrate::calibrate(folder, &mut std::io::stdout().lock()),
        "measure" => measure::measure(&Config::content_dir_alone(), folder, &mut std::io::stdout().lock()),
        _ => build::build(folder),
    }
}
