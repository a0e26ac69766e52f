//! The plain page: a form and the helplines, for old browsers and whenever scripts fail.
//!
//! Invariant: no script is needed, and the page itself needs memory alone.

mod letter;
mod placeholders;
mod words;

use std::fmt::Write as _;

use shared::content::{Topic, UnreadLanguage};
use shared::country::{self, ClientHints};
use shared::ctx::Ctx;
use shared::guidance::Guidance;
use shared::usage::Usage;

use super::helplines::{First, helplines};
use super::{Page, escaped};
use crate::error::ApiError;
use crate::extract::appearance::Appearance;
use words::Words;

/// Where the page is.
pub const PATH: &str = "/api/plain";

/// A neutral page on another site, for somebody who is being watched.
const NEUTRAL_PAGE: &str = "https://www.wikipedia.org/";

/// The plain page for one reader.
pub struct Plain<'a> {
    ctx: &'a Ctx,
    appearance: Appearance,
    first: First<'a>,
    words: &'static Words,
}

impl<'a> Plain<'a> {
    /// The page with this appearance, for the country that a browser without scripts tells of.
    pub fn new(ctx: &'a Ctx, appearance: Appearance, hints: &'a ClientHints) -> Self {
        let country = country::guess(&ctx.content.countries, hints, &ctx.config.default_country);
        Self {
            ctx,
            appearance,
            first: First {
                country,
                category: None,
            },
            words: Words::of(appearance.locale),
        }
    }

    /// The form and the helplines. The document of the app has them too, and shows them when the app does not start.
    pub fn part(&self) -> String {
        let Words { without, .. } = self.words;
        format!(
            "<p>{without}</p>{help}{form}{leave}{helplines}",
            help = self.help_link(),
            form = self.form(""),
            leave = self.leave_link(),
            helplines = self.helplines(),
        )
    }

    /// The page.
    pub fn page(&self) -> Page {
        self.empty(self.words.title).html(&self.part())
    }

    /// The answer to words without danger.
    pub fn answer(&self, guidance: &Guidance<'_>, usage: Option<&Usage>, may_be_in_danger: bool) -> Page {
        let Words { possible, again, .. } = self.words;
        let mut body = String::new();
        if may_be_in_danger {
            let _ = write!(body, r#"<p class="notice-help">{possible}</p>{}"#, self.help_link());
        }
        if let Some(language) = guidance.unread_language {
            body.push_str(&unread(language));
        }
        body.push_str(&self.letter(guidance));
        if let Some(usage) = usage.filter(|usage| !usage.unlimited) {
            let today = self.words.today(usage);
            let _ = write!(body, r#"<p class="small">{today}</p>"#);
        }
        let _ = write!(body, "<h2>{again}</h2>{}{}", self.form(""), self.helplines());
        self.empty(self.words.hope).html(&body)
    }

    /// The answer to words of danger: the helplines, and below them the letter, if there is one.
    pub fn in_danger(mut self, category: Option<&'static str>, guidance: Option<&Guidance<'_>>) -> Page {
        self.first.category = category;
        let Words {
            listen, encouragement, ..
        } = self.words;
        let (leave, helplines) = (self.leave_link(), self.helplines());
        let mut body = if may_be_watched(category) {
            format!("<p>{listen}</p>{leave}{helplines}")
        } else {
            format!("<p>{listen}</p>{helplines}{leave}")
        };
        if let Some(guidance) = guidance {
            let _ = write!(body, "<h2>{encouragement}</h2>{}", self.letter(guidance));
        }
        self.empty(self.words.support).html(&body)
    }

    /// The page after a refusal, with what was typed: nobody types it twice.
    pub fn refused(&self, error: &ApiError, typed: &str) -> Page {
        let page = self.empty(self.words.title).with_refusal(error);
        let page = if error.needs_work() {
            page.paragraph(self.words.crowded)
        } else {
            page
        };
        page.html(&format!("{}{}{}", self.help_link(), self.form(typed), self.helplines()))
    }

    fn empty(&self, heading: &'static str) -> Page {
        let Words {
            help_now, leave, other, ..
        } = self.words;
        let footer = format!(
            r##"<a class="help" href="#help">{help_now}</a><a href="{NEUTRAL_PAGE}" rel="noreferrer">{leave}</a>{other}"##
        );
        Page::new(&self.ctx.config.app_name, heading, self.appearance).plain(footer)
    }

    fn help_link(&self) -> String {
        let Words { help_now, .. } = self.words;
        format!(r##"<p><a class="button help" href="#help">{help_now}</a></p>"##)
    }

    fn leave_link(&self) -> String {
        let Words { leave, .. } = self.words;
        format!(r#"<p><a class="button" href="{NEUTRAL_PAGE}" rel="noreferrer">{leave}</a></p>"#)
    }

    fn helplines(&self) -> String {
        let helplines = helplines(&self.ctx.content, self.first, self.appearance.locale);
        format!(
            r#"<section id="help"><h2>{}</h2>{helplines}</section>"#,
            self.words.people
        )
    }

    fn form(&self, typed: &str) -> String {
        let Words {
            question,
            choose,
            no_topic,
            ask,
            never,
            ..
        } = self.words;
        let mut topics = String::new();
        for Topic { slug, name, .. } in &self.ctx.content.letters(self.appearance.locale).topics {
            let _ = write!(
                topics,
                r#"<option value="{}">{}</option>"#,
                escaped(slug),
                escaped(name)
            );
        }
        format!(
            r#"<form method="post" action="{PATH}" accept-charset="utf-8"><input type="hidden" name="lang" value="{lang}"><label for="plain-struggle">{question}</label><textarea id="plain-struggle" name="struggle" rows="5" maxlength="2000">{typed}</textarea><label for="plain-topic">{choose}</label><select id="plain-topic" name="topicId"><option value="">{no_topic}</option>{topics}</select><button class="button main">{ask}</button><p class="small">{never}</p></form>"#,
            lang = self.appearance.locale.tag(),
            typed = escaped(typed),
        )
    }

    fn letter(&self, guidance: &Guidance<'_>) -> String {
        letter::html(guidance, self.words)
    }
}

/// That the letter may not fit, in the language of the words, and the way to the topics.
fn unread(language: &UnreadLanguage) -> String {
    let UnreadLanguage { text, choose, help, .. } = language;
    format!(
        r##"<div lang="{lang}" dir="{dir}"><p>{text}</p><p><a href="#plain-topic">{choose}</a> · <a href="#help">{help}</a></p></div>"##,
        lang = language.lang(),
        dir = language.dir(),
        text = escaped(text),
        choose = escaped(choose),
        help = escaped(help),
    )
}

/// Whether the danger comes from another person, who may see the screen, as in
/// `frontend/src/features/support/helplines.ts`.
fn may_be_watched(category: Option<&str>) -> bool {
    matches!(category, Some("domestic_violence" | "sexual_assault" | "child_abuse"))
}
