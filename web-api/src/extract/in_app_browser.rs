//! Browsers inside another app. Google refuses to sign anybody in there, and their cookies are not those of the browser.
//!
//! Invariant: no browser of its own and no installed app of ours is taken for one.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

use super::client_hints::header;
use super::origin::Origin;
use crate::state::AppState;

/// The marks of apps in the `User-Agent` of their browsers. The last is that of every Android `WebView`
/// (developer.chrome.com/docs/webview/user-agent). On iOS a web view cannot be told from an installed app of ours, so
/// apps are named.
const MARKS: [&str; 23] = [
    "FBAN/",
    "FBAV/",
    "FB_IAB",
    "FBIOS",
    "Instagram",
    "Messenger",
    "Orca-Android",
    "Barcelona",
    " Line/",
    "Snapchat",
    "MicroMessenger",
    "musical_ly",
    "BytedanceWebview",
    "trill_",
    "TikTok",
    "Zalo",
    "LinkedInApp",
    "Twitter for",
    "[Pinterest",
    "KAKAOTALK",
    "NAVER(",
    "DuckDuckGo/InApp",
    "; wv)",
];

/// The browser inside an app, if the request comes from one.
pub struct InAppBrowser(pub Option<InApp>);

/// A browser inside an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InApp {
    /// Our origin, for the address to open elsewhere.
    pub origin: String,
    /// Whether it runs on Android, where a link can open the device's own browser.
    pub is_android: bool,
}

impl FromRequestParts<AppState> for InAppBrowser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let user_agent = header(&parts.headers, USER_AGENT.as_str()).unwrap_or_default();
        if !is_in_app(&user_agent) {
            return Ok(Self(None));
        }
        let origin = Origin::from_request_parts(parts, state).await;
        Ok(Self(origin.ok().map(|Origin(origin)| InApp {
            origin,
            is_android: user_agent.contains("Android"),
        })))
    }
}

fn is_in_app(user_agent: &str) -> bool {
    MARKS.iter().any(|mark| user_agent.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::is_in_app;

    #[test]
    fn browsers_inside_apps_are_told_from_browsers_and_from_installed_apps() {
        let ios = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        let webview = "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36";
        for (rest, expected) in [
            (" Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0;FBBV/1;FBDV/iPhone14,5]", true),
            (" Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0]", true),
            (" Mobile/15E148 Instagram 336.0.0 (iPhone14,5; iOS 17_5)", true),
            (" Mobile/15E148 Safari Line/14.8.0", true),
            (
                " Mobile/15E148 Snapchat/12.90.0.33 (like Safari/8618.2.12, panda)",
                true,
            ),
            (" Mobile/15E148 Barcelona 330.0 (iPhone14,5)", true),
            (" Mobile/15E148 musical_ly_34.5.0 BytedanceWebview/d8a21c6", true),
            (" Mobile/15E148 [LinkedInApp]/9.29", true),
            (" Mobile/15E148 Twitter for iPhone/10.46", true),
            (" Mobile/15E148 MicroMessenger/8.0.49", true),
            // Safari, Chrome, and an app that was installed from Safari: none says that it is inside another app.
            (" Version/17.5 Mobile/15E148 Safari/604.1", false),
            (" CriOS/126.0 Mobile/15E148 Safari/604.1", false),
            (" Mobile/15E148", false),
        ] {
            assert_eq!(is_in_app(&format!("{ios}{rest}")), expected, "{rest}");
        }
        assert!(is_in_app(webview));
        assert!(!is_in_app(&webview.replace("; wv)", ")").replace("Version/4.0 ", "")));
        assert!(!is_in_app(""));
        assert!(!is_in_app(
            "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
        ));
    }
}
