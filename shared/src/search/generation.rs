//! A generation is a published state of the index: a manifest, files in storage, and a local copy of them.
//!
//! Invariant: files in storage are content-addressed by SHA-256, so that a fetched file equals the published one.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use futures::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tantivy::{Index, IndexReader, ReloadPolicy};
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

use super::folder::Folder;
use super::quotes::Quotes;
use super::schema::{Fields, VERSION, register_tokenizer, schema};
use crate::content;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::screening::Care;
use crate::storage::{Content, Storage};

/// The prefix of all files of the index in storage.
pub const STORAGE_PREFIX: &str = "search";

const META: &str = "meta.json";

/// The files of a generation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The `meta.json` of tantivy, which lists the segments.
    pub meta: String,
    /// The files of the segments.
    pub files: Vec<File>,
}

/// An immutable file of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct File {
    /// Its name in the index folder.
    pub name: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub size: u64,
}

impl File {
    /// Its storage key.
    pub fn key(&self) -> String {
        format!("{STORAGE_PREFIX}/{}", self.sha256)
    }
}

/// A published generation, as its row describes it.
#[derive(Debug, Clone)]
pub struct Published {
    pub number: i64,
    pub manifest: Manifest,
    pub documents: HashSet<Uuid>,
}

/// The newest generation, if it has the current schema version.
pub async fn newest(db: &PgPool) -> Result<Option<Published>> {
    let row = sqlx::query!(
        r#"select number, schema_version, manifest as "manifest: sqlx::types::Json<Manifest>", documents
           from search_generation order by number desc limit 1"#
    )
    .fetch_optional(db)
    .await?;
    Ok(row.filter(|row| row.schema_version == VERSION).map(|row| Published {
        number: row.number,
        manifest: row.manifest.0,
        documents: row.documents.into_iter().collect(),
    }))
}

/// The number of the newest generation, if it has an older schema version.
pub async fn outdated(db: &PgPool) -> Result<Option<i64>> {
    let row = sqlx::query!("select number, schema_version from search_generation order by number desc limit 1")
        .fetch_optional(db)
        .await?;
    Ok(row.filter(|row| row.schema_version < VERSION).map(|row| row.number))
}

/// An open generation.
pub struct Generation {
    pub number: i64,
    pub manifest: Manifest,
    pub documents: HashSet<Uuid>,
    pub reader: IndexReader,
    pub fields: Fields,
    quotes: OnceLock<Quotes>,
    content: Arc<content::Content>,
    care: Arc<Care>,
    folder: Folder,
}

/// Why a generation cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// A file in storage is missing or has the wrong hash.
    Damaged { key: String },
    /// A temporary failure.
    Failed(Error),
}

impl From<Error> for OpenError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<OpenError> for Error {
    fn from(why: OpenError) -> Self {
        match why {
            OpenError::Damaged { key } => Self::internal(anyhow::anyhow!("{key} is missing or damaged")),
            OpenError::Failed(error) => error,
        }
    }
}

impl Generation {
    /// Fetches the files that are not local yet, and opens the generation.
    pub async fn fetch(ctx: &Ctx, published: Published, before: Option<&Self>) -> Result<Self, OpenError> {
        let folder = tokio::task::spawn_blocking(Folder::new)
            .await
            .map_err(Error::internal)??;
        for file in &published.manifest.files {
            let is_here = before.is_some_and(|before| before.hard_link(file, folder.path()));
            if !is_here {
                fetch(&ctx.storage, file, folder.path()).await?;
            }
        }
        Ok(Self::open(ctx, published, folder).await?)
    }

    /// Loads the quotable passages, once: some milliseconds per thousand passages. The worker, which writes the index,
    /// never needs them.
    pub fn quotes(&self) -> Result<&Quotes> {
        if let Some(quotes) = self.quotes.get() {
            return Ok(quotes);
        }
        let loaded = Quotes::load(&self.reader, self.fields, &self.content, &self.care.vectors)?;
        Ok(self.quotes.get_or_init(|| loaded))
    }

    /// Opens a generation from a folder.
    pub async fn open(ctx: &Ctx, published: Published, folder: Folder) -> Result<Self> {
        let (content, care) = (ctx.content.clone(), ctx.care.clone());
        let opened = tokio::task::spawn_blocking(move || {
            std::fs::write(folder.path().join(META), &published.manifest.meta).map_err(Error::internal)?;
            let index = Index::open_in_dir(folder.path()).map_err(Error::internal)?;
            register_tokenizer(&index);
            let reader = index
                .reader_builder()
                .reload_policy(ReloadPolicy::Manual)
                .try_into()
                .map_err(Error::internal)?;
            let fields = schema().1;
            Ok(Self {
                number: published.number,
                manifest: published.manifest,
                documents: published.documents,
                quotes: OnceLock::new(),
                reader,
                fields,
                content,
                care,
                folder,
            })
        });
        opened.await.map_err(Error::internal)?
    }

    /// A folder for writing the next generation, with hard links to the immutable files of this one. Files that are
    /// missing locally are fetched again.
    pub async fn copy(&self, storage: &Storage) -> Result<Folder> {
        let folder = Folder::new()?;
        for file in &self.manifest.files {
            if !self.hard_link(file, folder.path()) {
                fetch(storage, file, folder.path()).await?;
            }
        }
        std::fs::write(folder.path().join(META), &self.manifest.meta).map_err(Error::internal)?;
        Ok(folder)
    }

    fn hard_link(&self, file: &File, folder: &Path) -> bool {
        self.manifest.files.contains(file)
            && std::fs::hard_link(self.folder.path().join(&file.name), folder.join(&file.name)).is_ok()
    }
}

/// Builds the manifest of a folder. Files of the previous generation are not hashed again.
pub fn build_manifest(folder: &Path, index: &Index, before: Option<&Manifest>) -> Result<Manifest> {
    let meta = std::fs::read_to_string(folder.join(META)).map_err(Error::internal)?;
    let mut names: Vec<String> = index
        .load_metas()
        .map_err(Error::internal)?
        .list_segment_files()
        .into_iter()
        .filter(|name| folder.join(name).exists())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    let known = |name: &str| before?.files.iter().find(|file| file.name == name).cloned();
    let files = names
        .into_iter()
        .map(|name| known(&name).map_or_else(|| hash_file(folder, name), Ok))
        .collect::<Result<_>>()?;
    Ok(Manifest { meta, files })
}

fn hash_file(folder: &Path, name: String) -> Result<File> {
    let mut file = std::fs::File::open(folder.join(&name)).map_err(Error::internal)?;
    let (sha256, size) = copy_and_hash(&mut file, &mut std::io::sink())?;
    Ok(File { name, sha256, size })
}

/// Copies, and returns the SHA-256 and the size.
fn copy_and_hash(from: &mut impl Read, into: &mut impl Write) -> Result<(String, u64)> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    let mut size = 0;
    loop {
        let read = from.read(&mut buffer).map_err(Error::internal)?;
        if read == 0 {
            return Ok((hex::encode(hash.finalize()), size));
        }
        hash.update(&buffer[..read]);
        into.write_all(&buffer[..read]).map_err(Error::internal)?;
        size += read as u64;
    }
}

async fn fetch(storage: &Storage, file: &File, folder: &Path) -> Result<(), OpenError> {
    let damaged = || OpenError::Damaged { key: file.key() };
    let path = folder.join(&file.name);
    let sha256 = match storage.read(&file.key()).await {
        Ok(Content::File(mut stored)) => {
            // A disk may be slow, and must not block the thread that accepts connections.
            let copying = tokio::task::spawn_blocking(move || {
                let mut written = std::fs::File::create(path).map_err(Error::internal)?;
                copy_and_hash(&mut stored, &mut written)
            });
            copying.await.map_err(Error::internal)??.0
        }
        Ok(Content::Stream(mut stream)) => {
            let mut written = tokio::fs::File::create(path).await.map_err(Error::internal)?;
            let mut hash = Sha256::new();
            while let Some(bytes) = stream.try_next().await? {
                hash.update(&bytes);
                written.write_all(&bytes).await.map_err(Error::internal)?;
            }
            written.flush().await.map_err(Error::internal)?;
            hex::encode(hash.finalize())
        }
        Err(Error::NotFound) => return Err(damaged()),
        Err(error) => return Err(error.into()),
    };
    if sha256 == file.sha256 { Ok(()) } else { Err(damaged()) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::Config;

    /// Waiting longer means a deadlock.
    const PIPE_TIMEOUT: Duration = Duration::from_secs(30);

    /// Documents and their index lie in this folder.
    fn config(storage: &Path) -> Config {
        Config::from_settings(&testing::settings(&[("STORAGE_URL", storage.to_str().unwrap())])).unwrap()
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_slow_disk_does_not_block_the_runtime() {
        let stored = tempfile::tempdir().unwrap();
        let storage = Storage::open(&config(stored.path()).documents).unwrap();
        let file = File {
            name: "segment".to_owned(),
            sha256: hex::encode(Sha256::digest(b"Be still")),
            size: 8,
        };
        // Reading from a pipe blocks until the writer has written.
        let pipe = stored.path().join(file.key());
        std::fs::create_dir(pipe.parent().unwrap()).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let (allow_write, may_write) = std::sync::mpsc::channel();
        let writer = std::thread::spawn(move || {
            let mut pipe = std::fs::File::options().write(true).open(pipe).unwrap();
            may_write.recv_timeout(PIPE_TIMEOUT).unwrap();
            pipe.write_all(b"Be still").unwrap();
        });
        let folder = tempfile::tempdir().unwrap();
        let (fetched, ()) = tokio::join!(fetch(&storage, &file, folder.path()), async {
            while !folder.path().join(&file.name).exists() {
                tokio::task::yield_now().await;
            }
            allow_write.send(()).unwrap();
        });
        writer.join().unwrap();
        fetched.unwrap();
        assert_eq!(std::fs::read(folder.path().join("segment")).unwrap(), b"Be still");
    }

    #[sqlx::test(migrator = "crate::base::database::MIGRATIONS")]
    async fn missing_local_files_are_fetched_again_for_the_next_generation(db: PgPool) {
        let stored = tempfile::tempdir().unwrap();
        let ctx = Ctx {
            db: db.clone(),
            direct_pool: db.clone(),
            reserved_pool: db.clone(),
            ..Ctx::open(config(stored.path())).unwrap()
        };
        for number in 1..=2 {
            let id = Uuid::now_v7();
            sqlx::query(
                "insert into document (id, name, title, sha256, size, status, cut_at)
                 values ($1, $1::text, 'Psalms', sha256($1::text::bytea), 1, 'processing', now())",
            )
            .bind(id)
            .execute(&db)
            .await
            .unwrap();
            sqlx::query(
                "insert into passage (document_id, position, page, last_page, text) values ($1, 0, 1, 1, 'Selah')",
            )
            .bind(id)
            .execute(&db)
            .await
            .unwrap();
            crate::search::index_passages(&ctx).await.unwrap();
            let open = ctx.search.current().unwrap();
            assert_eq!(open.documents.len(), number);
            for file in &open.manifest.files {
                std::fs::remove_file(open.folder.path().join(&file.name)).unwrap();
            }
        }
    }
}
