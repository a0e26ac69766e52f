//! Serialises `i8` cells as byte strings, about a quarter of the size of a list of numbers in MessagePack.
//!
//! They are short, so that a reader of a stream needs room for one of them only, and not for all cells twice.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most cells of one byte string.
const CHUNK: usize = 64 << 10;
/// The most byte strings for which there is room from the beginning: a damaged file may promise any number.
const MAX_EXPECTED: usize = 256;

pub(crate) fn serialize<S: Serializer>(cells: &[i8], serializer: S) -> Result<S::Ok, S::Error> {
    let chunk = |cells: &[i8]| Chunk(cells.iter().map(|cell| cell.cast_unsigned()).collect());
    serializer.collect_seq(cells.chunks(CHUNK).map(chunk))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i8>, D::Error> {
    deserializer.deserialize_seq(Cells)
}

struct Cells;

impl<'de> Visitor<'de> for Cells {
    type Value = Vec<i8>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("byte strings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut chunks: A) -> Result<Self::Value, A::Error> {
        let mut cells = Vec::new();
        cells.reserve_exact(chunks.size_hint().unwrap_or_default().min(MAX_EXPECTED) * CHUNK);
        while let Some(Chunk(chunk)) = chunks.next_element()? {
            cells.extend(chunk.iter().map(|byte| byte.cast_signed()));
        }
        cells.shrink_to_fit();
        Ok(cells)
    }
}

/// One byte string.
struct Chunk(Vec<u8>);

impl Serialize for Chunk {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Chunk {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

struct Bytes;

impl Visitor<'_> for Bytes {
    type Value = Chunk;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Chunk, E> {
        Ok(Chunk(bytes.to_vec()))
    }
}
