//! The plain baseline of `bin/bench guidance`: a handler that takes a request from the same counter, by the same statement
//! and over the same pool, and does nothing else.
//!
//! usage: `baseline PORT`, with the settings of the web tier.

use std::net::Ipv4Addr;

use anyhow::Context as _;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use shared::config::{Config, FREE_DAILY_LIMIT};
use shared::database;
use sqlx::PgPool;
use tokio::net::TcpListener;
use uuid::Uuid;

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
async fn take(
    State((db, address_limit)): State<(PgPool, i32)>,
    Json(_asked): Json<Value>,
) -> Result<Json<Value>, StatusCode> {
    let address = [Uuid::new_v4().into_bytes(), Uuid::new_v4().into_bytes()].concat();
    let used: i32 = sqlx::query_scalar("select used from take_usage($1, $2, $3, $4, $5, now())")
        .bind(Uuid::new_v4())
        .bind("America/New_York")
        .bind(FREE_DAILY_LIMIT)
        .bind(address)
        .bind(address_limit)
        .fetch_one(&db)
        .await
        .map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    Ok(Json(json!({ "topic": { "id": "none" }, "usage": used })))
}
