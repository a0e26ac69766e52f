//! OCR of a scan: Tesseract, a process of its own, gets the picture and returns positioned words.
//!
//! Invariant: the picture passes through this process in small pieces and is never decoded here.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context as _;
use shared::config::Config;
use shared::error::{Error, Result};
use tokio::io::{self, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use super::frame::{MAX_PAGE_LEN, Scan};
use super::layout::{Word, in_reading_order};
use super::parent::{SIGXCPU, own_program};
use super::{memory, sandbox};

/// The least confidence of a word. Below it Tesseract mostly reads stains and ornaments.
const MIN_CONFIDENCE: f32 = 40.0;
const POINTS_PER_INCH: f32 = 72.0;
/// Each word is a line of numbers and its text.
const MAX_OUTPUT_LEN: u64 = 8 * MAX_PAGE_LEN as u64;

const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;

/// The result of OCR.
pub enum OcrResult {
    /// The lines of the scan; empty if it has no text.
    Lines(String),
    /// It needed more memory than its limit.
    TooLarge,
    /// It needed more processor time than its limit.
    TookTooLong,
    /// Something other than us killed the process.
    Killed,
}

/// The path of Tesseract on this machine, if OCR is on.
pub fn tesseract(config: &Config) -> Option<PathBuf> {
    if !config.documents.ocr {
        return None;
    }
    #[expect(clippy::disallowed_methods, reason = "PATH is a setting of the system, not ours")]
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join("tesseract"))
        .find(|path| path.is_file());
    if found.is_none() {
        tracing::error!("OCR=on, but there is no tesseract on this machine: scans cannot be read");
    }
    found
}

/// Runs OCR on the picture that follows on the child's output.
///
/// # Errors
/// `Internal` if a process cannot be started, or a pipe between processes breaks.
pub async fn read(
    config: &Config,
    tesseract: &Path,
    scan: Scan,
    from: &mut (impl AsyncRead + Unpin),
) -> Result<OcrResult> {
    let mut program = start(tesseract, scan)?;
    let too_large = memory::exceeds(program.id(), config.documents.reader_memory);
    let answer = tokio::select! {
        answer = run_ocr(&mut program, scan, from) => answer?,
        () = too_large => return Ok(OcrResult::TooLarge),
    };
    let status = program.wait().await.map_err(Error::internal)?;
    Ok(match status.signal() {
        Some(SIGKILL | SIGTERM) => OcrResult::Killed,
        Some(SIGXCPU) => OcrResult::TookTooLong,
        _ if status.success() => OcrResult::Lines(in_reading_order(words(&answer, scan))),
        // Tesseract found no picture of text.
        _ => OcrResult::Lines(String::new()),
    })
}

fn start(tesseract: &Path, scan: Scan) -> Result<Child> {
    Command::new(own_program()?)
        .arg("read-scan")
        .arg(tesseract)
        .arg(scan.dpi.to_string())
        .arg(std::process::id().to_string())
        .env_clear()
        // One core for each page: the others are for other documents.
        .env("OMP_THREAD_LIMIT", "1")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(Error::internal)
}

/// Sends the picture, and returns the output.
async fn run_ocr(program: &mut Child, scan: Scan, from: &mut (impl AsyncRead + Unpin)) -> Result<String> {
    let (Some(mut into), Some(out)) = (program.stdin.take(), program.stdout.take()) else {
        return Err(Error::internal(anyhow::anyhow!("the process has no input or output")));
    };
    let mut picture = from.take(u64::from(scan.width) * u64::from(scan.height));
    let feed = async {
        let header = format!("P5\n{} {}\n255\n", scan.width, scan.height);
        let fed = async {
            into.write_all(header.as_bytes()).await?;
            io::copy(&mut picture, &mut into).await
        };
        if fed.await.is_err() {
            // It stopped reading. The rest of the picture is skipped, so that the next frame is found.
            io::copy(&mut picture, &mut io::sink()).await?;
        }
        drop(into);
        Ok::<_, io::Error>(())
    };
    let mut answer = Vec::new();
    let mut out = out.take(MAX_OUTPUT_LEN);
    let (sent, received) = tokio::join!(feed, out.read_to_end(&mut answer));
    sent.and(received).map_err(Error::internal)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The words of Tesseract's table, positioned in points from the lower left corner. A word is as high as its line.
fn words(table: &str, scan: Scan) -> Vec<Word> {
    let mut words = Vec::new();
    let mut line = (0.0, 0.0);
    for row in table.lines() {
        let cells: Vec<&str> = row.splitn(12, '\t').collect();
        let [level, _, _, _, _, _, left, top, width, height, confidence, text] = cells[..] else {
            continue;
        };
        let Some([left, top, width, height, confidence]) = numbers([left, top, width, height, confidence]) else {
            continue;
        };
        #[expect(clippy::cast_precision_loss, reason = "sides are short")]
        let (point, bottom) = (POINTS_PER_INCH / scan.dpi.max(1) as f32, scan.height as f32);
        match level {
            "4" => line = ((bottom - top - height) * point, (bottom - top) * point),
            "5" if confidence >= MIN_CONFIDENCE && !text.trim().is_empty() => words.push(Word {
                text: text.trim().to_owned(),
                left: left * point,
                right: (left + width) * point,
                bottom: line.0,
                top: line.1,
                ..Word::default()
            }),
            _ => {}
        }
    }
    words
}

fn numbers<const N: usize>(cells: [&str; N]) -> Option<[f32; N]> {
    let mut numbers = [0.0; N];
    for (number, cell) in numbers.iter_mut().zip(cells) {
        *number = cell.parse().ok()?;
    }
    Some(numbers)
}

/// `worker read-scan`: enters the sandbox for programs and becomes Tesseract (exec), with the picture on standard
/// input.
///
/// # Errors
/// If it cannot.
pub fn exec_tesseract(tesseract: &Path, dpi: u32, parent: i32) -> anyhow::Result<()> {
    sandbox::limit()?;
    sandbox::die_with_parent(parent)?;
    sandbox::enter_for_program();
    let error = std::process::Command::new(tesseract)
        .args([
            "stdin",
            "stdout",
            "--dpi",
            &dpi.to_string(),
            "-c",
            "tessedit_create_tsv=1",
        ])
        .exec();
    Err(error).context("Tesseract cannot be started")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_positions_of_the_table_and_doubtful_ones_are_left_out() {
        let scan = Scan {
            number: 1,
            width: 600,
            height: 800,
            dpi: 72,
        };
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            4\t1\t1\t1\t1\t0\t100\t50\t300\t20\t-1\t\n\
            5\t1\t1\t1\t1\t1\t100\t54\t80\t12\t96.5\tFear\n\
            5\t1\t1\t1\t1\t2\t200\t50\t70\t20\t12.0\t~|\n\
            5\t1\t1\t1\t1\t3\tx\t50\t70\t20\t99\tnowhere\n";
        let fear = Word {
            text: "Fear".to_owned(),
            left: 100.0,
            right: 180.0,
            bottom: 730.0,
            top: 750.0,
            ..Word::default()
        };
        assert_eq!(words(table, scan), [fear]);
    }
}
