//! The work of `Job::IngestDocument`: starts the child, takes its pages, ends it when it takes too long or too much.
//!
//! Invariant: a document ends with a reason when trying again would give the same; everything else is tried again, from
//! the page after the last one that is stored.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures::TryStreamExt as _;
use shared::ctx::Ctx;
use shared::document::{self, Beginning, Failure, Page};
use shared::error::{Error, Result};
use shared::storage::Content;
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::frame::{Frame, Refusal, Sandbox, Scan, receive};
use super::scan::{self, Seen};

/// Opening a file and locking oneself in takes no longer, whatever the file is.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Pages that come within this are stored together.
const GATHER: Duration = Duration::from_millis(40);
const MAX_BATCH: usize = 256;
const LOOK_AT_MEMORY: Duration = Duration::from_millis(20);
/// All pages of a document together have no more text than that.
const MAX_TEXT_LEN: usize = 200 * 1024 * 1024;

const KILLED: i32 = 9;
pub(super) const PROCESSOR_LIMIT: i32 = 24;

/// What came of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    /// Every page is stored.
    Whole,
    /// The document is gone.
    Unwanted,
    /// It cannot be read.
    Failed(Failure),
    /// The child was killed by something that was not us.
    Lost,
}

/// Reads a document and cuts it into passages.
///
/// # Errors
/// `Unavailable` or `Internal` if database, storage or the child's surroundings do not work; the next try goes on where
/// this one ended.
pub async fn ingest(ctx: &Ctx, id: Uuid) -> Result<()> {
    let Beginning::After(page) = document::begin(ctx, id).await? else {
        return Ok(());
    };
    match read(ctx, id, page).await? {
        Read::Whole => document::cut(ctx, id).await,
        Read::Unwanted => Ok(()),
        Read::Failed(failure) => document::fail(ctx, id, failure).await,
        Read::Lost if document::lost_reader(ctx, id).await? => {
            Err(Error::Unavailable(anyhow::anyhow!("the reading process was killed")))
        }
        Read::Lost => document::fail(ctx, id, Failure::TooLarge).await,
    }
}

async fn read(ctx: &Ctx, id: Uuid, after: i32) -> Result<Read> {
    let file = match open(ctx, id).await {
        Ok(file) => file,
        // Nobody but staff deletes files; whoever did it, there is nothing to read.
        Err(Error::NotFound) => return Ok(Read::Failed(Failure::Missing)),
        Err(error) => {
            if let Error::StorageUnavailable(_) = error {
                document::note_storage(ctx, &[id], true).await?;
            }
            return Err(error);
        }
    };
    document::note_storage(ctx, &[id], false).await?;
    let tesseract = scan::tesseract(&ctx.config);
    let mut child = start(ctx, file, after, tesseract.is_some())?;
    let out = child
        .stdout
        .take()
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the child has no output")))?;
    let (pages, taken) = mpsc::channel(MAX_BATCH);
    let listening = async {
        let heard = listen(ctx, &mut child, out, tesseract.as_deref(), pages).await;
        // Whatever it is doing: it has nothing more to say.
        let _ = child.start_kill();
        (heard, child.wait().await)
    };
    let ((heard, status), stored) = tokio::join!(listening, store(ctx, id, taken));
    if !stored? {
        return Ok(Read::Unwanted);
    }
    let status = status.map_err(Error::internal)?;
    match judge(heard?, status) {
        Some(read) => Ok(read),
        None => Err(not_started(ctx, status).await),
    }
}

/// What the child said last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    Done,
    Failed(Failure),
    /// It ended before it looked at the document.
    NotReady,
    /// It ended without a last word.
    Nothing,
    /// Something that was not us killed the process that reads its scans.
    Lost,
    /// Nobody stores its pages any more.
    Unheeded,
}

const fn as_failure(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Password => Failure::PasswordProtected,
        Refusal::Damaged => Failure::Damaged,
        Refusal::TooLarge => Failure::TooLarge,
    }
}

/// What came of reading; nothing if the child could not even begin, which is no document's fault.
fn judge(heard: Heard, status: ExitStatus) -> Option<Read> {
    Some(match (heard, status.signal()) {
        (Heard::Done | Heard::Unheeded, _) => Read::Whole,
        (Heard::Failed(failure), _) => Read::Failed(failure),
        (Heard::Lost, _) | (Heard::Nothing | Heard::NotReady, Some(KILLED)) => Read::Lost,
        (Heard::Nothing, Some(PROCESSOR_LIMIT)) => Read::Failed(Failure::TookTooLong),
        (Heard::Nothing, _) => Read::Failed(Failure::Damaged),
        (Heard::NotReady, _) => return None,
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
        .stdin(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(Error::internal)
}

/// The program that runs, even when another version has been installed in its place.
pub(super) fn own_program() -> Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe().map_err(Error::internal)
}

/// Passes on pages until the child has said its last word, takes too long, or takes too much.
async fn listen(
    ctx: &Ctx,
    child: &mut Child,
    out: ChildStdout,
    tesseract: Option<&Path>,
    pages: mpsc::Sender<(i32, Page)>,
) -> Result<Heard> {
    let too_much = grown_beyond(child.id(), ctx.config.documents.reader_memory);
    tokio::select! {
        heard = pass_on(ctx, out, tesseract, pages) => heard,
        () = too_much => Ok(Heard::Failed(Failure::TooLarge)),
    }
}

async fn pass_on(
    ctx: &Ctx,
    mut out: ChildStdout,
    tesseract: Option<&Path>,
    pages: mpsc::Sender<(i32, Page)>,
) -> Result<Heard> {
    let Some(sandbox) = begun(&mut out).await? else {
        return Ok(Heard::NotReady);
    };
    report(ctx, sandbox).await?;
    let (mut of, mut text) = (0, 0);
    let patience = ctx.config.documents.page_patience;
    loop {
        let frame = match timeout(patience, receive(&mut out)).await {
            Ok(Ok(Some(frame))) => frame,
            Ok(Ok(None)) => return Ok(Heard::Nothing),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Ok(Heard::Failed(Failure::Damaged));
            }
            Ok(Err(error)) => return Err(Error::internal(error)),
            Err(_) => return Ok(Heard::Failed(Failure::TookTooLong)),
        };
        let (number, lines) = match frame {
            Frame::Opened(number) => {
                of = number;
                continue;
            }
            Frame::Page { number, lines } => (number, lines),
            Frame::Scan(scan) => match see(ctx, tesseract, scan, &mut out).await? {
                Ok(lines) => (scan.number, lines),
                Err(heard) => return Ok(heard),
            },
            Frame::Done => return Ok(Heard::Done),
            Frame::Refused(refusal) => return Ok(Heard::Failed(as_failure(refusal))),
            Frame::Ready(_) => return Ok(Heard::Failed(Failure::Damaged)),
        };
        text += lines.len();
        if text > MAX_TEXT_LEN || number > of {
            return Ok(Heard::Failed(Failure::TooLarge));
        }
        // Postgres holds no NUL.
        let lines = lines.replace('\0', "");
        if pages.send((of, Page { number, lines })).await.is_err() {
            return Ok(Heard::Unheeded);
        }
    }
}

/// The lines of a scan whose picture follows, or what ends the document.
async fn see(
    ctx: &Ctx,
    tesseract: Option<&Path>,
    scan: Scan,
    out: &mut ChildStdout,
) -> Result<std::result::Result<String, Heard>> {
    let (Some(tesseract), true) = (tesseract, scan.is_sound()) else {
        return Ok(Err(Heard::Failed(Failure::Damaged)));
    };
    let seen = timeout(
        ctx.config.documents.page_patience,
        scan::read(&ctx.config, tesseract, scan, out),
    );
    let Ok(seen) = seen.await else {
        return Ok(Err(Heard::Failed(Failure::TookTooLong)));
    };
    Ok(match seen? {
        Seen::Lines(lines) => Ok(lines),
        Seen::TooLarge => Err(Heard::Failed(Failure::TooLarge)),
        Seen::TookTooLong => Err(Heard::Failed(Failure::TookTooLong)),
        Seen::Lost => Err(Heard::Lost),
    })
}

/// Waits until the child has locked itself in, before it looks at the document. Nothing if it ended first.
async fn begun(out: &mut ChildStdout) -> Result<Option<Sandbox>> {
    match timeout(START_TIMEOUT, receive(out)).await {
        Ok(Ok(Some(Frame::Ready(sandbox)))) => Ok(Some(sandbox)),
        Ok(Ok(None)) => Ok(None),
        Ok(Ok(Some(_))) => Err(Error::internal(anyhow::anyhow!("the child begins with something else"))),
        Ok(Err(error)) => Err(Error::internal(error)),
        Err(_) => Err(Error::internal(anyhow::anyhow!("the child does not begin"))),
    }
}

async fn not_started(ctx: &Ctx, status: ExitStatus) -> Error {
    let library = &ctx.config.documents.pdfium_library;
    if tokio::fs::try_exists(library).await.unwrap_or(false) {
        return Error::internal(anyhow::anyhow!("the child that reads documents cannot begin: {status}"));
    }
    Error::internal(anyhow::anyhow!(
        "PDFium is missing at {}; bin/setup fetches it",
        library.display()
    ))
}

async fn report(ctx: &Ctx, sandbox: Sandbox) -> Result<()> {
    let locked_in = sandbox.files && sandbox.calls;
    if !locked_in {
        tracing::warn!(
            ?sandbox,
            "this kernel cannot lock in whoever reads documents; limits must do"
        );
    }
    document::report_reader(&ctx.db, locked_in).await
}

/// Stores pages as they come, several at a time. Returns whether the document still wants them.
async fn store(ctx: &Ctx, id: Uuid, mut taken: mpsc::Receiver<(i32, Page)>) -> Result<bool> {
    let mut together = Vec::with_capacity(MAX_BATCH);
    while let Some(first) = taken.recv().await {
        together.push(first);
        sleep(GATHER).await;
        while together.len() < MAX_BATCH {
            let Ok(another) = taken.try_recv() else { break };
            together.push(another);
        }
        let of = together[0].0;
        let pages: Vec<Page> = together.drain(..).map(|(_, page)| page).collect();
        if !document::store_pages(ctx, id, of, &pages).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Resolves when a process takes more memory than it may.
pub(super) async fn grown_beyond(pid: Option<u32>, most: u64) {
    let (Some(pid), true) = (pid, cfg!(target_os = "linux")) else {
        return std::future::pending().await;
    };
    let status = format!("/proc/{pid}/status");
    loop {
        sleep(LOOK_AT_MEMORY).await;
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let resident = told.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = resident.and_then(|size| size.trim().trim_end_matches(" kB").parse::<u64>().ok());
        if kibibytes.is_some_and(|kibibytes| kibibytes * 1024 > most) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_the_child_ended_says_whose_fault_it_was() {
        let ended = |code| ExitStatus::from_raw(code << 8);
        for (heard, status, read) in [
            (Heard::NotReady, ended(1), None),
            (Heard::NotReady, ended(127), None),
            (Heard::NotReady, ExitStatus::from_raw(KILLED), Some(Read::Lost)),
            (Heard::Nothing, ExitStatus::from_raw(KILLED), Some(Read::Lost)),
            (Heard::Nothing, ended(1), Some(Read::Failed(Failure::Damaged))),
            (
                Heard::Nothing,
                ExitStatus::from_raw(PROCESSOR_LIMIT),
                Some(Read::Failed(Failure::TookTooLong)),
            ),
            (Heard::Done, ended(0), Some(Read::Whole)),
        ] {
            assert_eq!(judge(heard, status), read, "{heard:?}, {status}");
        }
    }
}
