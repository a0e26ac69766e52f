//! The seals of the audit trail: by a key that the database does not have.
//!
//! Invariant: a seal covers the place of a line and its hash, and so all lines before it.

use sqlx::{PgConnection, PgPool};

use crate::base::database;
use crate::base::error::{Error, Result};
use crate::base::vault::KeyRing;

const BATCH_SIZE: i64 = 1_000;

/// The bytes under the seal of a line.
fn sealed_bytes(position: i64, hash: &[u8]) -> Vec<u8> {
    [b"audit line", &position.to_be_bytes()[..], hash].concat()
}

/// Seals lines, each with its position and its hash.
pub(super) async fn seal(tx: &mut PgConnection, keys: &KeyRing, positions: &[i64], hashes: &[Vec<u8>]) -> Result<()> {
    let mut key_ids = Vec::with_capacity(positions.len());
    let mut seals = Vec::with_capacity(positions.len());
    for (&position, hash) in positions.iter().zip(hashes) {
        let (key_id, seal) = keys.seal(&sealed_bytes(position, hash));
        key_ids.push(key_id.to_owned());
        seals.push(seal.to_vec());
    }
    sqlx::query!(
        "insert into audit_seal (position, key_id, seal)
         select * from unnest($1::bigint[], $2::text[], $3::bytea[]) on conflict do nothing",
        positions,
        &key_ids,
        &seals
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) fn is_sealed(keys: &KeyRing, position: i64, hash: &[u8], key_id: &str, seal: &[u8]) -> bool {
    keys.is_sealed(key_id, &sealed_bytes(position, hash), seal)
}

/// The end of the trail, as it is kept where the database cannot reach it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// The last line.
    pub position: i64,
    /// Its hash, in hexadecimal.
    pub hash: String,
    /// The id of the key of its seal.
    pub key_id: String,
    /// Its seal, in hexadecimal.
    pub seal: String,
}

/// Seals the lines that have no seal, of releases that set none, and returns the end of the trail; none if it is empty.
/// Safe to repeat: a line is sealed once.
///
/// # Errors
/// `Conflict` if the trail does not lead to `known`, an earlier end: it was rewritten, and nothing is sealed.
pub async fn seal_older(db: &PgPool, keys: &KeyRing, known: Option<&Head>) -> Result<Option<Head>> {
    if let Some(known) = known
        && !leads_to(db, known).await?
    {
        return Err(Error::Conflict("The audit trail is not the one of before."));
    }
    loop {
        let lines = sqlx::query!(
            "select position, hash from audit_entry
             where not exists (select from audit_seal where audit_seal.position = audit_entry.position)
             order by position limit $1",
            BATCH_SIZE
        )
        .fetch_all(db)
        .await?;
        if lines.is_empty() {
            break;
        }
        let (positions, hashes): (Vec<i64>, Vec<Vec<u8>>) =
            lines.into_iter().map(|line| (line.position, line.hash)).unzip();
        let mut tx = database::begin(db).await?;
        seal(&mut tx, keys, &positions, &hashes).await?;
        tx.commit().await?;
    }
    let head = sqlx::query!("select position, hash from audit_head")
        .fetch_one(db)
        .await?;
    let (key_id, seal) = keys.seal(&sealed_bytes(head.position, &head.hash));
    Ok((head.position > 0).then(|| Head {
        position: head.position,
        hash: hex::encode(&head.hash),
        key_id: key_id.to_owned(),
        seal: hex::encode(seal),
    }))
}

/// Whether the line at an earlier end still has its hash.
pub async fn leads_to(db: &PgPool, known: &Head) -> Result<bool> {
    let hash = sqlx::query_scalar!("select hash from audit_entry where position = $1", known.position)
        .fetch_optional(db)
        .await?;
    Ok(hash.is_some_and(|hash| hex::encode(hash) == known.hash))
}
