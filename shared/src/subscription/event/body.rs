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
            "charge.refund",
            "refund.failed",
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
        "dispute" | "radar.early_fraud_warning" | "refund" => &object["charge"],
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

/// The id of the customer whose default card an event changes, or to whom a card was attached. Stripe reports every
/// other change of a customer by the same kind of event, also that a renewal failed. A default source counts only while
/// there is no default card, which comes before it.
pub fn customer_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let previous = &event["data"]["previous_attributes"];
    let default = |settings: &Value| settings["invoice_settings"].get("default_payment_method").cloned();
    let has_other_default = default(previous).is_some()
        || default(object).is_none_or(|card| card.is_null()) && previous.get("default_source").is_some();
    let name = match object["object"].as_str()? {
        "customer" if has_other_default => &object["id"],
        "payment_method" => &object["customer"],
        _ => return None,
    };
    name.as_str().or_else(|| name["id"].as_str()).map(str::to_owned)
}

/// The id of the card that was attached to a customer.
pub fn card_in(body: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let object = &event["data"]["object"];
    let is_card = object["object"].as_str()? == "payment_method";
    object["id"].as_str().filter(|_| is_card).map(str::to_owned)
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
            (
                json!({"object": "refund", "id": "re_1", "charge": "ch_6"}),
                Some("ch_6"),
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
    }

    #[test]
    fn a_customer_is_named_only_if_their_card_changed() {
        let customer = json!({"object": "customer", "id": "cus_1"});
        let with_card =
            json!({"object": "customer", "id": "cus_1", "invoice_settings": {"default_payment_method": "pm_2"}});
        let attached = json!({"object": "payment_method", "id": "pm_1", "customer": "cus_2"});
        for (object, previous, found, card) in [
            (
                &customer,
                json!({"invoice_settings": {"default_payment_method": null}}),
                Some("cus_1"),
                None,
            ),
            (&customer, json!({"default_source": null}), Some("cus_1"), None),
            (&with_card, json!({"default_source": null}), None, None),
            (&customer, json!({"invoice_settings": {"footer": null}}), None, None),
            (&customer, json!({"delinquent": false}), None, None),
            (&customer, json!({"name": "Ruth", "preferred_locales": []}), None, None),
            (&customer, json!(null), None, None),
            (&attached, json!(null), Some("cus_2"), Some("pm_1")),
            (
                &json!({"object": "payment_method", "customer": null}),
                json!(null),
                None,
                None,
            ),
            (
                &json!({"object": "subscription", "customer": "cus_3"}),
                json!({"default_source": null}),
                None,
                None,
            ),
        ] {
            let body = json!({"data": {"object": object, "previous_attributes": previous}}).to_string();
            assert_eq!(customer_in(body.as_bytes()).as_deref(), found, "{body}");
            assert_eq!(card_in(body.as_bytes()).as_deref(), card, "{body}");
        }
    }
}
