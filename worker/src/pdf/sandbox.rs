//! How the child locks itself in: before it opens anything that somebody handed in.
//!
//! Invariant: limits are set before the library is loaded, and what the kernel can forbid is forbidden right after.
//! Nothing here weakens; where a kernel lacks something the child says so and goes on within its limits.

use anyhow::{Context as _, Result};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::frame::Sandbox;

/// What the child may use of memory before the kernel says no. The parent ends it long before.
const ADDRESS_SPACE: u64 = 4 * 1024 * 1024 * 1024;
const PROCESSOR_SECONDS: u64 = 900;
/// At the lower limit the kernel says why it ends the child, at the upper one it kills it like anybody else.
const SECONDS_TO_BE_TOLD: u64 = 5;
const OPEN_FILES: u64 = 16;

/// Sets the limits that every Unix knows.
///
/// # Errors
/// If the kernel refuses one.
pub fn limit() -> Result<()> {
    let limits = [
        (Resource::As, ADDRESS_SPACE, ADDRESS_SPACE),
        (Resource::Cpu, PROCESSOR_SECONDS, PROCESSOR_SECONDS + SECONDS_TO_BE_TOLD),
        (Resource::Nofile, OPEN_FILES, OPEN_FILES),
        (Resource::Fsize, 0, 0),
        (Resource::Core, 0, 0),
    ];
    for (resource, lower, upper) in limits {
        setrlimit(
            resource,
            Rlimit {
                current: Some(lower),
                maximum: Some(upper),
            },
        )
        .with_context(|| format!("no limit for {resource:?}"))?;
    }
    Ok(())
}

/// Dies when the parent dies, and at no other signal than the last: a platform that asks every process to stop must not
/// end the child before its parent has given the work back.
///
/// # Errors
/// If the parent is gone already.
pub fn belong_to(parent: i32) -> Result<()> {
    // Handlers stay when the runtime that set them is gone.
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

/// Gives up opening files, connections and programs, as far as this kernel can hold us to it.
#[cfg(target_os = "linux")]
pub fn lock_in() -> Sandbox {
    Sandbox {
        files: linux::no_files().unwrap_or(false),
        calls: linux::no_calls(&[linux::FORBIDDEN, linux::FORBIDDEN_WITHOUT_FILES].concat()).is_ok(),
    }
}

/// Elsewhere the limits must do.
#[cfg(not(target_os = "linux"))]
pub fn lock_in() -> Sandbox {
    Sandbox {
        files: false,
        calls: false,
    }
}

/// What remains to forbid to a program that is to be started next, and that has files of its own to read: it may read
/// what is installed on this machine, and neither write nor connect.
pub fn lock_in_program() {
    #[cfg(target_os = "linux")]
    {
        // The process that reads documents has told already what this kernel cannot do.
        let _ = linux::installed_files_alone();
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

    /// Where systems install programs, libraries and their data.
    const INSTALLED: [&str; 6] = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/opt", "/nix/store"];

    /// Calls that reading a document never needs.
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

    /// Calls that only a program with files of its own needs.
    pub const FORBIDDEN_WITHOUT_FILES: &[i64] = &[
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_openat,
        libc::SYS_openat2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
    ];

    /// Whether the whole file system is out of reach from now on.
    pub fn no_files() -> Result<bool> {
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V1))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Of the file system only what is installed can be read from now on, and nothing written.
    pub fn installed_files_alone() -> Result<()> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V1))?
            .create()?
            .add_rules(path_beneath_rules(INSTALLED, AccessFs::from_read(ABI::V1)))?
            .restrict_self()?;
        Ok(())
    }

    /// The kernel answers *not permitted* to what is forbidden.
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

    /// Both locks hold the thread that asks for them, and what it starts.
    #[test]
    fn who_is_locked_in_can_neither_connect_nor_open_nor_start_anything() {
        let locked_in = std::thread::spawn(|| {
            let sandbox = lock_in();
            assert!(sandbox.calls, "every kernel that we run on filters calls");
            let refused = [
                std::net::UdpSocket::bind("127.0.0.1:0").err(),
                std::fs::File::open("/etc/passwd").err(),
                // If it were permitted, it would not be found.
                Some(std::process::Command::new("/nowhere").exec()),
            ];
            refused.map(|error| error.map(|error| error.kind()))
        });
        assert_eq!(locked_in.join().unwrap(), [Some(ErrorKind::PermissionDenied); 3]);
    }
}
