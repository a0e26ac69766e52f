//! An S3-compatible server for tests: moto's, a process of the test's own on a port that was free, ended with the test.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::ctx::http_client;

/// A cold machine takes its time to start Python.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

const NAME: &str = "stillwater";

/// A bucket, alone on its server.
pub struct Bucket {
    server: Child,
    address: String,
    // Holds the log of the server.
    _folder: TempDir,
}

impl Bucket {
    /// Starts a server with an empty bucket.
    ///
    /// # Panics
    /// If the server is not installed or does not start.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let server = spawn(&log);
        let mut bucket = Self {
            server,
            address: String::new(),
            _folder: folder,
        };
        bucket.address = bucket.address_once_it_listens(&log).await;
        let made = http_client()
            .expect("TLS can be set up")
            .put(format!("{}/{NAME}", bucket.address))
            .send()
            .await
            .expect("it answers");
        assert!(made.status().is_success(), "the bucket is not made: {}", made.status());
        bucket
    }

    /// The settings of a program that keeps its objects in the bucket, below a prefix.
    #[must_use]
    pub fn settings(&self, prefix: &str) -> Vec<(&'static str, String)> {
        vec![
            ("STORAGE_URL", format!("s3://{NAME}/{prefix}")),
            ("S3_ENDPOINT", self.address.clone()),
            ("S3_ACCESS_KEY_ID", "somebody".to_owned()),
            ("S3_SECRET_ACCESS_KEY", "something".to_owned()),
        ]
    }

    /// How many uploads were begun and neither finished nor taken back, as the server lists them.
    ///
    /// # Panics
    /// If the server does not answer.
    pub async fn unfinished_uploads(&self) -> usize {
        let asked = http_client()
            .expect("TLS can be set up")
            .get(format!("{}/{NAME}?uploads", self.address));
        let answer = asked.send().await.expect("it answers");
        assert!(
            answer.status().is_success(),
            "uploads are not listed: {}",
            answer.status()
        );
        let listed = answer.text().await.expect("it answers");
        assert!(listed.contains("<ListMultipartUploadsResult"), "not a list: {listed}");
        listed.matches("<UploadId>").count()
    }

    /// Ends the server at once, as a fault would, and returns the port where it was.
    ///
    /// # Panics
    /// If it cannot be ended.
    pub fn end(&mut self) -> u16 {
        self.server.kill().expect("it can be killed");
        self.server.wait().expect("it ends");
        let (_, port) = self.address.rsplit_once(':').expect("an address with a port");
        port.parse().expect("a port")
    }

    /// The server chooses a port that is free, and says which when it listens there.
    async fn address_once_it_listens(&mut self, log: &Path) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let said = std::fs::read_to_string(log).unwrap_or_default();
            let address = said
                .lines()
                .find_map(|line| line.trim().strip_prefix("* Running on http://"));
            // A line that is not whole yet may lack digits.
            if let Some(address) = address.filter(|_| said.ends_with('\n')) {
                return format!("http://{address}");
            }
            let ended = self.server.try_wait().expect("its state can be asked");
            assert!(ended.is_none(), "moto_server ended ({ended:?}):\n{said}");
            assert!(Instant::now() < deadline, "moto_server does not listen:\n{said}");
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn spawn(log: &Path) -> Child {
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.local/moto/bin/moto_server");
    assert!(
        program.exists(),
        "{} is missing: run bin/setup --for test",
        program.display()
    );
    let output = File::create(log).expect("a log can be written");
    Command::new(&program)
        .args(["-H", "127.0.0.1", "-p", "0"])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(output.try_clone().expect("a log can be written"))
        .stderr(output)
        .spawn()
        .unwrap_or_else(|error| {
            panic!(
                "{} does not start ({error}): run bin/setup --for test",
                program.display()
            )
        })
}
