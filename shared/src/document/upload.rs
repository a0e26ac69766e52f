//! Uploads: bytes are streamed to storage, and rows are written when all files are complete.
//!
//! Invariant: an upload of several files is atomic: either all are accepted or none stays. Every row has its file, even
//! if the answer to the commit is lost.

use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use super::{FileName, NotPdf, Status, storage_key};
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, FileProblem, Result};
use crate::jobs::{self, Job};
use crate::notifications::{self, Notification};
use crate::staff::Staff;
use crate::storage::{Storage, Upload};

/// The maximum size of a file, in bytes.
pub const MAX_FILE_SIZE: u64 = 100 * 1024 * 1024;
/// The maximum number of files in one upload.
pub const MAX_FILES: usize = 50;

/// The magic number of a PDF must occur within this many bytes.
const MAGIC_SEARCH_LEN: usize = 1024;
const PDF_MAGIC: &[u8] = b"%PDF-";
/// The maximum number of documents with the same file name.
const MAX_SAME_NAME: usize = 1000;

/// A file that is being uploaded.
pub struct Incoming {
    storage: Storage,
    id: Uuid,
    name: FileName,
    hash: Sha256,
    size: u64,
    buffered: Vec<u8>,
    upload: Option<Upload>,
}

/// A complete file in storage, without a row yet.
pub struct Received {
    id: Uuid,
    name: FileName,
    sha256: [u8; 32],
    size: u64,
}

/// The result for one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The name of the document.
    pub name: String,
    /// Its status.
    pub status: Status,
    /// Whether a document with the same content already existed.
    pub is_unchanged: bool,
}

impl Incoming {
    /// Starts a file.
    #[must_use]
    pub fn new(ctx: &Ctx, name: FileName) -> Self {
        Self {
            storage: ctx.storage.clone(),
            id: Uuid::now_v7(),
            name,
            hash: Sha256::new(),
            size: 0,
            buffered: Vec::new(),
            upload: None,
        }
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// `RefusedFile` as soon as the file is too large or not a PDF.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.size += bytes.len() as u64;
        if self.size > MAX_FILE_SIZE {
            return Err(self.refused(FileProblem::TooLarge));
        }
        self.hash.update(bytes);
        if let Some(upload) = &mut self.upload {
            return upload.write(bytes).await;
        }
        self.buffered.extend_from_slice(bytes);
        if self.buffered.len() >= MAGIC_SEARCH_LEN {
            self.begin_upload().await?;
        }
        Ok(())
    }

    /// Completes the file in storage.
    ///
    /// # Errors
    /// `RefusedFile` if it is empty or not a PDF.
    pub async fn finish(mut self) -> Result<Received> {
        if self.size == 0 {
            return Err(self.refused(FileProblem::Empty));
        }
        if self.upload.is_none() {
            self.begin_upload().await?;
        }
        if let Some(upload) = self.upload.take() {
            upload.finish().await?;
        }
        Ok(Received {
            id: self.id,
            name: self.name,
            sha256: self.hash.finalize().into(),
            size: self.size,
        })
    }

    async fn begin_upload(&mut self) -> Result<()> {
        let head = &self.buffered[..self.buffered.len().min(MAGIC_SEARCH_LEN)];
        if !head.windows(PDF_MAGIC.len()).any(|window| window == PDF_MAGIC) {
            return Err(self.refused(FileProblem::NotPdf));
        }
        let mut upload = self.storage.begin(&storage_key(self.id)).await?;
        upload.write(&std::mem::take(&mut self.buffered)).await?;
        self.upload = Some(upload);
        Ok(())
    }

    fn refused(&self, problem: FileProblem) -> Error {
        Error::RefusedFile {
            name: self.name.as_str().to_owned(),
            problem,
        }
    }
}

impl From<NotPdf> for Error {
    fn from(NotPdf(name): NotPdf) -> Self {
        Self::RefusedFile {
            name,
            problem: FileProblem::NotPdf,
        }
    }
}

impl Received {
    /// Deletes the file from storage, because another file of the same upload was refused.
    pub async fn discard(self, ctx: &Ctx) {
        if let Err(error) = ctx.storage.delete(&storage_key(self.id)).await {
            tracing::warn!(%error, document.id = %self.id, "the file could not be deleted; cleanup will delete it");
        }
    }
}

/// Writes the rows of complete files and enqueues a job for each. Files with known content are discarded.
///
/// # Errors
/// After a database error no file stays, unless the error came from the commit.
pub async fn accept(ctx: &Ctx, staff: &Staff, received: Vec<Received>) -> Result<Vec<Accepted>> {
    let (tx, accepted) = match write_rows(ctx, staff, &received).await {
        Ok(written) => written,
        Err(error) => {
            for file in received {
                file.discard(ctx).await;
            }
            return Err(error);
        }
    };
    // After a failed commit the rows may exist and need their files. Without rows, cleanup deletes the files.
    tx.commit().await?;
    for (file, accepted) in received.into_iter().zip(&accepted) {
        if accepted.is_unchanged {
            file.discard(ctx).await;
        }
    }
    Ok(accepted)
}

async fn write_rows(
    ctx: &Ctx,
    staff: &Staff,
    received: &[Received],
) -> Result<(Transaction<'static, Postgres>, Vec<Accepted>)> {
    let mut tx = database::begin(&ctx.db).await?;
    let mut accepted = Vec::with_capacity(received.len());
    let mut entries = Vec::new();
    for file in received {
        let row = write_row(&mut tx, file).await?;
        if !row.is_unchanged {
            let size = Detail::Number(i64::try_from(file.size).unwrap_or(i64::MAX));
            let entry = Entry::new(staff.actor(), Action::DocumentUploaded, Subject::Document(file.id));
            entries.push(entry.with("size", size));
            jobs::enqueue(&mut tx, &Job::IngestDocument { id: file.id }).await?;
            notifications::notify(&mut tx, &Notification::Document(file.id)).await?;
        }
        accepted.push(row);
    }
    for entry in &entries {
        audit::record(&mut tx, &ctx.config.key_ring, entry).await?;
    }
    Ok((tx, accepted))
}

/// Inserts a row under the first free name, unless the content is known.
async fn write_row(tx: &mut PgConnection, file: &Received) -> Result<Accepted> {
    for nth in 1..=MAX_SAME_NAME {
        let name = file.name.numbered(nth);
        let inserted = sqlx::query!(
            "insert into document (id, name, title, sha256, size) values ($1, $2, $3, $4, $5) on conflict do nothing",
            file.id,
            name,
            file.name.title(),
            &file.sha256[..],
            i64::try_from(file.size).map_err(Error::internal)?
        )
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 1 {
            return Ok(Accepted {
                name,
                status: Status::Pending,
                is_unchanged: false,
            });
        }
        let known = sqlx::query!(
            r#"select name, status as "status: Status" from document where sha256 = $1"#,
            &file.sha256[..]
        )
        .fetch_optional(&mut *tx)
        .await?;
        if let Some(known) = known {
            return Ok(Accepted {
                name: known.name,
                status: known.status,
                is_unchanged: true,
            });
        }
    }
    Err(Error::Conflict("Too many documents have this name."))
}
