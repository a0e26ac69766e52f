//! `worker rotate-keys`: rewraps every data key under the first key of `ENC_KEYS`, and prints which keys may be
//! removed.
//!
//! It may run while the product runs, be killed at any time, and be run again.

use std::io::Write;

use anyhow::Result;
use shared::config::Config;
use shared::database;
use shared::vault::{self, KeyUse, Rotation};

/// Rewraps all data keys and prints its progress.
///
/// # Errors
/// If a key is wrong or missing, a data key does not open, or the database does not answer.
pub async fn rotate(config: &Config, out: &mut impl Write) -> Result<()> {
    let db = database::pool(config)?;
    database::check(&db, config).await?;
    let mut rotation = Rotation::new(&db, &config.key_ring);
    let mut rewrapped = 0;
    while let Some(batch) = rotation.next_batch().await? {
        rewrapped += batch;
        writeln!(out, "wrapped anew: {rewrapped}")?;
        out.flush()?;
    }
    writeln!(out, "Done: {rewrapped} wrapped anew.")?;
    for key in vault::key_uses(&db, &config.key_ring).await? {
        writeln!(out, "{}", line(&key))?;
    }
    Ok(())
}

fn line(key: &KeyUse) -> String {
    let KeyUse {
        key_id,
        is_current,
        data_keys,
    } = key;
    match (is_current, data_keys) {
        (true, _) => format!("{key_id}: the current key, wraps {data_keys}"),
        (false, 0) => format!("{key_id}: wraps nothing; it may be taken out of ENC_KEYS"),
        (false, _) => format!("{key_id}: still wraps {data_keys}; does a process run with it first? Run this again"),
    }
}
