//! What a mailed link opens: one button in the browser that asked, the code for there in any other.

use shared::sign_in::email::OpenedLink;

use super::{START, page};
use crate::pages::{Page, escaped};
use crate::state::AppState;

/// The page. Many mail apps open links in a browser of their own, so another browser first offers the code.
pub fn show(state: &AppState, token: &str, opened: &OpenedLink) -> Page {
    let config = &state.ctx.config;
    let (address, token) = (&opened.address, escaped(token));
    let Some(code) = &opened.code_for_there else {
        return page(config, "One more step")
            .paragraph(&format!("Press the button to sign in as {address} on this device."))
            .html(&format!(
                r#"<form method="post" action="{START}/link"><input type="hidden" name="token" value="{token}"><button class="button main">Sign in</button></form>"#,
            ))
            .html(r#"<p class="small">If you did not ask for this, close this page and nothing will happen.</p>"#);
    };
    let (first, last) = code.split_at(code.len() / 2);
    page(config, "You started in another browser")
        .paragraph("To sign in there, go back to it and type this code:")
        .html(&format!(r#"<p class="code shown" translate="no">{first} {last}</p>"#))
        .paragraph("It works only where you asked for it. Please do not give it to anyone: we never ask for it.")
        .html(&format!(
            r#"<p class="or">or</p><p>You can also sign in as {address} on this device.</p><form method="post" action="{START}/link"><input type="hidden" name="token" value="{token}"><button class="button">Sign in here instead</button></form>"#,
            address = escaped(address),
        ))
        .html(r#"<p class="small">If you did not ask for this, close this page and nothing will happen.</p>"#)
}
