//! An S3-compatible server for tests: a moto process on a free port, killed when the test ends.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use shared::ctx::http_client;

/// Starting Python on a cold machine takes long.
const START_TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

const NAME: &str = "stillwater";

/// A bucket on its own server.
pub struct Bucket {
    server: Child,
    address: String,
    // Contains the server's log.
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
        bucket.address = bucket.wait_for_address(&log).await;
        let created = http_client()
            .expect("TLS can be set up")
            .put(format!("{}/{NAME}", bucket.address))
            .send()
            .await
            .expect("it answers");
        assert!(
            created.status().is_success(),
            "the bucket was not created: {}",
            created.status()
        );
        bucket
    }

    /// The settings for storing objects in the bucket below a prefix.
    pub fn settings(&self, prefix: &str) -> Vec<(&'static str, String)> {
        vec![
            ("STORAGE_URL", format!("s3://{NAME}/{prefix}")),
            ("S3_ENDPOINT", self.address.clone()),
            ("S3_ACCESS_KEY_ID", "somebody".to_owned()),
            ("S3_SECRET_ACCESS_KEY", "something".to_owned()),
        ]
    }

    /// The number of uploads that the server lists as neither finished nor aborted.
    ///
    /// # Panics
    /// If the server does not answer.
    pub async fn unfinished_uploads(&self) -> usize {
        let request = http_client()
            .expect("TLS can be set up")
            .get(format!("{}/{NAME}?uploads", self.address));
        let answer = request.send().await.expect("it answers");
        assert!(
            answer.status().is_success(),
            "uploads are not listed: {}",
            answer.status()
        );
        let listed = answer.text().await.expect("it answers");
        assert!(listed.contains("<ListMultipartUploadsResult"), "not a list: {listed}");
        listed.matches("<UploadId>").count()
    }

    /// Kills the server and returns its port.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub fn end(&mut self) -> u16 {
        self.server.kill().expect("it can be killed");
        self.server.wait().expect("it ends");
        let (_, port) = self.address.rsplit_once(':').expect("an address with a port");
        port.parse().expect("a port")
    }

    /// Waits until the server logs its address with the port that it chose.
    async fn wait_for_address(&mut self, log: &Path) -> String {
        let deadline = Instant::now() + START_TIMEOUT;
        loop {
            let output = std::fs::read_to_string(log).unwrap_or_default();
            let address = output
                .lines()
                .find_map(|line| line.trim().strip_prefix("* Running on http://"));
            // An incomplete line may lack digits.
            if let Some(address) = address.filter(|_| output.ends_with('\n')) {
                return format!("http://{address}");
            }
            let exit_status = self.server.try_wait().expect("its status can be read");
            assert!(exit_status.is_none(), "moto_server ended ({exit_status:?}):\n{output}");
            assert!(Instant::now() < deadline, "moto_server does not listen:\n{output}");
            tokio::time::sleep(POLL_INTERVAL).await;
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
