//! The audit trail as a file for spreadsheets.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures::stream;
use serde_json::Value;
use shared::audit::Line;
use shared::ctx::Ctx;
use shared::error::Error;
use shared::staff::audit_export::{self, Export};
use time::Date;
use time::format_description::well_known::Rfc3339;

use super::AuditQuery;
use crate::error::ApiError;
use crate::error::refusals::{Invalid, Reads};
use crate::extract::body::{Now, Query};
use crate::extract::staff::StaffOnly;
use crate::state::AppState;

const COLUMNS: [&str; 9] = [
    "line",
    "at",
    "actor",
    "name",
    "role",
    "action",
    "subject",
    "subject id",
    "details",
];

/// Spreadsheets read a file without it in the encoding of the country.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Spreadsheets take a cell that begins like this for a formula. The last four are the wide forms of the first.
const FORMULA_STARTS: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// Exports lines of the audit trail as CSV.
///
/// With the filters of `listAudit`, newest first, at most 100,000 lines. `cursor` is left out of account. RFC 4180, after a
/// byte order mark, with names of the columns in the first record and each cell in quotes. A cell that a spreadsheet would
/// take for a formula begins with an apostrophe.
/// The trail has a line for each export.
///
/// # Errors
/// 401 for everybody but staff; 422 for a filter that cannot be read.
#[utoipa::path(get, operation_id = "exportAudit", path = "/admin/audit/export", tag = "staff", params(AuditQuery),
    responses((status = 200, description = "a file", content_type = "text/csv", body = String), Reads, Invalid))]
pub async fn export(
    StaffOnly { staff, .. }: StaffOnly,
    State(state): State<AppState>,
    Now(now): Now,
    Query(query): Query<AuditQuery>,
) -> Result<Response, ApiError> {
    let (filter, _) = query.parse()?;
    let export = audit_export::begin(&state.ctx, &staff, filter).await?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (CONTENT_DISPOSITION, attachment(now.date())?),
    ];
    Ok((headers, Body::from_stream(records(state.ctx.clone(), export))).into_response())
}

fn attachment(day: Date) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(&format!(r#"attachment; filename="stillwater-audit-{day}.csv""#)).map_err(Error::internal)
}

/// The records in pieces: the names of the columns, then one piece for each batch of lines.
fn records(ctx: Arc<Ctx>, export: Export) -> impl stream::Stream<Item = Result<String, Error>> {
    let header = format!("{BYTE_ORDER_MARK}{}", record(&COLUMNS.map(Cow::Borrowed)));
    stream::try_unfold((ctx, export, Some(header)), |(ctx, mut export, header)| async move {
        if let Some(header) = header {
            return Ok(Some((header, (ctx, export, None))));
        }
        let lines = export.next(&ctx.db).await?;
        let piece: String = lines.iter().map(|line| record(&cells(line))).collect();
        Ok((!piece.is_empty()).then_some((piece, (ctx, export, None))))
    })
}

fn cells(line: &Line) -> [Cow<'_, str>; COLUMNS.len()] {
    let known = |text: &Option<String>| Cow::Owned(text.clone().unwrap_or_default());
    [
        Cow::Owned(line.position.to_string()),
        Cow::Owned(line.at.format(&Rfc3339).unwrap_or_default()),
        Cow::Borrowed(&line.actor_kind),
        known(&line.actor_name),
        known(&line.actor_role),
        Cow::Borrowed(&line.action),
        Cow::Borrowed(&line.subject_kind),
        Cow::Owned(line.subject_id.map(|id| id.to_string()).unwrap_or_default()),
        Cow::Owned(details(&line.details)),
    ]
}

/// The facts of a line: `from: pending; to: approved`.
fn details(details: &Value) -> String {
    let fact = |(name, value): (&String, &Value)| match value.as_str() {
        Some(text) => format!("{name}: {text}"),
        None => format!("{name}: {value}"),
    };
    let facts = details.as_object().into_iter().flatten().map(fact);
    facts.collect::<Vec<_>>().join("; ")
}

fn record(cells: &[Cow<'_, str>]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    cells.join(",") + "\r\n"
}

/// A cell that no spreadsheet takes for a formula, in quotes: another separator than the comma does not end it.
fn escaped(text: &str) -> String {
    let apostrophe = if text.starts_with(FORMULA_STARTS) { "'" } else { "" };
    format!("\"{apostrophe}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        for (text, cell) in [
            ("", r#""""#),
            ("José", r#""José""#),
            ("Ruth, the first", r#""Ruth, the first""#),
            ("Ruth; the first", r#""Ruth; the first""#),
            ("x;=1+1", r#""x;=1+1""#),
            (r#"the "first""#, r#""the ""first""""#),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("=1+1", r#""'=1+1""#),
            ("+1", r#""'+1""#),
            ("-1", r#""'-1""#),
            ("@SUM(A1)", r#""'@SUM(A1)""#),
            ("\u{ff1d}1+1", "\"'\u{ff1d}1+1\""),
            ("\tA", "\"'\tA\""),
            (r#"=HYPERLINK("x",1)"#, r#""'=HYPERLINK(""x"",1)""#),
        ] {
            assert_eq!(escaped(text), cell, "{text:?}");
        }
        assert_eq!(record(&["a".into(), "b,c".into()]), "\"a\",\"b,c\"\r\n");
    }

    #[test]
    fn facts_are_one_cell() {
        let facts = json!({ "from": "pending", "others": 11, "to": "approved" });
        assert_eq!(details(&facts), "from: pending; others: 11; to: approved");
        assert_eq!(details(&json!({})), "");
    }
}
