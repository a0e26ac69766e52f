//! Compares answers with `openapi.json`: the status, and the exact names of all fields.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::Value;
use uuid::Uuid;

use super::app::{Answer, EVENT_STREAM};

const CSV: &str = "text/csv; charset=utf-8";

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(web_api::router::openapi()).expect("the description is JSON"));

/// The parsed `openapi.json`.
pub fn document() -> &'static Value {
    &DOCUMENT
}

/// Fails the test if an answer does not match the contract.
pub fn check(method: &Method, path: &str, answer: &Answer) {
    let request_id = answer.header("x-request-id");
    Uuid::try_parse(request_id).expect("every answer carries an id of ours");
    let is_page = path == "/api/login" || path.starts_with("/api/login/") || path == "/api/plain";
    if path == "/api" || path.starts_with("/api/") {
        assert!(answer.header("cache-control").ends_with("no-store"), "{method} {path}");
    }
    if !is_page && (path == "/api" || path.starts_with("/api/")) {
        let expected = match answer.status {
            StatusCode::NO_CONTENT => "",
            StatusCode::OK if path == "/api/user/avatar" => "image/jpeg",
            StatusCode::OK if path.ends_with("/events") => EVENT_STREAM,
            StatusCode::OK if path == "/api/admin/audit/export" => CSV,
            _ => "application/json",
        };
        assert_eq!(answer.header("content-type"), expected, "{method} {path}");
    }
    if answer.status.as_u16() >= 400 && answer.header("content-type") == "application/json" {
        check_error(answer, request_id);
    }
    // The contract has no internal error: a test that expects another answer fails by itself.
    if answer.status == StatusCode::INTERNAL_SERVER_ERROR {
        return;
    }
    let Some(operation) = operation(method, path) else {
        return;
    };
    let documented = &operation["responses"][answer.status.as_str()];
    assert!(
        documented.is_object(),
        "{method} {path} answers {}, which is not documented",
        answer.status
    );
    if ["image/jpeg", EVENT_STREAM, "text/csv"]
        .iter()
        .any(|kind| documented["content"][kind].is_object())
    {
        return;
    }
    let schema = &documented["content"]["application/json"]["schema"];
    if answer.status == StatusCode::NO_CONTENT {
        assert!(schema.is_null() && answer.body.is_empty(), "{method} {path}");
        return;
    }
    if let Err(problem) = has_shape(&answer.json, schema) {
        panic!(
            "{method} {path} answers {} with another shape than documented: {problem}",
            answer.status
        );
    }
}

fn check_error(answer: &Answer, request_id: &str) {
    let body = &answer.json;
    assert_eq!(body["requestId"], request_id, "{body}");
    let message = body["message"].as_str().expect("a message");
    assert!(
        !message.is_empty() && body["code"].as_str().is_some_and(|code| !code.is_empty()),
        "{body}"
    );
    let constant: &[&str] = match answer.status.as_u16() {
        500 => &["Something went wrong on our side. Nothing of yours is lost. Please try again."],
        503 => &[
            "We cannot reach our records right now. Please try again in a moment.",
            "This took too long. Please try again in a moment.",
            "Payments are not set up here yet. Everything else works.",
            "We cannot reach our payment provider right now. Nothing was charged. Please try again in a moment.",
        ],
        _ => return,
    };
    assert!(constant.contains(&message), "{message}");
    assert_eq!(answer.status == 503, answer.headers.contains_key("retry-after"));
}

/// The operation of the contract for a path.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let paths = document()["paths"].as_object().expect("paths");
    let (_, item) = paths.iter().find(|(template, _)| fits(template, path))?;
    item.get(method.as_str().to_lowercase())
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    template.len() == path.len()
        && template
            .iter()
            .zip(path)
            .all(|(known, part)| known.starts_with('{') || *known == part)
}

/// Whether a value has the type and, as an object, exactly the fields of a schema.
pub fn has_shape(value: &Value, schema: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return has_shape(
            value,
            document().pointer(reference.trim_start_matches('#')).ok_or(reference)?,
        );
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits_one = choices.iter().any(|choice| has_shape(value, choice).is_ok());
        return if fits_one {
            Ok(())
        } else {
            Err(format!("{value} is none of {choices:?}"))
        };
    }
    let types: Vec<&str> = schema["type"].as_array().map_or_else(
        || schema["type"].as_str().into_iter().collect(),
        |types| types.iter().filter_map(Value::as_str).collect(),
    );
    if !types.iter().any(|name| is_a(value, name)) {
        return Err(format!("{value} is no {types:?}"));
    }
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| has_shape(value, &schema["items"])),
        Value::Object(fields) => {
            let Some(properties) = schema["properties"].as_object() else {
                return Ok(());
            };
            if let Some(missing) = schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|name| !fields.contains_key(name.as_str().unwrap_or_default()))
            {
                return Err(format!("{missing} is missing"));
            }
            fields.iter().try_for_each(|(name, value)| {
                let property = properties
                    .get(name)
                    .ok_or_else(|| format!("{name} is not documented"))?;
                has_shape(value, property).map_err(|problem| format!("{name}: {problem}"))
            })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
