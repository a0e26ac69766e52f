//! Profile pictures: offered by the sign-in provider, fetched once, scaled down, and served by us.
//!
//! Invariant: we fetch only from the providers' own picture hosts and store only images that we encoded ourselves. No
//! failure here prevents a sign-in: the frontend shows initials instead.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits, Rgb, RgbImage};
use reqwest::Url;
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, PgPool};

use super::UserId;
use crate::config::Environment;
use crate::ctx::Ctx;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};

const MAX_URL_LEN: usize = 2_048;
const MAX_FILE_SIZE: usize = 2 * 1024 * 1024;
/// Against decompression bombs: a file of 2 MB can decode to a gigabyte.
const MAX_SIDE: u32 = 6_000;
const MAX_ALLOCATION: u64 = 128 * 1024 * 1024;
const SHOWN_SIDE: u32 = 256;
const JPEG_QUALITY: u8 = 85;

/// Stores the picture URL that a provider offered at sign-in. Enqueues a fetch if the URL changed.
pub async fn save_offered_picture(tx: &mut PgConnection, user: UserId, url: &str) -> Result<()> {
    if url.len() > MAX_URL_LEN || Url::parse(url).is_err() {
        return Ok(());
    }
    let updated = sqlx::query!(
        "update app_user set picture_url = $2, picture_fetched_at = null
         where id = $1 and picture_url is distinct from $2",
        user.0,
        url
    )
    .execute(&mut *tx)
    .await?;
    if updated.rows_affected() == 1 {
        jobs::enqueue(tx, &Job::FetchAvatar { user: user.0 }).await?;
    }
    Ok(())
}

/// The picture as JPEG.
///
/// # Errors
/// `NotFound` if the user has no picture.
pub async fn read(db: &PgPool, user: UserId) -> Result<Vec<u8>> {
    sqlx::query_scalar!("select avatar from app_user where id = $1", user.0)
        .fetch_optional(db)
        .await?
        .flatten()
        .ok_or(Error::NotFound)
}

/// Fetches the offered picture: the work of `Job::FetchAvatar`.
///
/// It fetches only a picture that was not fetched yet, and stores it only if no other was offered meanwhile.
///
/// # Errors
/// `Unavailable` if the provider or the database does not answer: a retry helps.
pub async fn fetch(ctx: &Ctx, user: UserId) -> Result<()> {
    let offered = sqlx::query_scalar!(
        r#"select picture_url as "picture_url!" from app_user
           where id = $1 and picture_url is not null and picture_fetched_at is null"#,
        user.0
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(offered) = offered else {
        return Ok(());
    };
    let avatar = match download(ctx, &offered).await {
        Ok(file) => scale_down(file).await,
        Err(DownloadError::Temporary(cause)) => return Err(Error::Unavailable(cause)),
        Err(DownloadError::Permanent(reason)) => Err(reason),
    };
    let avatar = avatar
        .inspect_err(|reason| tracing::info!(user.id = %user.0, reason, "no usable picture"))
        .ok();
    sqlx::query!(
        "update app_user set picture_fetched_at = now(), avatar = $3, avatar_sha256 = $4
         where id = $1 and picture_url = $2",
        user.0,
        offered,
        avatar,
        avatar.as_ref().map(|bytes| Sha256::digest(bytes).to_vec())
    )
    .execute(&ctx.db)
    .await?;
    Ok(())
}

/// Why a download failed.
enum DownloadError {
    /// A retry may help.
    Temporary(anyhow::Error),
    /// A retry will not help.
    Permanent(&'static str),
}

impl From<reqwest::Error> for DownloadError {
    fn from(error: reqwest::Error) -> Self {
        // The URL identifies the user at their provider, so it must not be logged.
        Self::Temporary(error.without_url().into())
    }
}

async fn download(ctx: &Ctx, url: &str) -> Result<Vec<u8>, DownloadError> {
    let url = Url::parse(url).map_err(|_| DownloadError::Permanent("its URL cannot be parsed"))?;
    if !is_allowed_source(&url, ctx.config.environment) {
        return Err(DownloadError::Permanent("its host is not allowed"));
    }
    let mut response = ctx.http.get(url).send().await?;
    let status = response.status();
    if status.is_server_error() || status == reqwest::StatusCode::TOO_MANY_REQUESTS {
        return Err(DownloadError::Temporary(anyhow::anyhow!(
            "the provider answered {status}"
        )));
    }
    if !status.is_success() {
        return Err(DownloadError::Permanent("the provider refuses it"));
    }
    let mut file = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if file.len() + chunk.len() > MAX_FILE_SIZE {
            return Err(DownloadError::Permanent("it is larger than 2 MB"));
        }
        file.extend_from_slice(&chunk);
    }
    Ok(file)
}

/// Allows the providers' hosts over TLS. In development also localhost, where tests and stand-ins serve pictures.
fn is_allowed_source(url: &Url, environment: Environment) -> bool {
    let host = url.host_str().unwrap_or_default();
    let has_no_credentials = url.username().is_empty() && url.password().is_none();
    let is_provider_host = host == "avatars.githubusercontent.com" || host.ends_with(".googleusercontent.com");
    let is_provider = url.scheme() == "https" && is_provider_host && url.port().is_none();
    let is_localhost = environment == Environment::Development && url.scheme() == "http" && host == "127.0.0.1";
    has_no_credentials && (is_provider || is_localhost)
}

/// Decodes, scales down and re-encodes a picture, off the async threads.
async fn scale_down(file: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    tokio::task::spawn_blocking(move || decode(&file).and_then(|picture| encode(&picture)))
        .await
        .unwrap_or(Err("decoding it panicked"))
}

fn decode(file: &[u8]) -> Result<DynamicImage, &'static str> {
    let mut reader = ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .map_err(|_| "it cannot be read")?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let unreadable = |_| "its format or size is not supported";
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let orientation = decoder.orientation().map_err(unreadable)?;
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let is_large = picture.width() > SHOWN_SIDE || picture.height() > SHOWN_SIDE;
    let mut small = if is_large {
        picture.thumbnail(SHOWN_SIDE, SHOWN_SIDE)
    } else {
        picture
    };
    small.apply_orientation(orientation);
    Ok(small)
}

/// Encodes as JPEG. JPEG has no transparency, so the background becomes white.
fn encode(picture: &DynamicImage) -> Result<Vec<u8>, &'static str> {
    let transparent = picture.to_rgba8();
    let on_white = RgbImage::from_fn(transparent.width(), transparent.height(), |x, y| {
        let [red, green, blue, alpha] = transparent.get_pixel(x, y).0;
        Rgb([red, green, blue].map(|colour| over_white(colour, alpha)))
    });
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY)
        .encode_image(&on_white)
        .map_err(|_| "it cannot be encoded")?;
    Ok(jpeg)
}

fn over_white(colour: u8, alpha: u8) -> u8 {
    let (colour, alpha) = (u16::from(colour), u16::from(alpha));
    u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_only_fetched_from_hosts_of_providers() {
        use Environment::{Development, Production};
        for (url, environment, allowed) in [
            ("https://lh3.googleusercontent.com/a/x=s96-c", Production, true),
            ("https://avatars.githubusercontent.com/u/1?v=4", Production, true),
            ("http://avatars.githubusercontent.com/u/1", Production, false),
            ("https://avatars.githubusercontent.com:8443/u/1", Production, false),
            ("https://someone@avatars.githubusercontent.com/u/1", Production, false),
            ("https://googleusercontent.com.example.org/a", Production, false),
            ("https://notgoogleusercontent.com/a", Production, false),
            ("https://raw.githubusercontent.com/a", Production, false),
            ("http://127.0.0.1:9/a", Production, false),
            ("http://169.254.169.254/latest", Development, false),
            ("file:///etc/passwd", Development, false),
            ("http://127.0.0.1:9/a", Development, true),
        ] {
            let parsed = Url::parse(url).expect("an address");
            assert_eq!(is_allowed_source(&parsed, environment), allowed, "{url}");
        }
    }

    #[test]
    fn pictures_are_scaled_down_and_made_opaque() {
        let large = DynamicImage::new_rgba8(1_000, 500);
        for format in [image::ImageFormat::Png, image::ImageFormat::WebP] {
            let mut file = Cursor::new(Vec::new());
            large.write_to(&mut file, format).expect("encodes");
            let jpeg = decode(file.get_ref())
                .and_then(|picture| encode(&picture))
                .expect("a picture");
            let shown = image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg).expect("a JPEG");
            assert_eq!((shown.width(), shown.height()), (256, 128));
            assert!(
                shown.to_rgb8().get_pixel(9, 9).0.iter().all(|&colour| colour > 250),
                "transparent is white"
            );
        }
        let small = decode(&encode(&DynamicImage::new_rgb8(40, 30)).expect("encodes")).expect("a picture");
        assert_eq!((small.width(), small.height()), (40, 30), "nothing is enlarged");
    }

    #[test]
    fn invalid_and_oversized_pictures_are_refused() {
        for file in [
            &b""[..],
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"GIF89a",
            b"\xff\xd8\xff\xe0 cut off",
        ] {
            assert!(decode(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
        let mut file = Cursor::new(Vec::new());
        let wide = DynamicImage::new_luma8(MAX_SIDE + 1, 1);
        wide.write_to(&mut file, image::ImageFormat::Png).expect("encodes");
        assert!(decode(file.get_ref()).is_err());
    }
}
