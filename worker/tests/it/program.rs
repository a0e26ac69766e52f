//! A process started by a test, which ends with the test.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The number of log lines shown when a test fails.
const SHOWN_LINES: usize = 60;

/// A running program. Its output goes to a file that is shown if the test fails.
pub struct Program {
    name: String,
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Starts a program with these settings and no others.
    pub fn start(name: &str, program: &Path, arguments: &[&str], settings: &[(String, String)]) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}.log", std::process::id()));
        let output = File::create(&log).expect("a log can be written");
        let child = Command::new(program)
            .args(arguments)
            .env_clear()
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a log can be written"))
            .stderr(output)
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
        Self {
            name: name.to_owned(),
            child,
            log,
        }
    }

    /// Whether it is still running.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("its state can be asked").is_none()
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its resident memory, in bytes.
    pub fn memory(&self) -> u64 {
        self.told("VmRSS:")
    }

    /// The most resident memory that it ever had, in bytes.
    pub fn peak_memory(&self) -> u64 {
        self.told("VmHWM:")
    }

    /// Counts its peak memory from now on.
    pub fn forget_peak_memory(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("it runs");
    }

    fn told(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("told");
        let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kibibytes * 1024
    }

    /// Its output so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Kills it (SIGKILL) and waits until it is gone.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop (SIGTERM), as a platform does.
    pub fn terminate(&self) {
        let sent = Command::new("sh")
            .args(["-c", "kill -TERM \"$0\"", &self.child.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "{} can be asked", self.name);
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self, within: Duration) -> ExitStatus {
        let deadline = Instant::now() + within;
        loop {
            if let Some(status) = self.child.try_wait().expect("its state can be asked") {
                return status;
            }
            assert!(Instant::now() < deadline, "{} did not end within {within:?}", self.name);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            let shown = lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n");
            eprintln!("── the last lines of {} ({}):\n{shown}", self.name, self.log.display());
        } else {
            let _ = std::fs::remove_file(&self.log);
        }
    }
}
