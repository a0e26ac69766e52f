//! The style sheet of the pages: the app's own colours and letters.
//!
//! Invariant: colours are taken from the app's tokens, so that both change together.

use std::fmt::Write as _;
use std::path::Path;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::app::AppState;

const TOKENS: &str = include_str!("../../../frontend/src/app/tokens.css");
const RULES: &str = include_str!("page.css");

/// The app's letters: the family, and how the built file's name begins.
const LETTERS: [(&str, &str); 2] = [
    ("Newsreader", "newsreader-latin-400-normal-"),
    (
        "Atkinson Hyperlegible Next Variable",
        "atkinson-hyperlegible-next-latin-wght-normal-",
    ),
];

/// The sheet.
pub async fn sheet(State(state): State<AppState>) -> Response {
    let letters = letters(&state.ctx.config.frontend_dir.join("assets")).await;
    let css = format!("{letters}{}{RULES}", colours());
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], css).into_response()
}

/// The part of the tokens that any browser understands; the part before it is for the app's build.
fn colours() -> &'static str {
    TOKENS.find(":root {").map_or("", |start| &TOKENS[start..])
}

/// Where the built letters are; without them the pages use those of the system.
async fn letters(assets: &Path) -> String {
    let mut css = String::new();
    let Ok(mut files) = tokio::fs::read_dir(assets).await else {
        return css;
    };
    while let Ok(Some(file)) = files.next_entry().await {
        let name = file.file_name().to_string_lossy().into_owned();
        let family = LETTERS.iter().find(|(_, begins)| {
            name.starts_with(begins) && Path::new(&name).extension().is_some_and(|kind| kind == "woff2")
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
    fn every_colour_that_the_rules_name_is_a_token() {
        let named = RULES.split("var(--").skip(1);
        let named: Vec<&str> = named.filter_map(|rest| rest.split([')', ',']).next()).collect();
        assert!(named.len() > 10);
        for name in named {
            assert!(colours().contains(&format!("--{name}:")), "{name}");
        }
    }
}
