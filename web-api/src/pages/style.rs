//! The style sheet of the pages, with the app's colours and fonts.
//!
//! Invariant: colours come from the app's design tokens, so that both change together.

use std::fmt::Write as _;
use std::path::Path;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::state::AppState;

const TOKENS: &str = include_str!("../../../frontend/src/app/tokens.css");
const RULES: &str = include_str!("page.css");
/// The rules of the plain part, which the document of the app has too.
const PLAIN_RULES: &str = include_str!("../../../frontend/src/app/plain.css");

/// The app's fonts: the family, and the prefix of the built file's name.
const FONTS: [(&str, &str); 2] = [
    ("Newsreader", "newsreader-latin-400-normal-"),
    (
        "Atkinson Hyperlegible Next Variable",
        "atkinson-hyperlegible-next-latin-wght-normal-",
    ),
];

/// Serves the style sheet.
pub async fn sheet(State(state): State<AppState>) -> Response {
    let fonts = fonts(&state.ctx.config.frontend_dir.join("assets")).await;
    let css = format!(
        "{fonts}{}",
        for_old_browsers(&format!("{}{RULES}{PLAIN_RULES}", tokens()))
    );
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], css).into_response()
}

/// The tokens as plain CSS, without the part before them that is for the app's build.
fn tokens() -> &'static str {
    TOKENS.find(":root {").map_or("", |start| &TOKENS[start..])
}

/// The same rules without `light-dark()`, which browsers know only since 2024: the dark values follow in a media query.
/// It reads our own format, with a declaration a line.
fn for_old_browsers(css: &str) -> String {
    let (mut light, mut dark) = (String::with_capacity(css.len()), String::new());
    let mut selector = "";
    for line in css.lines() {
        if let Some(opened) = line.strip_suffix('{') {
            selector = opened.trim();
        }
        match pair(line) {
            Some((before, [by_day, by_night], after)) => {
                let _ = writeln!(light, "{before}{by_day}{after}");
                let _ = writeln!(dark, "{selector}{{{before}{by_night}{after}}}");
            }
            None => {
                let _ = writeln!(light, "{line}");
            }
        }
    }
    format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

/// What stands before a `light-dark()`, its two values, and what stands after it.
fn pair(line: &str) -> Option<(&str, [&str; 2], &str)> {
    let (before, rest) = line.split_once("light-dark(")?;
    let (values, after) = rest.rsplit_once(')')?;
    let (by_day, by_night) = values.split_once(", ")?;
    Some((before, [by_day, by_night], after))
}

/// `@font-face` rules for the built fonts; without them the pages use fonts of the system.
async fn fonts(assets: &Path) -> String {
    let mut css = String::new();
    let Ok(mut files) = tokio::fs::read_dir(assets).await else {
        return css;
    };
    while let Ok(Some(file)) = files.next_entry().await {
        let name = file.file_name().to_string_lossy().into_owned();
        let family = FONTS.iter().find(|(_, prefix)| {
            name.starts_with(prefix) && Path::new(&name).extension().is_some_and(|kind| kind == "woff2")
        });
        if let Some((family, _)) = family {
            let _ = writeln!(
                css,
                "@font-face{{font-family:'{family}';font-weight:200 800;font-display:swap;src:url('/assets/{name}') format('woff2')}}"
            );
        }
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_in_the_rules_is_a_token() {
        let rules = format!("{RULES}{PLAIN_RULES}");
        let named = rules.split("var(--").skip(1);
        let named: Vec<&str> = named.filter_map(|rest| rest.split([')', ',']).next()).collect();
        assert!(named.len() > 10);
        for name in named {
            assert!(tokens().contains(&format!("--{name}:")), "{name}");
        }
    }

    #[test]
    fn old_browsers_get_both_colours_without_light_dark() {
        let css = for_old_browsers(&format!("{}{RULES}{PLAIN_RULES}", tokens()));
        assert!(!css.contains("light-dark"), "{css}");
        let (light, dark) = css.split_once("@media (prefers-color-scheme: dark)").expect("both");
        assert!(
            light.contains("--page: #eef3f2;") && dark.contains(":root{  --page: #0b1c23;}"),
            "{dark}"
        );
        assert!(
            light.contains("stop-color: #174f66;") && dark.contains(".sky-1{  stop-color: #071821;}"),
            "{dark}"
        );
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }
}
