//! Envelope encryption of confidential text: AES-256-GCM with one data key per owner, wrapped by the operator's keys.
//!
//! Invariant: a sealed value opens only for the column, row and owner for which it was sealed.
//!
//! A sealed value consists of a version byte (1), a random nonce of 12 bytes, and the ciphertext with its 16-byte tag.
//! A wrapped data key is sealed under a key of `ENC_KEYS`; everything else is sealed under a data key.

mod key_ring;
mod rotation;

pub use key_ring::{BadKeyRing, KeyRing};
pub use rotation::{KeyUse, Rotation, key_uses};

use aes_gcm::aead::{Aead, Generate, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Key, Nonce};
use sqlx::PgConnection;
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::base::database;
use crate::base::error::{Error, Result};
use crate::base::ids::Owner;

const VERSION: u8 = 1;
const NONCE_BYTES: usize = 12;
const CANARY: &[u8] = b"stillwater vault canary v1";

/// The key that seals the data of one owner. It is wiped on drop.
pub struct DataKey(Aes256Gcm);

/// The place of a sealed value, authenticated with it: a value that was moved elsewhere does not open.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The table's name.
    pub table: &'static str,
    /// The column's name.
    pub column: &'static str,
    /// The id of the row.
    pub row: Uuid,
    /// The id of the owner.
    pub owner: Uuid,
}

impl Place {
    fn associated_data(&self) -> Vec<u8> {
        format!("{}|{}|{}|{}", self.table, self.column, self.row, self.owner).into_bytes()
    }
}

impl DataKey {
    /// Seals bytes for a place.
    ///
    /// # Errors
    /// `Internal` if the text is too long for the cipher (64 GiB).
    pub fn seal(&self, place: Place, plain: &[u8]) -> Result<Vec<u8>> {
        seal(&self.0, &place.associated_data(), plain)
    }

    /// Opens a value that was sealed for this place.
    ///
    /// # Errors
    /// `Internal` if it was sealed for another place or under another key, or is damaged.
    pub fn open(&self, place: Place, sealed: &[u8]) -> Result<Vec<u8>> {
        open(&self.0, &place.associated_data(), sealed).ok_or_else(|| {
            Error::internal(anyhow::anyhow!(
                "{}.{} of row {} does not open",
                place.table,
                place.column,
                place.row
            ))
        })
    }
}

/// The data key of an owner, created at first use. Locks a user's account until the transaction ends, so that nothing
/// is sealed for a deleted user.
///
/// # Errors
/// `SignInRequired` if the owner is a user whose account was deleted; `Internal` if the wrapped key does not open.
pub async fn data_key(tx: &mut PgConnection, key_ring: &KeyRing, owner: Owner) -> Result<DataKey> {
    database::lock_account(tx, owner).await?;
    create_data_key(tx, key_ring, owner.id, owner.kind.as_str()).await?;
    existing_data_key(tx, key_ring, owner.id).await
}

/// The data key of something without a human owner, created at first use.
///
/// # Errors
/// `Internal` if the wrapped key does not open.
pub async fn system_key(tx: &mut PgConnection, key_ring: &KeyRing, id: Uuid) -> Result<DataKey> {
    create_data_key(tx, key_ring, id, "system").await?;
    existing_data_key(tx, key_ring, id).await
}

async fn create_data_key(tx: &mut PgConnection, key_ring: &KeyRing, owner_id: Uuid, owner_kind: &str) -> Result<()> {
    let fresh = Key::<Aes256Gcm>::generate();
    let (key_id, wrapping) = key_ring.current();
    let wrapped = seal(wrapping, &wrap_data(owner_id, key_id), &fresh)?;
    sqlx::query!(
        "insert into data_key (owner_id, owner_kind, wrapping_key_id, wrapped) values ($1, $2, $3, $4)
         on conflict (owner_id) do nothing",
        owner_id,
        owner_kind,
        key_id,
        wrapped
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The existing data key of an owner.
///
/// # Errors
/// `NotFound` if there is none; `Internal` if it does not open.
pub async fn existing_data_key(tx: &mut PgConnection, key_ring: &KeyRing, owner_id: Uuid) -> Result<DataKey> {
    let row = sqlx::query!(
        "select wrapping_key_id, wrapped from data_key where owner_id = $1",
        owner_id
    )
    .fetch_optional(tx)
    .await?
    .ok_or(Error::NotFound)?;
    let wrapping = key_ring
        .by_id(&row.wrapping_key_id)
        .ok_or_else(|| Error::internal(anyhow::anyhow!("ENC_KEYS lacks the key {}", row.wrapping_key_id)))?;
    let plain = unwrap(wrapping, owner_id, &row.wrapping_key_id, &row.wrapped)?;
    let key = Key::<Aes256Gcm>::try_from(plain.as_slice())
        .map_err(|_| Error::internal(anyhow::anyhow!("the data key of owner {owner_id} has a wrong length")))?;
    Ok(DataKey(Aes256Gcm::new(&key)))
}

/// Checks that every key in the ring is the same as before under its id, and that no key in use is missing.
///
/// # Errors
/// `Conflict` if a key is wrong or missing; the log names its id.
pub async fn check(db: &sqlx::PgPool, key_ring: &KeyRing) -> Result<()> {
    for (key_id, wrapping) in key_ring.all() {
        let sealed = seal(wrapping, key_id.as_bytes(), CANARY)?;
        sqlx::query!(
            "insert into vault_canary (wrapping_key_id, sealed) values ($1, $2) on conflict do nothing",
            key_id,
            sealed
        )
        .execute(db)
        .await?;
        let stored = sqlx::query_scalar!("select sealed from vault_canary where wrapping_key_id = $1", key_id)
            .fetch_one(db)
            .await?;
        if open(wrapping, key_id.as_bytes(), &stored).as_deref() != Some(CANARY) {
            tracing::error!(
                key.id = key_id,
                "the key of this id in ENC_KEYS is not the one used before"
            );
            return Err(Error::Conflict("a key in ENC_KEYS is not the one used before"));
        }
    }
    let ids: Vec<String> = key_ring.all().map(|(key_id, _)| key_id.to_owned()).collect();
    let missing = sqlx::query_scalar!(
        "select wrapping_key_id from data_key where wrapping_key_id <> all($1) limit 1",
        &ids
    )
    .fetch_optional(db)
    .await?;
    if let Some(key_id) = missing {
        tracing::error!(key.id = key_id, "ENC_KEYS lacks a key that is still in use");
        return Err(Error::Conflict("a key that is still in use is missing from ENC_KEYS"));
    }
    Ok(())
}

/// Opens a wrapped data key.
fn unwrap(wrapping: &Aes256Gcm, owner_id: Uuid, key_id: &str, wrapped: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
    open(wrapping, &wrap_data(owner_id, key_id), wrapped)
        .map(Zeroizing::new)
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the data key of owner {owner_id} does not open")))
}

fn wrap_data(owner_id: Uuid, key_id: &str) -> Vec<u8> {
    format!("data_key|wrapped|{owner_id}|{key_id}").into_bytes()
}

fn seal(cipher: &Aes256Gcm, associated: &[u8], plain: &[u8]) -> Result<Vec<u8>> {
    let nonce = Nonce::generate();
    let ciphertext = cipher
        .encrypt(
            &nonce,
            Payload {
                msg: plain,
                aad: associated,
            },
        )
        .map_err(|_| Error::internal(anyhow::anyhow!("too long to seal")))?;
    Ok([&[VERSION], nonce.as_slice(), &ciphertext].concat())
}

fn open(cipher: &Aes256Gcm, associated: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (version, rest) = sealed.split_first()?;
    let (nonce, ciphertext) = rest.split_at_checked(NONCE_BYTES)?;
    let nonce = Nonce::try_from(nonce).ok()?;
    (*version == VERSION).then(|| {
        cipher
            .decrypt(
                &nonce,
                Payload {
                    msg: ciphertext,
                    aad: associated,
                },
            )
            .ok()
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> DataKey {
        DataKey(Aes256Gcm::new(&Key::<Aes256Gcm>::generate()))
    }

    fn place() -> Place {
        Place {
            table: "testimony",
            column: "sealed",
            row: Uuid::from_u128(1),
            owner: Uuid::from_u128(2),
        }
    }

    #[test]
    fn a_sealed_value_opens_in_its_own_place() {
        let key = key();
        let sealed = key.seal(place(), b"words").expect("seals");
        assert_eq!(key.open(place(), &sealed).expect("opens"), b"words");
        assert_ne!(
            sealed,
            key.seal(place(), b"words").expect("seals"),
            "every seal has its own nonce"
        );
    }

    #[test]
    fn a_value_does_not_open_elsewhere_or_damaged_or_under_another_key() {
        let key = key();
        let sealed = key.seal(place(), b"words").expect("seals");
        for elsewhere in [
            Place {
                row: Uuid::from_u128(3),
                ..place()
            },
            Place {
                owner: Uuid::from_u128(3),
                ..place()
            },
            Place {
                column: "notes",
                ..place()
            },
            Place {
                table: "prayer",
                ..place()
            },
        ] {
            assert!(key.open(elsewhere, &sealed).is_err(), "{elsewhere:?}");
        }
        for position in 0..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[position] ^= 1;
            assert!(key.open(place(), &damaged).is_err(), "byte {position}");
            assert!(key.open(place(), &sealed[..position]).is_err(), "cut at {position}");
        }
        assert!(self::key().open(place(), &sealed).is_err());
    }
}
