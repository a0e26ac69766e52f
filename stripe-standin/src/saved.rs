//! The state in a file, so that a restart of `bin/dev` forgets nothing.
//!
//! Invariant: the file is whole at any time, because it is replaced and never overwritten.

use std::path::{Path, PathBuf};

use tokio::sync::watch;

use crate::world::Stripe;

/// Saves the state after each change, until the process ends. Without a file it only waits.
pub(crate) async fn keep_saving(stripe: Stripe, mut changes: watch::Receiver<()>, file: Option<PathBuf>) {
    while changes.changed().await.is_ok() {
        if let Some(file) = &file {
            save(&stripe, file);
        }
    }
}

fn save(stripe: &Stripe, file: &Path) {
    let saved = {
        let Ok(world) = stripe.lock() else { return };
        serde_json::to_vec(&*world)
    };
    let new = file.with_extension("new");
    // Nothing is lost that matters: the next change is saved again.
    if let Ok(saved) = saved
        && std::fs::write(&new, saved).is_ok()
    {
        let _ = std::fs::rename(&new, file);
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use serde_json::json;

    use crate::{SECRET_KEY, StandIn};

    #[tokio::test]
    async fn what_a_request_changed_is_there_after_a_restart() {
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        let folder = std::env::temp_dir().join(format!("stripe-standin-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("state.json");
        let first = StandIn::start_with(free, b"not JSON").await.expect("a free port");
        let url = first.url.clone();
        let customer = first
            .world()
            .make_customer(Some("a@mail.example"), None, <_>::default());
        let subscription = first.world().make_subscription(&customer, <_>::default());
        let secret = first.world().secret_of(&subscription).expect("one");
        let mut run = tokio::task::JoinSet::new();
        run.spawn(first.serve(Some(file.clone())));
        let card = json!({"secret": secret, "number": "4242424242424242"});
        let request = reqwest::Client::new()
            .post(format!("{url}/browser/confirm"))
            .json(&card);
        assert!(request.send().await.is_ok_and(|answer| answer.status().is_success()));
        let saved = loop {
            tokio::task::yield_now().await;
            match std::fs::read(&file) {
                Ok(saved) => break saved,
                Err(_) => assert!(!run.is_empty()),
            }
        };
        run.abort_all();
        let second = StandIn::start_with(free, &saved).await.expect("a free port");
        let request = reqwest::Client::new()
            .get(format!("{}/v1/subscriptions/{subscription}", second.url))
            .header("stripe-version", crate::objects::VERSION)
            .bearer_auth(SECRET_KEY);
        let found: serde_json::Value = request.send().await.expect("an answer").json().await.expect("JSON");
        assert_eq!(found["status"], "active");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
