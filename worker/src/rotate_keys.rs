//! `worker rotate-keys`: wraps every data key anew under the first key of `ENC_KEYS`, and says which keys may go.
//!
//! It may run beside the product, be killed at any moment, and be run again.

use std::io::Write;

use anyhow::Result;
use shared::config::Config;
use shared::database;
use shared::vault::{self, KeyUse, Rotation};

/// Goes through all data keys and prints how far it is.
///
/// # Errors
/// If a key is wrong or missing, a data key does not open, or the database does not answer.
pub async fn rotate(config: &Config, out: &mut impl Write) -> Result<()> {
    let db = database::pool(config)?;
    database::check(&db, config).await?;
    let mut rotation = Rotation::new(&db, &config.key_ring);
    let mut wrapped_anew = 0;
    while let Some(batch) = rotation.next_batch().await? {
        wrapped_anew += batch;
        writeln!(out, "wrapped anew: {wrapped_anew}")?;
        out.flush()?;
    }
    writeln!(out, "Done: {wrapped_anew} wrapped anew.")?;
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
