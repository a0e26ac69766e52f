//! What is read of an event of Stripe.
//!
//! Invariant: anybody may send anything, and a version of Stripe's interface that is newer than this code may, too: what
//! cannot be read is nothing. The fuzz target `webhook` is built from this file, which therefore names no other of ours.

use serde::Deserialize;
use serde_json::Value;

/// All that is read of an event before it is stored.
#[derive(Deserialize)]
pub struct Envelope {
    /// Stripe's id of it.
    pub id: String,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: String,
    /// When, in seconds since 1970.
    pub created: i64,
    /// Whether it is about real money.
    pub livemode: bool,
}

impl Envelope {
    /// Reads a body; nothing if it is no event.
    pub fn read(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok()
    }

    /// Whether such an event tells us something.
    pub fn tells(&self) -> bool {
        self.kind.starts_with("customer.subscription.") || self.kind.starts_with("invoice.")
    }
}

/// The subscription that an event is about, in whatever version of Stripe's interface it was rendered.
pub fn subscription_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let name = match object["object"].as_str()? {
        "subscription" => &object["id"],
        "invoice" => {
            let details = &object["parent"]["subscription_details"]["subscription"];
            if details.is_null() {
                &object["subscription"]
            } else {
                details
            }
        }
        _ => return None,
    };
    // An object that was rendered whole has its name inside.
    name.as_str().or_else(|| name["id"].as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_subscription_of_an_event_is_found_in_every_rendering() {
        for (object, found) in [
            (json!({"object": "subscription", "id": "sub_1"}), Some("sub_1")),
            (json!({"object": "invoice", "subscription": "sub_2"}), Some("sub_2")),
            (
                json!({"object": "invoice", "subscription": {"id": "sub_3"}}),
                Some("sub_3"),
            ),
            (
                json!({"object": "invoice", "parent": {"subscription_details": {"subscription": "sub_4"}}}),
                Some("sub_4"),
            ),
            (json!({"object": "invoice", "parent": null}), None),
            (json!({"object": "charge", "id": "ch_1"}), None),
            (json!("nothing"), None),
        ] {
            let body = json!({"data": {"object": object}}).to_string();
            assert_eq!(subscription_in(body.as_bytes()).as_deref(), found, "{body}");
        }
        assert_eq!(subscription_in(b"no JSON"), None);
    }
}
