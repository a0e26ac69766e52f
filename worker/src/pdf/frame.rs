//! The protocol from child to parent: a length and that many bytes of MessagePack, on the child's standard output.
//!
//! The fuzz target `frame` is built from this file alone, so it imports no other file of ours.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// The most text of a page in bytes. A document with a longer page is refused.
pub const MAX_PAGE_LEN: usize = 512 * 1024;
/// The longest frame: a page and its header.
const MAX_FRAME_LEN: usize = MAX_PAGE_LEN + 1024;

/// The largest picture: twice a sheet of A4 at 300 dpi.
pub const MAX_PIXELS: u32 = 16_000_000;

/// A message of the child.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// It is in the sandbox, as far as the kernel allows.
    Ready(Sandbox),
    /// The document is open and has this many pages.
    Opened(i32),
    /// The text of the next page.
    Page { number: i32, lines: String },
    /// The next page is a picture; its bytes follow the frame.
    Scan(Scan),
    /// All pages are read.
    Done,
    /// The document cannot be read.
    Refused(Refusal),
    /// What the metadata of the document says.
    Metadata {
        title: Option<String>,
        author: Option<String>,
    },
    /// The headings of the outline, or those of the next page.
    Headings(Vec<Heading>),
}

/// A heading of the document. The child is not trusted: it may name any page and level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    pub page: i32,
    pub level: i16,
    pub title: String,
}

/// A picture of a page: `height` rows of `width` bytes follow, each a grey value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    pub number: i32,
    pub width: u32,
    pub height: u32,
    pub dpi: u32,
}

impl Scan {
    /// Whether the size is possible: the child is not trusted.
    pub fn is_sound(self) -> bool {
        let pixels = self.width.checked_mul(self.height);
        pixels.is_some_and(|pixels| (1..=MAX_PIXELS).contains(&pixels)) && self.dpi > 0
    }
}

/// What the kernel enforces on the child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// It cannot open files.
    pub files: bool,
    /// It cannot open connections or start programs.
    pub calls: bool,
}

/// Why a document cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// It needs a password.
    Password,
    /// It cannot be opened as a PDF.
    Damaged,
    /// It has too many pages or too much on one.
    TooLarge,
}

/// Writes a frame.
///
/// # Errors
/// If the parent has gone.
pub fn send(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let bytes = rmp_serde::to_vec(frame).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&bytes)?;
    out.flush()
}

/// Reads the next frame; none when the child has ended.
///
/// # Errors
/// `InvalidData` if it is no frame: the rest cannot be trusted either.
pub async fn receive(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Frame>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length).await {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME_LEN {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    match from.read_exact(&mut bytes).await {
        Ok(_) => rmp_serde::from_slice(&bytes)
            .map(Some)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frames_are_read_as_they_were_sent_and_anything_else_is_refused() {
        let page = Frame::Page {
            number: 7,
            lines: "Be still.".to_owned(),
        };
        let mut sent = Vec::new();
        send(&mut sent, &page).expect("sent");
        send(&mut sent, &Frame::Done).expect("sent");
        let mut input = &sent[..];
        assert_eq!(receive(&mut input).await.expect("received"), Some(page));
        assert_eq!(receive(&mut input).await.expect("received"), Some(Frame::Done));
        assert_eq!(receive(&mut input).await.expect("the end"), None);
        assert_eq!(receive(&mut &sent[..9]).await.expect("cut off"), None);
        for nonsense in [&b"\xff\xff\xff\xffaaaa"[..], b"\x02\0\0\0\xc1\xc1"] {
            let received = receive(&mut &nonsense[..]).await;
            assert_eq!(received.expect_err("nonsense").kind(), io::ErrorKind::InvalidData);
        }
    }
}
