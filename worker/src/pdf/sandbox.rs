//! The sandbox of the child: resource limits, Landlock and seccomp, entered before it opens a document.
//!
//! Invariant: limits are set before the library is loaded, and all that the kernel can forbid is forbidden right after.
//! Where a kernel lacks a feature, the child reports it and goes on within its limits.

use anyhow::{Context as _, Result};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::frame::Sandbox;

/// The limit of the child's address space. The parent kills it long before.
const ADDRESS_SPACE: u64 = 4 * 1024 * 1024 * 1024;
const PROCESSOR_SECONDS: u64 = 900;
/// The soft limit ends the child with `SIGXCPU`, which tells why; the hard limit, this much later, with `SIGKILL`.
const HARD_LIMIT_DELAY_SECONDS: u64 = 5;
const OPEN_FILES: u64 = 16;

/// Sets the resource limits that every Unix has.
///
/// # Errors
/// If the kernel refuses one.
pub fn limit() -> Result<()> {
    let limits = [
        (Resource::As, ADDRESS_SPACE, ADDRESS_SPACE),
        (
            Resource::Cpu,
            PROCESSOR_SECONDS,
            PROCESSOR_SECONDS + HARD_LIMIT_DELAY_SECONDS,
        ),
        (Resource::Nofile, OPEN_FILES, OPEN_FILES),
        (Resource::Fsize, 0, 0),
        (Resource::Core, 0, 0),
    ];
    for (resource, soft, hard) in limits {
        setrlimit(
            resource,
            Rlimit {
                current: Some(soft),
                maximum: Some(hard),
            },
        )
        .with_context(|| format!("no limit for {resource:?}"))?;
    }
    Ok(())
}

/// Makes the process die with its parent, and ignore signals to stop: a platform that signals every process must not
/// end the child before its parent has released the job.
///
/// # Errors
/// If the parent is gone already.
pub fn die_with_parent(parent: i32) -> Result<()> {
    // The signal handlers stay after the runtime that set them is gone.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        use tokio::signal::unix::{SignalKind, signal};
        drop(signal(SignalKind::terminate())?);
        drop(signal(SignalKind::interrupt())?);
        Ok::<_, std::io::Error>(())
    })?;
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let is_orphan = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get()) != Some(parent);
    anyhow::ensure!(!is_orphan, "the parent is gone");
    Ok(())
}

/// Gives up the right to open files and connections and to start programs, as far as this kernel can enforce it.
#[cfg(target_os = "linux")]
pub fn enter() -> Sandbox {
    Sandbox {
        files: linux::no_files().unwrap_or(false),
        calls: linux::no_calls(&[linux::FORBIDDEN, linux::FORBIDDEN_WITHOUT_FILES].concat()).is_ok(),
    }
}

/// Other systems have the resource limits only.
#[cfg(not(target_os = "linux"))]
pub fn enter() -> Sandbox {
    Sandbox {
        files: false,
        calls: false,
    }
}

/// The sandbox for a program that is started next and reads files of its own: it may read what is installed on this
/// machine, and neither write nor connect.
pub fn enter_for_program() {
    #[cfg(target_os = "linux")]
    {
        // The child that reads the document has reported already what this kernel lacks.
        let _ = linux::only_installed_files();
        let _ = linux::no_calls(linux::FORBIDDEN);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use anyhow::{Context as _, Result};
    use landlock::{
        ABI, Access as _, AccessFs, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus,
        path_beneath_rules,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    /// Folders where systems install programs, libraries and their data.
    const INSTALLED: [&str; 6] = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/opt", "/nix/store"];

    /// System calls that reading a document never needs.
    pub const FORBIDDEN: &[i64] = &[
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_bind,
        libc::SYS_bpf,
        libc::SYS_chroot,
        libc::SYS_clone3,
        libc::SYS_connect,
        libc::SYS_io_uring_setup,
        libc::SYS_kill,
        libc::SYS_linkat,
        libc::SYS_listen,
        libc::SYS_mkdirat,
        libc::SYS_mount,
        libc::SYS_pidfd_open,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_ptrace,
        libc::SYS_renameat2,
        libc::SYS_sendmsg,
        libc::SYS_sendto,
        libc::SYS_setns,
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_symlinkat,
        libc::SYS_unlinkat,
        libc::SYS_unshare,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_creat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_fork,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_vfork,
    ];

    /// System calls that only a program with files of its own needs.
    pub const FORBIDDEN_WITHOUT_FILES: &[i64] = &[
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_openat,
        libc::SYS_openat2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
    ];

    /// Forbids the whole file system from now on. Returns whether the kernel enforces it.
    pub fn no_files() -> Result<bool> {
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V1))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Allows reading installed files only from now on, and no writing.
    pub fn only_installed_files() -> Result<()> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V1))?
            .create()?
            .add_rules(path_beneath_rules(INSTALLED, AccessFs::from_read(ABI::V1)))?
            .restrict_self()?;
        Ok(())
    }

    /// Makes the kernel refuse these system calls with `EPERM`.
    pub fn no_calls(forbidden: &[i64]) -> Result<()> {
        let filter = SeccompFilter::new(
            forbidden
                .iter()
                .map(|&call| (call, Vec::new()))
                .collect::<BTreeMap<_, _>>(),
            SeccompAction::Allow,
            SeccompAction::Errno(u32::try_from(libc::EPERM)?),
            TargetArch::try_from(std::env::consts::ARCH).context("an unknown kind of processor")?,
        )?;
        let program = BpfProgram::try_from(filter)?;
        Ok(seccompiler::apply_filter(&program)?)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::ErrorKind;
    use std::os::unix::process::CommandExt as _;

    use super::*;

    /// Landlock and seccomp apply to the thread that sets them, and to what it starts.
    #[test]
    fn a_sandboxed_thread_can_neither_connect_nor_open_files_nor_start_programs() {
        let sandboxed = std::thread::spawn(|| {
            let sandbox = enter();
            assert!(sandbox.calls, "every kernel that we run on filters calls");
            let refused = [
                std::net::UdpSocket::bind("127.0.0.1:0").err(),
                std::fs::File::open("/etc/passwd").err(),
                // If it were permitted, it would not be found.
                Some(std::process::Command::new("/nowhere").exec()),
            ];
            refused.map(|error| error.map(|error| error.kind()))
        });
        assert_eq!(sandboxed.join().unwrap(), [Some(ErrorKind::PermissionDenied); 3]);
    }
}
