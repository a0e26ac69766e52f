//! Object storage: a local folder or an S3-compatible bucket.
//!
//! Invariant: an object exists completely or not at all. Keys consist of ids and hashes, never of file names.

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

use crate::base::config::Documents;
use crate::base::error::{Error, Result};

/// The size of an upload's parts, each buffered in memory: the minimum of S3.
pub const PART_SIZE: usize = 5 * 1024 * 1024;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a server may be silent. It is silent until it has a whole part, which takes 84 s at half a megabit a
/// second.
const READ_TIMEOUT: Duration = Duration::from_secs(100);
/// Enough for 100 MB over a slow connection.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(15);
/// A request that fails later than this after its start is not retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(150);

/// An object store.
#[derive(Clone)]
pub struct Storage {
    objects: Arc<dyn ObjectStore>,
    /// The folder, unless objects are in a bucket or in memory.
    folder: Option<Arc<FilePath>>,
}

/// The metadata of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its key.
    pub key: String,
    /// Its length in bytes.
    pub size: u64,
    /// When it was written.
    pub written_at: OffsetDateTime,
}

/// The content of an object.
pub enum Content {
    /// A local file.
    File(std::fs::File),
    /// A stream of bytes.
    Stream(BoxStream<'static, Result<Bytes>>),
}

impl Storage {
    /// Opens the configured storage. A missing folder is created.
    ///
    /// # Errors
    /// `Internal` if the folder cannot be created or the settings of the bucket are invalid.
    pub fn open(settings: &Documents) -> Result<Self> {
        if let Some(bucket_path) = settings.storage_url.strip_prefix("s3://") {
            return Self::bucket(settings, bucket_path);
        }
        let folder = FilePath::new(&settings.storage_url);
        std::fs::create_dir_all(folder).map_err(Error::internal)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(Error::internal)?;
        Ok(Self {
            // A stored object must survive a power cut, since its row does.
            objects: Arc::new(store.with_fsync(true)),
            folder: Some(folder.into()),
        })
    }

    fn bucket(settings: &Documents, bucket_path: &str) -> Result<Self> {
        let (bucket, prefix) = bucket_path.split_once('/').unwrap_or((bucket_path, ""));
        let retry = RetryConfig {
            backoff: BackoffConfig::default(),
            max_retries: 3,
            retry_timeout: RETRY_TIMEOUT,
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_region(&settings.s3_region)
            .with_retry(retry)
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

    /// In-memory storage, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self {
            objects: Arc::new(InMemory::new()),
            folder: None,
        }
    }

    /// Begins an upload. The object exists only after `Upload::finish`.
    pub async fn begin(&self, key: &str) -> Result<Upload> {
        self.check_folder().await?;
        let parts = self
            .objects
            .put_multipart(&Path::from(key))
            .await
            .map_err(unavailable)?;
        Ok(Upload {
            parts: Some(parts),
            buffer: Vec::with_capacity(PART_SIZE),
        })
    }

    /// Writes a small object.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.check_folder().await?;
        let payload = PutPayload::from_bytes(bytes);
        self.objects.put(&Path::from(key), payload).await.map_err(unavailable)?;
        Ok(())
    }

    /// Opens an object for reading.
    ///
    /// # Errors
    /// `NotFound` if there is none; `StorageUnavailable` if the storage does not answer or is missing itself.
    pub async fn read(&self, key: &str) -> Result<Content> {
        let object = match self.objects.get(&Path::from(key)).await.map_err(to_error) {
            Err(Error::NotFound) => return Err(self.missing_object_or_storage().await),
            object => object?,
        };
        Ok(match object.payload {
            GetResultPayload::File(file, _) => Content::File(file),
            GetResultPayload::Stream(stream) => Content::Stream(Box::pin(stream.map_err(to_error))),
        })
    }

    /// Reads a small object.
    ///
    /// # Errors
    /// As `read`.
    pub async fn read_whole(&self, key: &str) -> Result<Bytes> {
        let object = match self.objects.get(&Path::from(key)).await.map_err(to_error) {
            Err(Error::NotFound) => return Err(self.missing_object_or_storage().await),
            object => object?,
        };
        object.bytes().await.map_err(to_error)
    }

    /// Deletes an object. Succeeds if it does not exist.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.objects.delete(&Path::from(key)).await.map_err(to_error) {
            Ok(()) | Err(Error::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The objects below a prefix.
    pub async fn list(&self, prefix: &str) -> Result<Vec<Object>> {
        self.check_folder().await?;
        let objects = self.objects.list(Some(&Path::from(prefix))).map_ok(|object| Object {
            key: object.location.to_string(),
            size: object.size,
            written_at: OffsetDateTime::from_unix_timestamp(object.last_modified.timestamp())
                .unwrap_or(OffsetDateTime::UNIX_EPOCH),
        });
        objects.try_collect().await.map_err(unavailable)
    }

    /// Deletes the files of killed uploads below a prefix that were last written before `before`. Returns how many.
    /// Does nothing in a bucket, which has a lifecycle rule for them.
    pub async fn delete_unfinished(&self, prefix: &str, before: OffsetDateTime) -> Result<usize> {
        let Some(folder) = &self.folder else { return Ok(0) };
        self.check_folder().await?;
        let mut entries = match tokio::fs::read_dir(folder.join(prefix)).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            entries => entries.map_err(folder_unavailable)?,
        };
        let mut deleted = 0;
        while let Some(entry) = entries.next_entry().await.map_err(folder_unavailable)? {
            if !is_unfinished(&entry.file_name()) {
                continue;
            }
            // The upload may finish or abort meanwhile.
            let written_at = entry.metadata().await.and_then(|file| file.modified());
            if written_at.is_ok_and(|at| OffsetDateTime::from(at) < before)
                && tokio::fs::remove_file(entry.path()).await.is_ok()
            {
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// `NotFound` if the storage itself exists, else `StorageUnavailable`: an unmounted disk or a missing bucket also
    /// answers that an object is not found.
    async fn missing_object_or_storage(&self) -> Error {
        let storage = match &self.folder {
            Some(_) => self.check_folder().await,
            None => self.objects.list(None).try_next().await.map(drop).map_err(unavailable),
        };
        storage.err().unwrap_or(Error::NotFound)
    }

    /// Fails if the folder is missing. Otherwise the next write would recreate it, perhaps on another disk.
    async fn check_folder(&self) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        match tokio::fs::metadata(folder).await {
            Ok(_) => Ok(()),
            Err(error) => Err(folder_unavailable(error)),
        }
    }
}

/// Whether a file is an unfinished upload: those are named `<key>#<number>`.
fn is_unfinished(name: &OsStr) -> bool {
    let number = name
        .to_str()
        .and_then(|name| name.rsplit_once('#'))
        .map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn folder_unavailable(error: std::io::Error) -> Error {
    Error::StorageUnavailable(anyhow::Error::new(error).context("the storage folder"))
}

/// An upload in progress. It is aborted if it is dropped before `finish`.
pub struct Upload {
    parts: Option<Box<dyn MultipartUpload>>,
    buffer: Vec<u8>,
}

impl Upload {
    /// Buffers bytes and sends each complete part.
    pub async fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let (fitting, rest) = bytes.split_at(bytes.len().min(PART_SIZE - self.buffer.len()));
            self.buffer.extend_from_slice(fitting);
            bytes = rest;
            if self.buffer.len() == PART_SIZE {
                self.send_part().await?;
            }
        }
        Ok(())
    }

    /// Sends the last part and completes the object.
    pub async fn finish(mut self) -> Result<()> {
        if !self.buffer.is_empty() {
            self.send_part().await?;
        }
        if let Some(parts) = &mut self.parts {
            parts.complete().await.map_err(unavailable)?;
        }
        // The drop must not abort a complete object.
        self.parts = None;
        Ok(())
    }

    async fn send_part(&mut self) -> Result<()> {
        let part = std::mem::replace(&mut self.buffer, Vec::with_capacity(PART_SIZE));
        match &mut self.parts {
            Some(parts) => parts.put_part(PutPayload::from(part)).await.map_err(unavailable),
            None => Ok(()),
        }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let (Some(mut parts), Ok(runtime)) = (self.parts.take(), tokio::runtime::Handle::try_current()) else {
            return;
        };
        // If the abort fails, `delete_unfinished` or the bucket's lifecycle rule cleans up.
        runtime.spawn(async move {
            if let Err(error) = parts.abort().await {
                tracing::warn!(%error, "an unfinished upload could not be aborted");
            }
        });
    }
}

/// The error of a write or a list: "not found" means the bucket there.
fn unavailable(error: object_store::Error) -> Error {
    Error::StorageUnavailable(error.into())
}

fn to_error(error: object_store::Error) -> Error {
    if matches!(error, object_store::Error::NotFound { .. }) {
        Error::NotFound
    } else {
        Error::StorageUnavailable(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    fn open(changes: &[(&str, &str)]) -> Storage {
        let config = Config::from_settings(&testing::settings(changes)).unwrap();
        Storage::open(&config.documents).unwrap()
    }

    #[test]
    fn a_folder_syncs_every_object_to_disk() {
        let folder = tempfile::tempdir().unwrap();
        let storage = open(&[("STORAGE_URL", folder.path().to_str().unwrap())]);
        // Only a power cut could test the sync itself.
        let store = format!("{:?}", storage.objects);
        assert!(store.contains("fsync: true"), "{store}");
    }

    #[test]
    fn a_bucket_has_a_long_request_timeout_and_a_short_read_timeout() {
        let storage = open(&[
            ("STORAGE_URL", "s3://bucket"),
            ("S3_ACCESS_KEY_ID", "somebody"),
            ("S3_SECRET_ACCESS_KEY", "something"),
        ]);
        let store = format!("{:?}", storage.objects);
        // An upload of 100 MB over a slow connection would take many minutes.
        for expected in [" timeout: Some(Parsed(900s))", " read_timeout: Some(Parsed(100s))"] {
            assert!(store.contains(expected), "{expected} is not in {store}");
        }
    }
}
