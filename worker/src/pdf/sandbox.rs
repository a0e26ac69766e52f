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
        // No further process or thread. Root is not bound by it; the filter of system calls is for every user.
        (Resource::Nproc, 0, 0),
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
        calls: linux::no_calls(&[linux::FORBIDDEN, linux::FORBIDDEN_OLD, linux::FORBIDDEN_WITHOUT_FILES].concat())
            .is_ok(),
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
        let _ = linux::no_calls(&[linux::FORBIDDEN, linux::FORBIDDEN_OLD].concat());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use anyhow::{Context as _, Result};
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError,
        RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    /// Folders where systems install programs, libraries and their data.
    const INSTALLED: [&str; 6] = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/opt", "/nix/store"];

    /// The newest rights that we know. A kernel that knows fewer enforces those (best effort).
    const NEWEST: ABI = ABI::V9;

    /// System calls that reading a document never needs.
    pub const FORBIDDEN: &[i64] = &[
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_bind,
        libc::SYS_bpf,
        libc::SYS_chroot,
        libc::SYS_clone3,
        libc::SYS_connect,
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_fsetxattr,
        libc::SYS_ftruncate,
        libc::SYS_io_uring_setup,
        libc::SYS_kill,
        libc::SYS_linkat,
        libc::SYS_keyctl,
        libc::SYS_listen,
        libc::SYS_lsetxattr,
        libc::SYS_memfd_create,
        libc::SYS_mkdirat,
        libc::SYS_mknodat,
        libc::SYS_mount,
        libc::SYS_perf_event_open,
        libc::SYS_personality,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_send_signal,
        libc::SYS_prlimit64,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_ptrace,
        libc::SYS_renameat2,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_sendmmsg,
        libc::SYS_sendmsg,
        libc::SYS_sendto,
        libc::SYS_setns,
        libc::SYS_setxattr,
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_symlinkat,
        libc::SYS_tgkill,
        libc::SYS_tkill,
        libc::SYS_truncate,
        libc::SYS_unlinkat,
        libc::SYS_unshare,
        libc::SYS_userfaultfd,
        libc::SYS_utimensat,
    ];

    /// The older forms of such calls, which newer processors do not have.
    #[cfg(target_arch = "x86_64")]
    pub const FORBIDDEN_OLD: &[i64] = &[
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_creat,
        libc::SYS_fork,
        libc::SYS_futimesat,
        libc::SYS_lchown,
        libc::SYS_link,
        libc::SYS_mkdir,
        libc::SYS_mknod,
        libc::SYS_rename,
        libc::SYS_renameat,
        libc::SYS_rmdir,
        libc::SYS_setrlimit,
        libc::SYS_symlink,
        libc::SYS_unlink,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_vfork,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    pub const FORBIDDEN_OLD: &[i64] = &[libc::SYS_renameat];

    /// System calls that only a program with files of its own needs.
    pub const FORBIDDEN_WITHOUT_FILES: &[i64] = &[
        libc::SYS_clone,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_openat,
        libc::SYS_openat2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
    ];

    /// All that Landlock can forbid: files, ports, and signals and sockets of other processes.
    fn everything() -> std::result::Result<Ruleset, RulesetError> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))
    }

    /// Forbids the whole file system from now on. Returns whether the kernel enforces it.
    pub fn no_files() -> Result<bool> {
        let status = everything()?.create()?.restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Allows reading installed files only from now on, and no writing.
    pub fn only_installed_files() -> Result<()> {
        everything()?
            .create()?
            .add_rules(path_beneath_rules(INSTALLED, AccessFs::from_read(NEWEST)))?
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
    use std::fs::{self, File, FileTimes, Permissions};
    use std::io::{Error, ErrorKind};
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
    use std::process::Command;
    use std::thread;
    use std::time::SystemTime;

    use rustix::process::{Pid, getpid, prlimit, test_kill_process};

    use super::*;

    /// Landlock and seccomp apply to the thread that sets them, and to what it starts.
    fn inside<T: Send + 'static>(attempt: impl FnOnce() -> T + Send + 'static) -> T {
        let sandboxed = thread::spawn(|| {
            assert!(enter().calls, "every kernel that we run on filters calls");
            attempt()
        });
        sandboxed.join().expect("the thread ends")
    }

    fn is_refused<T>(result: std::result::Result<T, impl Into<Error>>) -> bool {
        result.is_err_and(|error| error.into().kind() == ErrorKind::PermissionDenied)
    }

    #[test]
    fn a_sandboxed_thread_can_neither_connect_nor_open_files_nor_start_programs() {
        let refused = inside(|| {
            [
                std::net::UdpSocket::bind("127.0.0.1:0").err(),
                File::open("/etc/passwd").err(),
                // If it were permitted, it would not be found.
                Some(Command::new("/nowhere").exec()),
            ]
            .map(|error| error.map(|error| error.kind()))
        });
        assert_eq!(refused, [Some(ErrorKind::PermissionDenied); 3]);
    }

    #[test]
    fn a_sandboxed_thread_can_change_no_file_that_is_open_or_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept");
        fs::write(&path, "kept").expect("written");
        let file = File::options().write(true).open(&path).expect("open");
        let named = path.clone();
        let refused = inside(move || {
            [
                is_refused(file.set_len(0)),
                is_refused(file.set_times(FileTimes::new().set_modified(SystemTime::UNIX_EPOCH))),
                is_refused(file.set_permissions(Permissions::from_mode(0o777))),
                is_refused(fs::set_permissions(&named, Permissions::from_mode(0o777))),
                is_refused(fs::remove_file(&named)),
                is_refused(fs::rename(&named, named.with_extension("moved"))),
                is_refused(fs::create_dir(named.with_extension("new"))),
                is_refused(std::os::unix::fs::symlink(&named, named.with_extension("link"))),
            ]
        });
        assert_eq!(refused, [true; 8]);
        assert_eq!(fs::read_to_string(&path).expect("there"), "kept");
    }

    #[test]
    fn a_sandboxed_thread_can_start_no_thread_and_no_process_and_change_no_limit() {
        let refused = inside(|| {
            let core = Rlimit {
                current: Some(0),
                maximum: Some(0),
            };
            [
                is_refused(thread::Builder::new().spawn(|| {})),
                is_refused(Command::new("/bin/true").spawn()),
                is_refused(test_kill_process(getpid())),
                is_refused(test_kill_process(Pid::INIT)),
                is_refused(prlimit(None, Resource::Core, core)),
                is_refused(setrlimit(Resource::Core, core)),
            ]
        });
        assert_eq!(refused, [true; 6]);
    }

    /// Only the next test runs it: it ends its process.
    #[test]
    #[ignore = "ends its process"]
    fn aborts_inside() {
        enter();
        std::process::abort();
    }

    /// `abort` sends the signal with `tgkill`. Where that is refused, glibc ends the process by an illegal instruction.
    #[test]
    fn a_sandboxed_process_can_send_no_signal_to_a_thread() {
        let status = Command::new(std::env::current_exe().expect("known"))
            .args([
                "--exact",
                "pdf::sandbox::tests::aborts_inside",
                "--ignored",
                "--test-threads=1",
            ])
            .output()
            .expect("it starts")
            .status;
        let signal = status.signal().expect("it was killed");
        assert_ne!(signal, rustix::process::Signal::ABORT.as_raw());
    }
}
