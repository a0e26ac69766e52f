//! The memory of the processes that open documents.
//!
//! Invariant: what a process starts counts with it, as long as it stays in its process group.

use std::time::Duration;

use tokio::time::sleep;

const CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// The whole group is looked for with every so many checks, and not with the first: that reads a file for each process of
/// the machine, and most documents are read before.
const CHECKS_PER_GROUP: u32 = 10;
const PAGE_SIZE: u64 = 4096;

/// Resolves when the process group of a process, which leads it, uses more memory than its limit.
pub async fn exceeds(leader: Option<u32>, limit: u64) {
    let (Some(leader), true) = (leader, cfg!(target_os = "linux")) else {
        return std::future::pending().await;
    };
    for check in 1_u32.. {
        sleep(CHECK_INTERVAL).await;
        let bytes = if check.is_multiple_of(CHECKS_PER_GROUP) {
            of_group(leader)
        } else {
            of_process(leader).unwrap_or(0)
        };
        if bytes > limit {
            return;
        }
    }
}

/// The resident memory of a process in bytes.
fn of_process(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let resident = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = resident.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes * 1024)
}

/// The resident memory of a process group in bytes.
fn of_group(leader: u32) -> u64 {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| group_and_pages(&stat))
        .filter(|(group, _)| *group == leader)
        .map(|(_, pages)| pages * PAGE_SIZE)
        .sum()
}

/// The process group and the resident pages in `/proc/PID/stat` (its fields 5 and 24).
fn group_and_pages(stat: &str) -> Option<(u32, u64)> {
    // The name of the program, in brackets, may have blanks and brackets.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    Some((fields.get(2)?.parse().ok()?, fields.get(21)?.parse().ok()?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};

    use super::*;

    const LIMIT: u64 = 4_000_000;

    #[test]
    fn the_group_is_read_after_a_name_with_brackets() {
        let stat = "7 (a) b (c) R 1 42 7 0 -1 4194560 1 0 0 0 1 1 0 0 20 0 1 0 5 1000000 321 18446744073709551615";
        assert_eq!(group_and_pages(stat), Some((42, 321)));
        assert_eq!(group_and_pages("7 nothing"), None);
    }

    #[tokio::test]
    async fn what_a_process_starts_counts_with_it() {
        // A shell that waits for another, which holds 8 MB until its input ends. It has to wait for `cat`: a shell becomes its
        // last command, and then holds nothing.
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "(x=$(head -c 8000000 /dev/zero | tr '\\0' x); cat; true); true"])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        exceeds(Some(shell.id()), LIMIT).await;
        assert!(
            of_process(shell.id()).expect("it runs") < LIMIT,
            "the child made the difference"
        );
        drop(shell.stdin.take());
        shell.wait().expect("it ends");
    }
}
