//! The storage contract, tested on a folder and on a bucket of an S3-compatible server.

use std::path::Path;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::TryStreamExt as _;
use shared::error::{Error, Result};
use shared::storage::{Content, PART_SIZE, Storage};
use tempfile::TempDir;
use testing::bucket::Bucket;
use time::OffsetDateTime;
use tokio::net::TcpSocket;

const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The storage backend of a test.
enum Backend {
    Folder(TempDir),
    Bucket(Bucket),
}

impl Backend {
    /// Storage below a prefix.
    fn open(&self, prefix: &str) -> Storage {
        match self {
            Self::Folder(folder) => {
                let folder = folder.path().join(prefix);
                open(&[("STORAGE_URL", folder.to_str().expect("a path of letters").to_owned())])
            }
            Self::Bucket(bucket) => open(&bucket.settings(prefix)),
        }
    }

    /// The number of unfinished uploads below a prefix. It may hold nothing else.
    async fn unfinished(&self, prefix: &str) -> usize {
        match self {
            Self::Folder(folder) => files_below(&folder.path().join(prefix)),
            Self::Bucket(bucket) => bucket.unfinished_uploads().await,
        }
    }
}

/// Opens storage by its settings, as a program does.
fn open(settings: &[(&str, String)]) -> Storage {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Storage::open(&testing::config(&settings).documents).expect("it can be opened")
}

fn files_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let count = |path: &Path| if path.is_dir() { files_below(path) } else { 1 };
    entries.map(|entry| count(&entry.expect("an entry").path())).sum()
}

/// Reads a whole object.
async fn whole(storage: &Storage, key: &str) -> Result<Vec<u8>> {
    match storage.read(key).await? {
        Content::File(mut file) => {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut bytes).expect("a file can be read");
            Ok(bytes)
        }
        Content::Stream(stream) => {
            let pieces: Vec<Bytes> = stream.try_collect().await?;
            Ok(pieces.concat())
        }
    }
}

/// Keys and sizes below a prefix, in order.
async fn listed(storage: &Storage, prefix: &str) -> Vec<(String, u64)> {
    let objects = storage.list(prefix).await.expect("it answers");
    assert!(
        objects
            .iter()
            .all(|object| object.written_at > OffsetDateTime::UNIX_EPOCH),
        "it is known when an object was written"
    );
    let mut objects: Vec<_> = objects.into_iter().map(|object| (object.key, object.size)).collect();
    objects.sort();
    objects
}

async fn put(storage: &Storage, key: &str, text: &'static str) {
    storage
        .put(key, Bytes::from_static(text.as_bytes()))
        .await
        .expect("taken");
}

/// Bytes without repeated parts.
fn bytes(length: usize) -> Vec<u8> {
    (0..=250_u8).cycle().take(length).collect()
}

#[tokio::test]
async fn a_folder_meets_the_storage_contract() {
    meets_the_storage_contract(&Backend::Folder(tempfile::tempdir().expect("a folder"))).await;
}

#[tokio::test]
async fn a_bucket_meets_the_storage_contract() {
    meets_the_storage_contract(&Backend::Bucket(Bucket::start().await)).await;
}

async fn meets_the_storage_contract(backend: &Backend) {
    an_object_is_read_back_as_it_was_put(&backend.open("put")).await;
    a_missing_object_is_not_found(&backend.open("absent")).await;
    deleting_an_object_is_idempotent(&backend.open("delete")).await;
    a_list_gives_keys_and_sizes_below_a_prefix(&backend.open("list")).await;
    a_large_upload_is_invisible_until_it_is_complete(&backend.open("large")).await;
    an_empty_upload_is_an_empty_object(&backend.open("empty")).await;
    a_dropped_upload_leaves_nothing(backend).await;
    objects_stay_below_the_prefix_of_their_storage(backend).await;
    old_leftovers_of_killed_uploads_are_deleted(backend).await;
}

async fn an_object_is_read_back_as_it_was_put(storage: &Storage) {
    put(storage, "documents/one", "In the beginning").await;
    put(storage, "documents/none", "").await;
    assert_eq!(
        whole(storage, "documents/one").await.expect("there"),
        b"In the beginning"
    );
    assert_eq!(whole(storage, "documents/none").await.expect("there"), b"");
    put(storage, "documents/one", "was the Word").await;
    assert_eq!(whole(storage, "documents/one").await.expect("there"), b"was the Word");
}

async fn a_missing_object_is_not_found(storage: &Storage) {
    let read = whole(storage, "documents/nowhere").await;
    assert!(matches!(read, Err(Error::NotFound)), "{read:?}");
    assert_eq!(listed(storage, "documents").await, []);
}

async fn deleting_an_object_is_idempotent(storage: &Storage) {
    put(storage, "documents/one", "Naked came I").await;
    storage.delete("documents/one").await.expect("deleted");
    let read = whole(storage, "documents/one").await;
    assert!(matches!(read, Err(Error::NotFound)), "{read:?}");
    assert_eq!(listed(storage, "documents").await, []);
    storage.delete("documents/one").await.expect("deleted twice");
    storage.delete("documents/nowhere").await.expect("never there");
}

async fn a_list_gives_keys_and_sizes_below_a_prefix(storage: &Storage) {
    put(storage, "documents/one", "1").await;
    put(storage, "documents/two/three", "333").await;
    put(storage, "documents-of-others/four", "4444").await;
    put(storage, "search/five", "55555").await;
    let expected = [("documents/one".to_owned(), 1), ("documents/two/three".to_owned(), 3)];
    assert_eq!(listed(storage, "documents").await, expected);
    assert_eq!(listed(storage, "").await.len(), 4, "the empty prefix is everything");
}

async fn a_large_upload_is_invisible_until_it_is_complete(storage: &Storage) {
    let content = bytes(12_000_000);
    let mut upload = storage.begin("documents/large").await.expect("begun");
    let mut rest = content.as_slice();
    for length in [1, 4_095, 65_537, 0, 1_000_003, PART_SIZE + 1].into_iter().cycle() {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        upload.write(piece).await.expect("taken");
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    assert_eq!(listed(storage, "documents").await, [], "it is not finished");
    let read = whole(storage, "documents/large").await;
    assert!(matches!(read, Err(Error::NotFound)), "it is not finished");
    upload.finish().await.expect("finished");
    let expected = [("documents/large".to_owned(), 12_000_000)];
    assert_eq!(listed(storage, "documents").await, expected);
    let read = whole(storage, "documents/large").await.expect("there");
    assert!(read == content, "{} bytes are not what was written", read.len());
}

async fn an_empty_upload_is_an_empty_object(storage: &Storage) {
    let upload = storage.begin("documents/empty").await.expect("begun");
    upload.finish().await.expect("finished");
    assert_eq!(listed(storage, "documents").await, [("documents/empty".to_owned(), 0)]);
}

async fn a_dropped_upload_leaves_nothing(backend: &Backend) {
    let storage = backend.open("dropped");
    let mut upload = storage.begin("documents/dropped").await.expect("begun");
    // One part is uploaded, some bytes are still buffered.
    upload.write(&bytes(PART_SIZE + 1)).await.expect("taken");
    assert_eq!(backend.unfinished("dropped").await, 1, "it is under way");
    drop(upload);
    let deadline = Instant::now() + TIMEOUT;
    while backend.unfinished("dropped").await != 0 {
        assert!(Instant::now() < deadline, "the upload was not taken back");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    assert_eq!(listed(&storage, "").await, []);
}

/// Uploads of a killed process, which nothing aborts.
async fn old_leftovers_of_killed_uploads_are_deleted(backend: &Backend) {
    let storage = backend.open("killed");
    assert_eq!(
        storage
            .delete_unfinished("documents", OffsetDateTime::UNIX_EPOCH)
            .await
            .expect("nothing"),
        0
    );
    put(&storage, "documents/whole", "kept").await;
    let mut upload = storage.begin("documents/killed").await.expect("begun");
    upload.write(&bytes(PART_SIZE + 1)).await.expect("taken");
    std::mem::forget(upload);
    let written_at = storage.list("documents").await.expect("it answers")[0].written_at;
    let in_a_folder = usize::from(matches!(backend, Backend::Folder(_)));
    for (hours, expected) in [(-1, 0), (1, in_a_folder), (1, 0)] {
        let before = written_at + time::Duration::hours(hours);
        let deleted = storage
            .delete_unfinished("documents", before)
            .await
            .expect("it answers");
        assert_eq!(deleted, expected, "{hours} hours later");
    }
    assert_eq!(
        backend.unfinished("killed").await,
        1,
        "the whole one, or the bucket's unfinished one"
    );
    assert_eq!(whole(&storage, "documents/whole").await.expect("there"), b"kept");
}

async fn objects_stay_below_the_prefix_of_their_storage(backend: &Backend) {
    let outer = backend.open("outer");
    let inner = backend.open("outer/inner");
    let beside = backend.open("outer/inner-most");
    put(&outer, "documents/one", "outer").await;
    put(&inner, "documents/one", "inner").await;
    put(&beside, "documents/two", "beside").await;
    let mut upload = inner.begin("documents/three").await.expect("begun");
    upload.write(b"uploaded").await.expect("taken");
    upload.finish().await.expect("finished");

    let expected = [("documents/one".to_owned(), 5), ("documents/three".to_owned(), 8)];
    assert_eq!(listed(&inner, "").await, expected, "keys begin after the prefix");
    assert_eq!(whole(&inner, "documents/one").await.expect("there"), b"inner");
    assert_eq!(
        whole(&outer, "inner/documents/three").await.expect("there"),
        b"uploaded",
        "it lies below the prefix"
    );
    inner.delete("documents/one").await.expect("deleted");
    assert_eq!(whole(&outer, "documents/one").await.expect("untouched"), b"outer");
    let beyond = whole(&inner, "../documents/one").await;
    assert!(matches!(beyond, Err(Error::NotFound)), "{beyond:?}");
}

#[tokio::test]
async fn a_bucket_on_a_stopped_server_is_unavailable_within_the_timeout() {
    let mut bucket = Bucket::start().await;
    let storage = open(&bucket.settings("gone"));
    put(&storage, "documents/one", "there for now").await;
    let mut upload = storage.begin("documents/two").await.expect("begun");
    let port = bucket.end();
    // The port is bound without listening: it refuses connections and no other process gets it.
    let held = TcpSocket::new_v4().expect("a socket");
    held.set_reuseaddr(true).expect("a setting");
    held.bind(([127, 0, 0, 1], port).into()).expect("the port is free");

    let more = bytes(PART_SIZE);
    let answers = async {
        tokio::join!(
            async { storage.begin("documents/three").await.map(drop) },
            storage.put("documents/three", Bytes::from_static(b"3")),
            async { whole(&storage, "documents/one").await.map(drop) },
            storage.delete("documents/one"),
            async { storage.list("documents").await.map(drop) },
            upload.write(&more),
        )
    };
    let (begun, put, read, deleted, listed, written) = tokio::time::timeout(TIMEOUT, answers)
        .await
        .expect("it answers before long");
    for (what, answer) in [
        ("begin", begun),
        ("put", put),
        ("read", read),
        ("delete", deleted),
        ("list", listed),
        ("write", written),
    ] {
        assert!(
            matches!(answer, Err(Error::StorageUnavailable(_))),
            "{what}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn a_missing_bucket_is_unavailable() {
    let bucket = Bucket::start().await;
    let mut settings = bucket.settings("");
    settings[0].1 = "s3://no-such-bucket/documents".to_owned();
    let storage = open(&settings);
    let begun = storage.begin("documents/one").await.map(drop);
    let put = storage.put("documents/one", Bytes::from_static(b"1")).await;
    let read = whole(&storage, "documents/one").await.map(drop);
    let listed = storage.list("documents").await.map(drop);
    for (what, answer) in [("begin", begun), ("put", put), ("read", read), ("list", listed)] {
        assert!(
            matches!(answer, Err(Error::StorageUnavailable(_))),
            "{what}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn a_missing_folder_is_unavailable_and_not_recreated() {
    let disk = tempfile::tempdir().expect("a folder");
    let folder = disk.path().join("mounted");
    let storage = open(&[("STORAGE_URL", folder.to_str().expect("a path of letters").to_owned())]);
    put(&storage, "documents/one", "there for now").await;
    let aside = disk.path().join("aside");
    std::fs::rename(&folder, &aside).expect("moved");
    let begun = storage.begin("documents/two").await.map(drop);
    let put = storage.put("documents/two", Bytes::from_static(b"2")).await;
    let read = whole(&storage, "documents/one").await.map(drop);
    let listed = storage.list("documents").await.map(drop);
    for (what, answer) in [("begin", begun), ("put", put), ("read", read), ("list", listed)] {
        assert!(
            matches!(answer, Err(Error::StorageUnavailable(_))),
            "{what}: {answer:?}"
        );
    }
    std::fs::rename(&aside, &folder).expect("nothing stands in its place");
    assert_eq!(
        whole(&storage, "documents/one").await.expect("there again"),
        b"there for now"
    );
}
