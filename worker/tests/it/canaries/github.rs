//! A GitHub double that signs one person in and serves their picture.

use std::io::Write as _;

use axum::routing::{get, post};
use axum::{Json, Router};
use flate2::Crc;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::super::pdf_writer::deflated;

/// The person who signs in.
pub const ADDRESS: &str = "xqzgithub@example.org";
pub const NAME: &str = "Xqzforename Xqzsurname";
/// The client secret, the code and the token of the sign-in.
pub const CLIENT_SECRET: &str = "xqzclientsecret";
pub const CODE: &str = "xqzoauthcode";
pub const TOKEN: &str = "xqzaccesstoken";
const PICTURE: &str = "/xqzpicture";

/// A GitHub double that runs until the test ends.
pub struct GitHub {
    pub url: String,
    _listening: JoinSet<()>,
}

impl GitHub {
    /// Listens on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let url = format!("http://{}", listener.local_addr().expect("it has an address"));
        let person = json!({ "id": 1, "name": NAME, "avatar_url": format!("{url}{PICTURE}") });
        let token = async || Json(json!({ "access_token": TOKEN }));
        let addresses = async || Json(json!([{ "email": ADDRESS, "primary": true, "verified": true }]));
        let app = Router::new()
            .route("/login/oauth/access_token", post(token))
            .route("/user", get(async move || Json(person)))
            .route("/user/emails", get(addresses))
            .route(PICTURE, get(async || dot()));
        let mut listening = JoinSet::new();
        listening.spawn(async move { axum::serve(listener, app).await.expect("it listens") });
        Self {
            url,
            _listening: listening,
        }
    }
}

/// A PNG of one grey dot.
fn dot() -> Vec<u8> {
    let header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0];
    let dots = deflated(|encoder| encoder.write_all(&[0, 128]));
    let parts = [(b"IHDR", &header[..]), (b"IDAT", &dots), (b"IEND", &[])];
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, bytes) in parts {
        let length = u32::try_from(bytes.len()).expect("a small part");
        let checked = [&kind[..], bytes].concat();
        let mut sum = Crc::new();
        sum.update(&checked);
        file.extend_from_slice(&length.to_be_bytes());
        file.extend_from_slice(&checked);
        file.extend_from_slice(&sum.sum().to_be_bytes());
    }
    file
}
