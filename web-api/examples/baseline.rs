//! The plain baseline of `bin/bench guidance`: a handler that takes a request from the same counter, by the very statement
//! and over the same kind of pool, and does nothing else.
//!
//! usage: `baseline PORT`, with the settings of the web tier.

use std::net::Ipv4Addr;
use std::time::SystemTime;

use anyhow::Context as _;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use shared::config::Config;
use shared::database;
use shared::owner::{Owner, OwnerKind};
use shared::usage::{self, AddressCeiling, Asker, Plan};
use sqlx::PgPool;
use tokio::net::TcpListener;
use uuid::Uuid;

/// The same as the web tier's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let port: u16 = std::env::args().nth(1).context("which port?")?.parse()?;
    let config = Config::from_env()?;
    let app = Router::new()
        .route("/api/guidance", post(take))
        .with_state((database::pool(&config)?, config.guest_address_limit));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    Ok(axum::serve(listener, app).await?)
}

/// Everybody is a new guest at a new address. The answer looks like guidance as far as the bench looks.
async fn take(State((db, limit)): State<(PgPool, i32)>, Json(_asked): Json<Value>) -> Result<Json<Value>, StatusCode> {
    let mut address_hash = [0; 32];
    address_hash[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let asker = Asker {
        owner: Owner {
            kind: OwnerKind::Guest,
            id: Uuid::new_v4(),
        },
        plan: Plan::Free,
        time_zone: "America/New_York".to_owned(),
        address: Some(AddressCeiling { address_hash, limit }),
    };
    #[expect(clippy::disallowed_methods, reason = "the edge, where the time comes in")]
    let now = SystemTime::now().into();
    let granted = usage::take(&db, &asker, now)
        .await
        .map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    Ok(Json(json!({ "topic": { "id": "none" }, "usage": granted.usage.count })))
}
