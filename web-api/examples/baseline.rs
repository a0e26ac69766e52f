//! The plain baseline of `bin/bench guidance`: a handler that only takes a request from the usage counter, with one
//! statement per request over the same kind of pool.
//!
//! usage: `baseline PORT`, with the settings of the web tier.

use std::net::Ipv4Addr;

use anyhow::Context as _;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use shared::config::{Config, FREE_DAILY_LIMIT};
use shared::database;
use sqlx::PgPool;
use tokio::net::TcpListener;
use uuid::Uuid;

/// The allocator of the web tier.
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

/// Each request is a new guest at a new address. The answer has the fields of guidance that the bench checks.
async fn take(State((db, limit)): State<(PgPool, i32)>, Json(_asked): Json<Value>) -> Result<Json<Value>, StatusCode> {
    let (used, _edition): (i32, Uuid) = sqlx::query_as(
        "select used, (select edition from testimony_count) from take_usage($1, 'America/New_York', $2, $3, $4, now())",
    )
    .bind(Uuid::new_v4())
    .bind(FREE_DAILY_LIMIT)
    .bind(Sha256::digest(Uuid::new_v4()).as_slice())
    .bind(limit)
    .fetch_one(&db)
    .await
    .map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    Ok(Json(json!({ "topic": { "id": "none" }, "usage": used })))
}
