//! The set-up of the document tests: a stack with storage and PDFium.

use std::path::{Path, PathBuf};

use shared::ctx::Ctx;
use shared::document::{self, Document, FileName, Incoming, Status};
use shared::storage::Storage;
use sqlx::PgPool;
use tempfile::TempDir;
use testing::bucket::Bucket;
use uuid::Uuid;

use super::program::Program;
use super::stack::{Stack, until_reached};

/// A stack with storage for documents, and the product's context over the same database and storage.
pub struct Library {
    /// The stack on which programs run.
    pub stack: Stack,
    /// The context with which tests call the rules, as the web tier does.
    pub ctx: Ctx,
    /// The storage folder, unless the storage is a bucket.
    pub folder: TempDir,
    /// The settings of the storage.
    storage: Vec<(&'static str, String)>,
}

impl Library {
    /// An empty library with its documents in a folder.
    pub async fn new(db: &PgPool) -> Self {
        Self {
            stack: Stack::new(db).await,
            ..Self::without_queue(db)
        }
    }

    /// An empty library with its documents in a bucket.
    pub async fn on_bucket(db: &PgPool, bucket: &Bucket) -> Self {
        Self {
            stack: Stack::new(db).await,
            ..Self::with_storage(db, bucket.settings("library"))
        }
    }

    fn without_queue(db: &PgPool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_str().expect("a path of letters").to_owned();
        Self {
            folder,
            ..Self::with_storage(db, vec![("STORAGE_URL", path)])
        }
    }

    fn with_storage(db: &PgPool, storage: Vec<(&'static str, String)>) -> Self {
        let mut ctx = testing::ctx_with(db.clone(), &as_changes(&storage));
        ctx.storage = Storage::open(&ctx.config.documents).expect("it can be opened");
        Self {
            stack: Stack::without_redis(db),
            ctx,
            folder: tempfile::tempdir().expect("a folder"),
            storage,
        }
    }

    /// Starts a worker that reads documents.
    pub fn worker(&self, changes: &[(&str, &str)]) -> Program {
        let library = pdfium();
        let mut settings = as_changes(&self.storage);
        settings.push(("PDFIUM_LIBRARY", library.to_str().expect("a path of letters")));
        settings.extend_from_slice(changes);
        self.stack.worker(&settings)
    }

    /// Uploads a file, as staff do.
    pub async fn upload(&self, name: &str, bytes: &[u8]) -> Uuid {
        let mut incoming = Incoming::new(&self.ctx, FileName::parse(name).expect("a name"));
        incoming.write(bytes).await.expect("taken");
        let received = incoming.finish().await.expect("a PDF");
        let staff = testing::staff("Ruth");
        let accepted = document::accept(&self.ctx, &staff, vec![received])
            .await
            .expect("accepted");
        sqlx::query_scalar("select id from document where name = $1")
            .bind(&accepted[0].name)
            .fetch_one(&self.ctx.db)
            .await
            .expect("there")
    }

    /// A document as listed for staff.
    pub async fn document(&self, id: Uuid) -> Document {
        let mut there = document::find_many(&self.ctx.db, &[id]).await.expect("readable");
        there.pop().expect("there")
    }

    /// Waits until a document is completed or failed, and returns it.
    pub async fn until_processed(&self, id: Uuid) -> Document {
        until_reached("the document is completed or failed", i64::MAX, async || {
            let document = self.document(id).await;
            match document.status {
                Status::Completed | Status::Failed => i64::MAX,
                Status::Pending | Status::Processing => document.pages_read.into(),
            }
        })
        .await;
        self.document(id).await
    }

    /// The text of a page.
    pub async fn page(&self, id: Uuid, number: i32) -> String {
        sqlx::query_scalar("select text from document_page where document_id = $1 and number = $2")
            .bind(id)
            .bind(number)
            .fetch_one(&self.ctx.db)
            .await
            .expect("there")
    }
}

fn as_changes<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// The path of the PDFium library that `bin/setup` fetched.
pub fn pdfium() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(testing::config(&[]).documents.pdfium_library);
    assert!(path.exists(), "{} is missing; bin/setup fetches it", path.display());
    path
}

/// A page of plain sentences that contain its number.
pub fn page_about(number: usize) -> String {
    let sentences: Vec<String> = (0..12)
        .map(|sentence| format!("Comfort number {sentence} on page {number} is written for those who wait."))
        .collect();
    sentences.join("\n")
}
