//! The way out of a browser inside another app: to the device's own browser, where every way of signing in works.

use percent_encoding::utf8_percent_encode;

use super::words::Words;
use super::{IN_QUERY, START};
use crate::extract::in_app_browser::InApp;
use crate::extract::return_to::ReturnTo;
use crate::pages::escaped;

/// A section that leads to the device's own browser, as HTML: a link where one can do that, and the address to copy.
pub fn elsewhere(words: &Words, in_app: &InApp, return_to: &ReturnTo) -> String {
    let mut address = format!("{}{START}", in_app.origin);
    if return_to.as_str() != "/" {
        let return_to = utf8_percent_encode(return_to.as_str(), IN_QUERY);
        address = format!("{address}?returnTo={return_to}");
    }
    let link = if in_app.is_android {
        format!(
            r#"<ul class="ways"><li><a class="button" href="{}">{}</a></li></ul>"#,
            escaped(&intent(&address)),
            words.open_now
        )
    } else {
        String::new()
    };
    format!(
        r#"<section class="elsewhere"><h2>{elsewhere}</h2><p>{inside_another_app}</p>{link}<p>{open_by_hand}</p><p class="address" translate="no">{address}</p></section>"#,
        elsewhere = words.elsewhere,
        inside_another_app = words.inside_another_app,
        open_by_hand = words.open_by_hand,
        address = escaped(&address),
    )
}

/// The link by which Android opens an address in the device's own browser
/// (developer.chrome.com/docs/android/intents).
fn intent(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("https", address));
    format!(
        "intent://{rest}#Intent;scheme={scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end"
    )
}

#[cfg(test)]
mod tests {
    use shared::locale::Locale;

    use super::*;

    #[test]
    fn on_android_a_link_opens_the_address_with_its_way_back() {
        let in_app = |is_android| InApp {
            origin: "https://stillwater.test".to_owned(),
            is_android,
        };
        let words = Words::of(Locale::English);
        let to = ReturnTo::parse(Some("/prayers?new=1&x=2"));
        let android = elsewhere(words, &in_app(true), &to);
        assert!(android.contains(
            r#"href="intent://stillwater.test/api/login?returnTo=/prayers%3Fnew%3D1%26x%3D2#Intent;scheme=https;"#
        ));
        assert!(android.contains(">https://stillwater.test/api/login?returnTo=/prayers%3Fnew%3D1%26x%3D2<"));
        let ios = elsewhere(words, &in_app(false), &ReturnTo::parse(None));
        assert!(
            !ios.contains("intent:") && ios.contains(">https://stillwater.test/api/login<"),
            "{ios}"
        );
    }
}
