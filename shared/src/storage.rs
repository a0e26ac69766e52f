//! Object storage: a folder, or a bucket of an S3-compatible server.
//!
//! Invariant: an object is there whole or not at all. Its key is made of ids and hashes, never of a name that somebody
//! gave a file.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::TryStreamExt as _;
use futures::stream::BoxStream;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    BackoffConfig, ClientOptions, GetResultPayload, MultipartUpload, ObjectStore, ObjectStoreExt as _, PutPayload,
    RetryConfig,
};
use time::OffsetDateTime;

use crate::config::Documents;
use crate::error::{Error, Result};

/// So much of an upload is held in memory before it is passed on: the least that S3 takes as a part.
pub const PART: usize = 5 * 1024 * 1024;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A server that says nothing for so long is given up. It says nothing until it has a whole part, which takes a line of half
/// a megabit a second 84 s.
const READ_TIMEOUT: Duration = Duration::from_secs(100);
/// 100 MB over a slow line.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(15);
/// What breaks off later than this after it began is not gone on with.
const RETRY_TIMEOUT: Duration = Duration::from_secs(150);

/// Where objects lie.
#[derive(Clone)]
pub struct Storage {
    objects: Arc<dyn ObjectStore>,
    /// Where it is a folder, this one.
    folder: Option<Arc<FilePath>>,
}

/// What is known of an object without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its key.
    pub key: String,
    /// Its length in bytes.
    pub size: u64,
    /// When it was written.
    pub written_at: OffsetDateTime,
}

/// An object that is being read.
pub enum Content {
    /// A file of this machine.
    File(std::fs::File),
    /// Bytes from elsewhere.
    Stream(BoxStream<'static, Result<Bytes>>),
}

impl Storage {
    /// Opens what the settings name. A folder is made if it is not there.
    ///
    /// # Errors
    /// `Internal` if the folder cannot be made or the settings of the bucket make no sense.
    pub fn open(settings: &Documents) -> Result<Self> {
        if let Some(place) = settings.storage_url.strip_prefix("s3://") {
            return Self::bucket(settings, place);
        }
        let folder = FilePath::new(&settings.storage_url);
        std::fs::create_dir_all(folder).map_err(Error::internal)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(Error::internal)?;
        Ok(Self {
            // What was taken must still be there after a power cut: its row will be.
            objects: Arc::new(store.with_fsync(true)),
            folder: Some(folder.into()),
        })
    }

    fn bucket(settings: &Documents, place: &str) -> Result<Self> {
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let retrying = RetryConfig {
            backoff: BackoffConfig::default(),
            max_retries: 3,
            retry_timeout: RETRY_TIMEOUT,
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_region(&settings.s3_region)
            .with_retry(retrying)
            .with_client_options(
                ClientOptions::new()
                    .with_connect_timeout(CONNECT_TIMEOUT)
                    .with_read_timeout(READ_TIMEOUT)
                    .with_timeout(REQUEST_TIMEOUT),
            );
        if let (Some(id), Some(secret)) = (&settings.s3_access_key_id, &settings.s3_secret_access_key) {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret.reveal());
        }
        if let Some(endpoint) = &settings.s3_endpoint {
            builder = builder
                .with_endpoint(endpoint)
                .with_allow_http(endpoint.starts_with("http://"));
        }
        let store = builder.build().map_err(Error::internal)?;
        Ok(Self {
            objects: Arc::new(PrefixStore::new(store, prefix)),
            folder: None,
        })
    }

    /// Storage that ends with the process, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self {
            objects: Arc::new(InMemory::new()),
            folder: None,
        }
    }

    /// Begins an object. It is not there before `Upload::finish`.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not answer.
    pub async fn begin(&self, key: &str) -> Result<Upload> {
        self.find_folder().await?;
        let parts = self.objects.put_multipart(&Path::from(key)).await.map_err(refused)?;
        Ok(Upload {
            parts: Some(parts),
            waiting: Vec::with_capacity(PART),
        })
    }

    /// Writes a small object at once.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not answer.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.find_folder().await?;
        let payload = PutPayload::from_bytes(bytes);
        self.objects.put(&Path::from(key), payload).await.map_err(refused)?;
        Ok(())
    }

    /// Opens an object for reading.
    ///
    /// # Errors
    /// `NotFound` if there is none; `StorageUnavailable` if storage does not answer or is itself not there.
    pub async fn read(&self, key: &str) -> Result<Content> {
        let found = match self.objects.get(&Path::from(key)).await.map_err(failed) {
            Err(Error::NotFound) => return Err(self.why_not_found().await),
            found => found?,
        };
        Ok(match found.payload {
            GetResultPayload::File(file, _) => Content::File(file),
            GetResultPayload::Stream(stream) => Content::Stream(Box::pin(stream.map_err(failed))),
        })
    }

    /// Deletes an object; one that is gone already counts as deleted.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not answer.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.objects.delete(&Path::from(key)).await.map_err(failed) {
            Ok(()) | Err(Error::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What lies below a prefix.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not answer.
    pub async fn list(&self, prefix: &str) -> Result<Vec<Object>> {
        self.find_folder().await?;
        let objects = self.objects.list(Some(&Path::from(prefix))).map_ok(|object| Object {
            key: object.location.to_string(),
            size: object.size,
            written_at: OffsetDateTime::from_unix_timestamp(object.last_modified.timestamp())
                .unwrap_or(OffsetDateTime::UNIX_EPOCH),
        });
        objects.try_collect().await.map_err(refused)
    }

    /// Deletes what uploads that were killed left below a prefix, if nothing was written there since `before`. Returns how
    /// many. In a bucket nobody sees them: it has a rule of its own for them.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not answer.
    pub async fn delete_unfinished(&self, prefix: &str, before: OffsetDateTime) -> Result<usize> {
        let Some(folder) = &self.folder else { return Ok(0) };
        self.find_folder().await?;
        let mut entries = match tokio::fs::read_dir(folder.join(prefix)).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            entries => entries.map_err(unreadable)?,
        };
        let mut deleted = 0;
        while let Some(entry) = entries.next_entry().await.map_err(unreadable)? {
            if !is_staged(&entry.file_name()) {
                continue;
            }
            // It may be finished or taken back meanwhile.
            let written_at = entry.metadata().await.and_then(|file| file.modified());
            if written_at.is_ok_and(|at| OffsetDateTime::from(at) < before)
                && tokio::fs::remove_file(entry.path()).await.is_ok()
            {
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// What is not there is missing only if storage itself is there: a disk that is not mounted and a bucket that was
    /// never made say of everything that it is not found.
    async fn why_not_found(&self) -> Error {
        let answers = match &self.folder {
            Some(_) => self.find_folder().await,
            None => self.objects.list(None).try_next().await.map(drop).map_err(refused),
        };
        answers.err().unwrap_or(Error::NotFound)
    }

    /// A folder that is gone is not made anew by whoever writes next, perhaps on another disk.
    async fn find_folder(&self) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        match tokio::fs::metadata(folder).await {
            Ok(_) => Ok(()),
            Err(error) => Err(unreadable(error)),
        }
    }
}

/// An upload to a folder is a file `<key>#<number>` until it is whole.
fn is_staged(name: &OsStr) -> bool {
    let number = name
        .to_str()
        .and_then(|name| name.rsplit_once('#'))
        .map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn unreadable(error: std::io::Error) -> Error {
    Error::StorageUnavailable(anyhow::Error::new(error).context("the folder of storage"))
}

/// An object on its way into storage. Dropped before it is finished, it leaves nothing behind.
pub struct Upload {
    parts: Option<Box<dyn MultipartUpload>>,
    waiting: Vec<u8>,
}

impl Upload {
    /// Takes some bytes more, and passes on what makes a whole part.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not take them.
    pub async fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let (fits, rest) = bytes.split_at(bytes.len().min(PART - self.waiting.len()));
            self.waiting.extend_from_slice(fits);
            bytes = rest;
            if self.waiting.len() == PART {
                self.pass_on().await?;
            }
        }
        Ok(())
    }

    /// Passes on the rest; from then on the object is there.
    ///
    /// # Errors
    /// `StorageUnavailable` if storage does not take it.
    pub async fn finish(mut self) -> Result<()> {
        if !self.waiting.is_empty() {
            self.pass_on().await?;
        }
        if let Some(parts) = &mut self.parts {
            parts.complete().await.map_err(refused)?;
        }
        // It is whole: there is nothing left to take back.
        self.parts = None;
        Ok(())
    }

    async fn pass_on(&mut self) -> Result<()> {
        let part = std::mem::replace(&mut self.waiting, Vec::with_capacity(PART));
        match &mut self.parts {
            Some(parts) => parts.put_part(PutPayload::from(part)).await.map_err(refused),
            None => Ok(()),
        }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let (Some(mut parts), Ok(runtime)) = (self.parts.take(), tokio::runtime::Handle::try_current()) else {
            return;
        };
        // What cannot be taken back now is left to `delete_unfinished`, or to the bucket's rule for unfinished uploads.
        runtime.spawn(async move {
            if let Err(error) = parts.abort().await {
                tracing::warn!(%error, "an unfinished upload could not be taken back");
            }
        });
    }
}

/// Writing and listing have no object to miss: what is not found is the bucket.
fn refused(error: object_store::Error) -> Error {
    Error::StorageUnavailable(error.into())
}

fn failed(error: object_store::Error) -> Error {
    if matches!(error, object_store::Error::NotFound { .. }) {
        Error::NotFound
    } else {
        Error::StorageUnavailable(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn what_a_folder_has_taken_waits_for_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let settings = testing::config(&[("STORAGE_URL", folder.path().to_str().unwrap())]).documents;
        let storage = Storage::open(&settings).unwrap();
        // Whether it lies on the disk only a power cut would tell.
        let store = format!("{:?}", storage.objects);
        assert!(store.contains("fsync: true"), "{store}");
    }

    #[test]
    fn a_bucket_may_take_long_but_not_be_silent() {
        let settings = testing::config(&[
            ("STORAGE_URL", "s3://bucket"),
            ("S3_ACCESS_KEY_ID", "somebody"),
            ("S3_SECRET_ACCESS_KEY", "something"),
        ]);
        let store = format!("{:?}", Storage::open(&settings.documents).unwrap().objects);
        // Whether 100 MB arrive over a slow line only a test of many minutes would tell.
        for expected in [" timeout: Some(Parsed(900s))", " read_timeout: Some(Parsed(100s))"] {
            assert!(store.contains(expected), "{expected} is not in {store}");
        }
    }
}
