//! Parsing of Stripe events, which are untrusted input.
//!
//! Invariant: a body that cannot be parsed yields none, also one from a newer API version. The fuzz target `webhook`
//! includes this file, so it must not depend on other modules.

use serde::Deserialize;
use serde_json::Value;

/// The fields that are needed to store an event.
#[derive(Deserialize)]
pub struct Envelope {
    /// Its id at Stripe.
    pub id: String,
    /// The event type.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it was created, as a Unix timestamp.
    pub created: i64,
    /// Whether it belongs to live mode.
    pub livemode: bool,
}

impl Envelope {
    /// Parses a body; none if it is not an event.
    pub fn read(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok()
    }

    /// Whether this kind of event may change a subscription.
    pub fn is_relevant(&self) -> bool {
        let prefixes = [
            "customer.subscription.",
            "invoice.",
            "charge.dispute.",
            "charge.refunded",
            "radar.early_fraud_warning.",
            "customer.updated",
            "payment_method.attached",
            "payment_intent.",
        ];
        prefixes.iter().any(|prefix| self.kind.starts_with(prefix))
    }
}

/// The id of the subscription that an event is about, in any supported API version.
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
    // An expanded object contains its id.
    name.as_str().or_else(|| name["id"].as_str()).map(str::to_owned)
}

/// The id of the charge that an event is about.
pub fn charge_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let name = match object["object"].as_str()? {
        "charge" => &object["id"],
        "dispute" | "radar.early_fraud_warning" => &object["charge"],
        _ => return None,
    };
    name.as_str().or_else(|| name["id"].as_str()).map(str::to_owned)
}

/// The id of the payment that an event is about, if its metadata says that it pays a gift. Those of invoices do not count.
pub fn gift_payment_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let pays_gift = object["metadata"]["stillwater_gift"].is_string();
    let is_payment = object["object"].as_str()? == "payment_intent" && pays_gift;
    object["id"].as_str().filter(|_| is_payment).map(str::to_owned)
}

/// The id of the customer that an event is about, or whose card it is about.
pub fn customer_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let name = match object["object"].as_str()? {
        "customer" => &object["id"],
        "payment_method" => &object["customer"],
        _ => return None,
    };
    name.as_str().or_else(|| name["id"].as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_subscription_of_an_event_is_found_in_every_api_version() {
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
        for (object, found) in [
            (json!({"object": "charge", "id": "ch_1"}), Some("ch_1")),
            (
                json!({"object": "dispute", "id": "du_1", "charge": "ch_2"}),
                Some("ch_2"),
            ),
            (
                json!({"object": "dispute", "id": "du_1", "charge": {"id": "ch_3"}}),
                Some("ch_3"),
            ),
            (
                json!({"object": "radar.early_fraud_warning", "charge": "ch_4"}),
                Some("ch_4"),
            ),
            (json!({"object": "invoice", "charge": "ch_5"}), None),
        ] {
            let body = json!({"data": {"object": object}}).to_string();
            assert_eq!(charge_in(body.as_bytes()).as_deref(), found, "{body}");
        }
        assert_eq!(charge_in(b"no JSON"), None);
        for (object, found) in [
            (
                json!({"object": "payment_intent", "id": "pi_1", "metadata": {"stillwater_gift": "1"}}),
                Some("pi_1"),
            ),
            (json!({"object": "payment_intent", "id": "pi_2", "metadata": {}}), None),
            (
                json!({"object": "charge", "id": "ch_1", "metadata": {"stillwater_gift": "1"}}),
                None,
            ),
        ] {
            let body = json!({"data": {"object": object}}).to_string();
            assert_eq!(gift_payment_in(body.as_bytes()).as_deref(), found, "{body}");
        }
        for (object, found) in [
            (json!({"object": "customer", "id": "cus_1"}), Some("cus_1")),
            (
                json!({"object": "payment_method", "id": "pm_1", "customer": "cus_2"}),
                Some("cus_2"),
            ),
            (json!({"object": "payment_method", "customer": null}), None),
            (json!({"object": "subscription", "customer": "cus_3"}), None),
        ] {
            let body = json!({"data": {"object": object}}).to_string();
            assert_eq!(customer_in(body.as_bytes()).as_deref(), found, "{body}");
        }
    }
}
