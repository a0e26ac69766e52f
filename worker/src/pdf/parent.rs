//! The work of `Job::IngestDocument`: starts the child, receives its pages, and kills it when it needs too much time or
//! memory.
//!
//! Invariant: a document fails with a reason if a retry would give the same result. Everything else is retried, from
//! the page after the last stored one.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures::TryStreamExt as _;
use shared::ctx::Ctx;
use shared::document::{self, Failure, Metadata, Page, ResumePoint};
use shared::error::{Error, Result};
use shared::storage::Content;
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;
use uuid::Uuid;

use super::frame::{Frame, Refusal, Sandbox, Scan, receive};
use super::scan::{self, OcrResult};
use super::waiting::{self, Waiting, hand_over, store_pages};
use super::{memory, outline};

/// How long the child may take to enter the sandbox; this does not depend on the file.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The most text of a document in bytes.
const MAX_TEXT_LEN: usize = 200 * 1024 * 1024;

const SIGKILL: i32 = 9;
pub(super) const SIGXCPU: i32 = 24;

/// The outcome of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    /// Every page is stored.
    Complete,
    /// The document was deleted.
    Deleted,
    /// It cannot be read.
    Failed(Failure),
    /// Something other than us killed the child.
    Killed,
}

/// Reads a document and splits it into passages.
///
/// # Errors
/// `Unavailable` or `Internal` if the database, storage or the child's environment fails; a retry continues where this
/// one ended.
pub async fn ingest(ctx: &Ctx, id: Uuid) -> Result<()> {
    let ResumePoint::AfterPage(page) = document::begin(ctx, id).await? else {
        return Ok(());
    };
    match read(ctx, id, page).await? {
        Read::Complete => document::chunk(ctx, id).await,
        Read::Deleted => Ok(()),
        Read::Failed(failure) => document::fail(ctx, id, failure).await,
        Read::Killed if document::count_reader_death(ctx, id).await? => {
            Err(Error::Unavailable(anyhow::anyhow!("the reading process was killed")))
        }
        Read::Killed => document::fail(ctx, id, Failure::TooLarge).await,
    }
}

async fn read(ctx: &Ctx, id: Uuid, after: i32) -> Result<Read> {
    let file = match open(ctx, id).await {
        Ok(file) => file,
        // The file is gone, so there is nothing to read.
        Err(Error::NotFound) => return Ok(Read::Failed(Failure::Missing)),
        Err(error) => {
            if let Error::StorageUnavailable(_) = error {
                document::mark_waiting_for_storage(ctx, &[id], true).await?;
            }
            return Err(error);
        }
    };
    document::mark_waiting_for_storage(ctx, &[id], false).await?;
    let tesseract = scan::tesseract(&ctx.config);
    let mut child = start(ctx, file, after, tesseract.is_some())?;
    let out = child
        .stdout
        .take()
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the child has no output")))?;
    let (sender, receiver) = mpsc::channel(waiting::MAX_BATCH);
    let receiving = async {
        let ending = receive_pages(ctx, &mut child, out, tesseract.as_deref(), sender).await;
        // The child has nothing more to send.
        let _ = child.start_kill();
        (ending, child.wait().await)
    };
    let ((ending, status), stored) = tokio::join!(receiving, store_pages(ctx, id, receiver));
    if !stored? {
        return Ok(Read::Deleted);
    }
    let status = status.map_err(Error::internal)?;
    match outcome(ending?, status) {
        Some(read) => Ok(read),
        None => Err(start_error(ctx, status).await),
    }
}

/// How the child's output ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    Failed(Failure),
    /// It ended before it opened the document.
    NotReady,
    /// It ended without a last frame.
    Silent,
    /// Something other than us killed the OCR process of a scan.
    OcrKilled,
    /// Its pages are not stored any more.
    NotStored,
}

const fn as_failure(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Password => Failure::PasswordProtected,
        Refusal::Damaged => Failure::Damaged,
        Refusal::TooLarge => Failure::TooLarge,
    }
}

/// The outcome of reading; none if the child could not start, which is not the document's fault.
fn outcome(ending: Ending, status: ExitStatus) -> Option<Read> {
    Some(match (ending, status.signal()) {
        (Ending::Done | Ending::NotStored, _) => Read::Complete,
        (Ending::Failed(failure), _) => Read::Failed(failure),
        (Ending::OcrKilled, _) | (Ending::Silent | Ending::NotReady, Some(SIGKILL)) => Read::Killed,
        (Ending::Silent, Some(SIGXCPU)) => Read::Failed(Failure::TookTooLong),
        (Ending::Silent, _) => Read::Failed(Failure::Damaged),
        (Ending::NotReady, _) => return None,
    })
}

/// The file of a document, on this machine.
async fn open(ctx: &Ctx, id: Uuid) -> Result<File> {
    match ctx.storage.read(&document::storage_key(id)).await? {
        Content::File(file) => Ok(file),
        Content::Stream(mut stream) => {
            let mut file = tempfile::tempfile().map_err(Error::internal)?;
            while let Some(bytes) = stream.try_next().await? {
                file.write_all(&bytes).map_err(Error::internal)?;
            }
            file.rewind().map_err(Error::internal)?;
            Ok(file)
        }
    }
}

fn start(ctx: &Ctx, file: File, after: i32, scans: bool) -> Result<Child> {
    Command::new(own_program()?)
        .arg("extract-pdf")
        .arg(&ctx.config.documents.pdfium_library)
        .arg(after.to_string())
        .arg(scans.to_string())
        .arg(std::process::id().to_string())
        .env_clear()
        .process_group(0)
        .stdin(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(Error::internal)
}

/// This very program, even if another version has been installed in its place.
pub(super) fn own_program() -> Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe().map_err(Error::internal)
}

/// Receives pages until the child has ended or needs too much time or memory.
async fn receive_pages(
    ctx: &Ctx,
    child: &mut Child,
    out: ChildStdout,
    tesseract: Option<&Path>,
    pages: mpsc::Sender<Waiting>,
) -> Result<Ending> {
    let too_large = memory::exceeds(child.id(), ctx.config.documents.reader_memory);
    tokio::select! {
        ending = forward_pages(ctx, out, tesseract, pages) => ending,
        () = too_large => Ok(Ending::Failed(Failure::TooLarge)),
    }
}

async fn forward_pages(
    ctx: &Ctx,
    mut out: ChildStdout,
    tesseract: Option<&Path>,
    pages: mpsc::Sender<Waiting>,
) -> Result<Ending> {
    let room = waiting::room();
    let Some(sandbox) = wait_until_ready(&mut out).await? else {
        return Ok(Ending::NotReady);
    };
    report_sandbox(ctx, sandbox).await?;
    let (mut page_count, mut text_len, mut heading_count) = (0, 0, 0);
    let (mut headings, mut metadata) = (Vec::new(), Metadata::default());
    let page_timeout = ctx.config.documents.page_timeout;
    loop {
        let frame = match next_frame(&mut out, page_timeout).await? {
            Ok(frame) => frame,
            Err(ending) => return Ok(ending),
        };
        let (number, lines) = match frame {
            Frame::Opened(number) => {
                page_count = number;
                continue;
            }
            Frame::Metadata { title, author } => {
                metadata = Metadata::new(title.as_deref(), author.as_deref());
                continue;
            }
            Frame::Headings(sent) => {
                let sent = outline::sound(sent, heading_count, page_count);
                heading_count += sent.len();
                headings.extend(sent);
                continue;
            }
            Frame::Page { number, lines } => (number, lines),
            Frame::Scan(scan) => match read_scan(ctx, tesseract, scan, &mut out).await? {
                Ok(lines) => (scan.number, lines),
                Err(ending) => return Ok(ending),
            },
            Frame::Done => return Ok(Ending::Done),
            Frame::Refused(refusal) => return Ok(Ending::Failed(as_failure(refusal))),
            Frame::Ready(_) => return Ok(Ending::Failed(Failure::Damaged)),
        };
        text_len += lines.len();
        if text_len > MAX_TEXT_LEN || number > page_count {
            return Ok(Ending::Failed(Failure::TooLarge));
        }
        // Postgres rejects NUL in text.
        let lines = lines.replace('\0', "");
        let page = Page {
            number,
            lines,
            headings: std::mem::take(&mut headings),
        };
        if !hand_over(&room, &pages, page_count, std::mem::take(&mut metadata), page).await? {
            return Ok(Ending::NotStored);
        }
    }
}

/// The next frame, or how the output ended without one.
async fn next_frame(out: &mut ChildStdout, page_timeout: Duration) -> Result<std::result::Result<Frame, Ending>> {
    Ok(match timeout(page_timeout, receive(out)).await {
        Ok(Ok(Some(frame))) => Ok(frame),
        Ok(Ok(None)) => Err(Ending::Silent),
        Ok(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => Err(Ending::Failed(Failure::Damaged)),
        Ok(Err(error)) => return Err(Error::internal(error)),
        Err(_) => Err(Ending::Failed(Failure::TookTooLong)),
    })
}

/// Reads the lines of a scan, whose picture follows on the output.
async fn read_scan(
    ctx: &Ctx,
    tesseract: Option<&Path>,
    scan: Scan,
    out: &mut ChildStdout,
) -> Result<std::result::Result<String, Ending>> {
    let (Some(tesseract), true) = (tesseract, scan.is_sound()) else {
        return Ok(Err(Ending::Failed(Failure::Damaged)));
    };
    let result = timeout(
        ctx.config.documents.page_timeout,
        scan::read(&ctx.config, tesseract, scan, out),
    );
    let Ok(result) = result.await else {
        return Ok(Err(Ending::Failed(Failure::TookTooLong)));
    };
    Ok(match result? {
        OcrResult::Lines(lines) => Ok(lines),
        OcrResult::TooLarge => Err(Ending::Failed(Failure::TooLarge)),
        OcrResult::TookTooLong => Err(Ending::Failed(Failure::TookTooLong)),
        OcrResult::Killed => Err(Ending::OcrKilled),
    })
}

/// Waits until the child is in the sandbox, before it opens the document. None if it ended first.
async fn wait_until_ready(out: &mut ChildStdout) -> Result<Option<Sandbox>> {
    match timeout(START_TIMEOUT, receive(out)).await {
        Ok(Ok(Some(Frame::Ready(sandbox)))) => Ok(Some(sandbox)),
        Ok(Ok(None)) => Ok(None),
        Ok(Ok(Some(_))) => Err(Error::internal(anyhow::anyhow!("the child begins with something else"))),
        Ok(Err(error)) => Err(Error::internal(error)),
        Err(_) => Err(Error::internal(anyhow::anyhow!("the child does not begin"))),
    }
}

async fn start_error(ctx: &Ctx, status: ExitStatus) -> Error {
    let library = &ctx.config.documents.pdfium_library;
    if tokio::fs::try_exists(library).await.unwrap_or(false) {
        return Error::internal(anyhow::anyhow!("the child that reads documents cannot begin: {status}"));
    }
    Error::internal(anyhow::anyhow!(
        "PDFium is missing at {}; bin/setup fetches it",
        library.display()
    ))
}

async fn report_sandbox(ctx: &Ctx, sandbox: Sandbox) -> Result<()> {
    let locked_in = sandbox.files && sandbox.calls;
    if !locked_in {
        tracing::warn!(
            ?sandbox,
            "this kernel cannot sandbox the document reader; only resource limits apply"
        );
    }
    document::report_sandbox(&ctx.db, locked_in).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_follows_from_the_last_frame_and_the_exit_status() {
        let ended = |code| ExitStatus::from_raw(code << 8);
        for (ending, status, expected) in [
            (Ending::NotReady, ended(1), None),
            (Ending::NotReady, ended(127), None),
            (Ending::NotReady, ExitStatus::from_raw(SIGKILL), Some(Read::Killed)),
            (Ending::Silent, ExitStatus::from_raw(SIGKILL), Some(Read::Killed)),
            (Ending::Silent, ended(1), Some(Read::Failed(Failure::Damaged))),
            (
                Ending::Silent,
                ExitStatus::from_raw(SIGXCPU),
                Some(Read::Failed(Failure::TookTooLong)),
            ),
            (Ending::Done, ended(0), Some(Read::Complete)),
        ] {
            assert_eq!(outcome(ending, status), expected, "{ending:?}, {status}");
        }
    }
}
