//! Temporary folders with the files of an open index.
//!
//! Invariant: a folder is locked while its process lives. An unlocked folder belongs to a killed process, and is
//! removed when the next folder is created.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::error::{Error, Result};

const PREFIX: &str = "stillwater-search-";
const LOCK: &str = "lock";

/// A temporary folder, removed on drop.
pub struct Folder {
    folder: TempDir,
    _lock: File,
}

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Result<Self> {
        Self::new_in(&std::env::temp_dir()).map_err(Error::internal)
    }

    fn new_in(parent: &Path) -> io::Result<Self> {
        remove_abandoned(parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // The lock file is renamed after it is locked, so that nobody finds it unlocked.
        let temporary = folder.path().join("lock.new");
        let lock = File::create(&temporary)?;
        lock.lock()?;
        std::fs::rename(temporary, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Ignores errors: another process may have been faster, or the folder belongs to another user.
fn remove_abandoned(parent: &Path) {
    for entry in parent.read_dir().into_iter().flatten().flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let folder = entry.path();
        if let Ok(lock) = File::open(folder.join(LOCK))
            && lock.try_lock().is_ok()
            && let Err(error) = std::fs::remove_dir_all(&folder)
        {
            tracing::debug!(%error, "an abandoned index folder could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abandoned_folders_are_removed_and_locked_ones_are_kept() {
        let parent = tempfile::tempdir().unwrap();
        let abandoned = parent.path().join(format!("{PREFIX}left"));
        let foreign = parent.path().join("strange");
        for folder in [&abandoned, &foreign] {
            std::fs::create_dir(folder).unwrap();
            File::create(folder.join(LOCK)).unwrap();
        }
        let first = Folder::new_in(parent.path()).unwrap();
        assert!(!abandoned.exists());
        assert!(foreign.exists());

        let next = Folder::new_in(parent.path()).unwrap();
        assert!(first.path().join(LOCK).exists());
        assert!(next.path().join(LOCK).exists());
    }

    #[test]
    fn a_folder_is_removed_on_drop() {
        let parent = tempfile::tempdir().unwrap();
        let first = Folder::new_in(parent.path()).unwrap();
        let path = first.path().to_owned();
        assert!(path.exists());
        drop(first);
        assert!(!path.exists());
    }
}
