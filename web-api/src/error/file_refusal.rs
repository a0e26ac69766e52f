//! The answer to a file that is refused, for a whole request and for one file of several.

use axum::http::StatusCode;
use shared::error::FileProblem;

/// Status, code and message for a file that is refused.
pub fn refusal(name: &str, problem: FileProblem) -> (StatusCode, &'static str, String) {
    match problem {
        FileProblem::NotPdf => (
            StatusCode::UNPROCESSABLE_ENTITY,
            "INVALID_FILE_TYPE",
            format!("Invalid file type: {name}. Only PDF files are allowed."),
        ),
        FileProblem::TooLarge => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "FILE_TOO_LARGE",
            format!("File too large: {name}. Maximum size is 100MB."),
        ),
        FileProblem::Empty => (
            StatusCode::UNPROCESSABLE_ENTITY,
            "EMPTY_FILE",
            format!("Empty file: {name}. Please select a valid file."),
        ),
    }
}
