//! What a mailed link opens: one button in the browser that asked, the code for there in any other.

use shared::sign_in::email::OpenedLink;

use super::{Frame, START};
use crate::pages::{Page, escaped};

/// The page. Many mail apps open links in a browser of their own, so another browser first offers the code.
pub(super) fn show(frame: Frame<'_>, token: &str, opened: &OpenedLink) -> Page {
    let words = frame.words();
    let (address, token) = (&opened.address, escaped(token));
    let button = |class: &str, label: &str| {
        format!(
            r#"<form method="post" action="{START}/link"><input type="hidden" name="token" value="{token}"><button class="{class}">{label}</button></form>"#
        )
    };
    let not_asked = format!(r#"<p class="small">{}</p>"#, words.not_asked);
    let Some(code) = &opened.code_for_there else {
        return frame
            .page(words.one_more_step)
            .paragraph(&words.press.replace("{address}", address))
            .html(&button("button main", words.sign_in))
            .html(&not_asked);
    };
    let (first, last) = code.split_at(code.len() / 2);
    frame
        .page(words.other_browser)
        .paragraph(words.type_code_there)
        .html(&format!(r#"<p class="code shown" translate="no">{first} {last}</p>"#))
        .paragraph(words.tell_nobody)
        .html(&format!(r#"<p class="or">{}</p>"#, words.or))
        .paragraph(&words.or_here.replace("{address}", address))
        .html(&button("button", words.sign_in_here))
        .html(&not_asked)
}
