//! A folder on disk with files of the index, for as long as this process needs them.
//!
//! Invariant: a folder is locked while its process lives. One that nobody locks was left by a process that was killed,
//! and goes when the next one is made.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::error::{Error, Result};

const PREFIX: &str = "stillwater-search-";
const LOCK: &str = "lock";

/// A folder that goes with whoever holds it.
pub struct Folder {
    folder: TempDir,
    _lock: File,
}

impl Folder {
    /// An empty one.
    pub fn new() -> Result<Self> {
        Self::new_in(&std::env::temp_dir()).map_err(Error::internal)
    }

    fn new_in(place: &Path) -> io::Result<Self> {
        take_away_abandoned(place);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        // It gets its name when it is locked already: nobody can find it free.
        let unnamed = folder.path().join("lock.new");
        let lock = File::create(&unnamed)?;
        lock.lock()?;
        std::fs::rename(unnamed, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// What cannot be seen or taken away stays: another process may have been faster, or it belongs to another user.
fn take_away_abandoned(place: &Path) {
    for entry in place.read_dir().into_iter().flatten().flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let folder = entry.path();
        if let Ok(lock) = File::open(folder.join(LOCK))
            && lock.try_lock().is_ok()
            && let Err(error) = std::fs::remove_dir_all(&folder)
        {
            tracing::debug!(%error, "an abandoned folder of the index stays");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_goes_and_what_is_held_stays() {
        let place = tempfile::tempdir().unwrap();
        let left = place.path().join(format!("{PREFIX}left"));
        let strange = place.path().join("strange");
        for folder in [&left, &strange] {
            std::fs::create_dir(folder).unwrap();
            File::create(folder.join(LOCK)).unwrap();
        }
        let held = Folder::new_in(place.path()).unwrap();
        assert!(!left.exists());
        assert!(strange.exists());

        let next = Folder::new_in(place.path()).unwrap();
        assert!(held.path().join(LOCK).exists());
        assert!(next.path().join(LOCK).exists());
    }

    #[test]
    fn it_goes_with_its_holder() {
        let place = tempfile::tempdir().unwrap();
        let held = Folder::new_in(place.path()).unwrap();
        let path = held.path().to_owned();
        assert!(path.exists());
        drop(held);
        assert!(!path.exists());
    }
}
