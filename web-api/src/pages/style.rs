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
    let css = format!("{fonts}{}{RULES}", tokens());
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], css).into_response()
}

/// The tokens as plain CSS, without the part before them that is for the app's build.
fn tokens() -> &'static str {
    TOKENS.find(":root {").map_or("", |start| &TOKENS[start..])
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
        let named = RULES.split("var(--").skip(1);
        let named: Vec<&str> = named.filter_map(|rest| rest.split([')', ',']).next()).collect();
        assert!(named.len() > 10);
        for name in named {
            assert!(tokens().contains(&format!("--{name}:")), "{name}");
        }
    }
}
