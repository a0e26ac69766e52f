//! Handing documents in: bytes go to storage while they come, and rows are written when all of them are there.
//!
//! Invariant: of what was handed in together, either every file is accepted or nothing of it stays. A row has its file,
//! whatever becomes of the answer to its commit.

use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use super::{FileName, NotPdf, storage_key};
use crate::audit::{self, Action, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, FileProblem, Result};
use crate::jobs::{self, Job};
use crate::news::{self, Notice};
use crate::staff::Staff;
use crate::storage::{Storage, Upload};

/// The largest file, in bytes.
pub const MAX_FILE_SIZE: u64 = 100 * 1024 * 1024;
/// The most files that may be handed in together.
pub const MAX_FILES: usize = 50;

/// So early a PDF says that it is one.
const SAYS_SO_WITHIN: usize = 1024;
const SAYS_SO: &[u8] = b"%PDF-";
/// So many files of one name are told apart by a number.
const MAX_SAME_NAME: usize = 1000;

/// A file that is being handed in.
pub struct Incoming {
    storage: Storage,
    id: Uuid,
    name: FileName,
    hash: Sha256,
    size: u64,
    beginning: Vec<u8>,
    upload: Option<Upload>,
}

/// A file that lies in storage and has no row yet.
pub struct Received {
    id: Uuid,
    name: FileName,
    sha256: [u8; 32],
    size: u64,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The name it goes by.
    pub name: String,
    /// Where it stands.
    pub status: String,
    /// Whether the same content was there already.
    pub is_unchanged: bool,
}

impl Incoming {
    /// Begins to take a file in.
    #[must_use]
    pub fn new(ctx: &Ctx, name: FileName) -> Self {
        Self {
            storage: ctx.storage.clone(),
            id: Uuid::now_v7(),
            name,
            hash: Sha256::new(),
            size: 0,
            beginning: Vec::new(),
            upload: None,
        }
    }

    /// Takes some bytes more.
    ///
    /// # Errors
    /// `RefusedFile` as soon as it is too large or shows to be no PDF; `Unavailable` if storage does not take it.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.size += bytes.len() as u64;
        if self.size > MAX_FILE_SIZE {
            return Err(self.refused(FileProblem::TooLarge));
        }
        self.hash.update(bytes);
        if let Some(upload) = &mut self.upload {
            return upload.write(bytes).await;
        }
        self.beginning.extend_from_slice(bytes);
        if self.beginning.len() >= SAYS_SO_WITHIN {
            self.begin_upload().await?;
        }
        Ok(())
    }

    /// Ends the file: from now on it lies in storage.
    ///
    /// # Errors
    /// `RefusedFile` if it is empty or no PDF; `Unavailable` if storage does not take it.
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
        let searched = &self.beginning[..self.beginning.len().min(SAYS_SO_WITHIN)];
        if !searched.windows(SAYS_SO.len()).any(|window| window == SAYS_SO) {
            return Err(self.refused(FileProblem::NotPdf));
        }
        let mut upload = self.storage.begin(&storage_key(self.id)).await?;
        upload.write(&std::mem::take(&mut self.beginning)).await?;
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
    /// Takes the file out of storage again: it was handed in together with one that is refused.
    pub async fn discard(self, ctx: &Ctx) {
        if let Err(error) = ctx.storage.delete(&storage_key(self.id)).await {
            tracing::warn!(%error, document.id = %self.id, "its file is left to housekeeping");
        }
    }
}

/// Accepts files that lie in storage, each with the job that reads it. Content that is known already is not kept twice.
///
/// # Errors
/// `Unavailable` or `Internal` from the database; then nothing stays, unless it was the answer to the commit that failed.
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
    // Where the answer is lost the rows may be there, and need their files; without rows housekeeping takes them.
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
            news::announce(&mut tx, &Notice::Document(file.id)).await?;
        }
        accepted.push(row);
    }
    for entry in &entries {
        audit::record(&mut tx, entry).await?;
    }
    Ok((tx, accepted))
}

/// Writes the row under the first name that is free, unless the content is known.
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
                status: "pending".to_owned(),
                is_unchanged: false,
            });
        }
        let known = sqlx::query!("select name, status from document where sha256 = $1", &file.sha256[..])
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
