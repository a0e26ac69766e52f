//! What child and parent say to each other: a length and so many bytes of MessagePack, from the child's standard output.
//! The fuzz target `frame` is built from this file, which therefore names no other of ours.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// No page has more text than that. What is longer is no page.
pub const MAX_PAGE_LEN: usize = 2 * 1024 * 1024;
/// A frame is a page and a little.
const MAX_FRAME_LEN: usize = MAX_PAGE_LEN + 1024;

/// No picture has more: twice what a sheet of A4 has at 300 dpi.
pub const MAX_PIXELS: u32 = 16_000_000;

/// Something that the child says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// It has locked itself in, as well as the kernel allows.
    Ready(Sandbox),
    /// The document is open and has so many pages.
    Opened(i32),
    /// The text of the next page.
    Page { number: i32, lines: String },
    /// The next page is a picture, whose bytes follow.
    Scan(Scan),
    /// All pages are read.
    Done,
    /// The document cannot be read.
    Refused(Refusal),
}

/// A picture of a page: so many rows of so many bytes follow, each a shade of grey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    pub number: i32,
    pub width: u32,
    pub height: u32,
    pub dpi: u32,
}

impl Scan {
    /// Whether a picture can be like this: the child is not believed.
    pub fn is_sound(self) -> bool {
        let pixels = self.width.checked_mul(self.height);
        pixels.is_some_and(|pixels| (1..=MAX_PIXELS).contains(&pixels)) && self.dpi > 0
    }
}

/// What keeps the child in.
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
    /// It wants a password.
    Password,
    /// It is no PDF that can be opened.
    Damaged,
    /// It has too many pages or too much on one.
    TooLarge,
}

/// Says something.
///
/// # Errors
/// If nobody listens any more.
pub fn send(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let bytes = rmp_serde::to_vec(frame).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&bytes)?;
    out.flush()
}

/// Hears the next thing; nothing when the child has ended.
///
/// # Errors
/// `InvalidData` if it is no frame: then nothing more is to be believed.
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
    async fn what_is_said_is_heard_and_nonsense_is_not_believed() {
        let page = Frame::Page {
            number: 7,
            lines: "Be still.".to_owned(),
        };
        let mut said = Vec::new();
        send(&mut said, &page).expect("said");
        send(&mut said, &Frame::Done).expect("said");
        let mut hearing = &said[..];
        assert_eq!(receive(&mut hearing).await.expect("heard"), Some(page));
        assert_eq!(receive(&mut hearing).await.expect("heard"), Some(Frame::Done));
        assert_eq!(receive(&mut hearing).await.expect("the end"), None);
        assert_eq!(receive(&mut &said[..9]).await.expect("cut off"), None);
        for nonsense in [&b"\xff\xff\xff\xffaaaa"[..], b"\x02\0\0\0\xc1\xc1"] {
            let heard = receive(&mut &nonsense[..]).await;
            assert_eq!(heard.expect_err("nonsense").kind(), io::ErrorKind::InvalidData);
        }
    }
}
