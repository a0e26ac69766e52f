//! The common refusals of calls, for the description of the API. Each type stands for some statuses with an `ErrorBody`.

use std::collections::BTreeMap;

use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

/// The response of a refusal.
pub fn refusal(description: &str) -> RefOr<Response> {
    let body = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    ResponseBuilder::new()
        .description(description)
        .content("application/json", body)
        .into()
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)*;)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),*].map(|status| (status.to_owned(), refusal(""))).into()
            }
        }
    )*};
}

refusals! {
    /// Of a call that reads for a signed-in caller.
    Reads: "401" "503";
    /// Of a call that changes something for a signed-in caller.
    Changes: "401" "403" "503";
    /// Of a call with a JSON body.
    JsonBody: "400" "415" "422";
    /// Of a call with a large body.
    LargeBody: "408" "413";
    /// The caller is not signed in.
    Unauthorized: "401";
    /// The body cannot be read.
    BadRequest: "400";
    /// The caller may not do this, or comes from another site.
    Forbidden: "403";
    /// There is no such thing.
    NotFound: "404";
    /// The state does not allow it.
    Conflict: "409";
    /// The body is too large.
    TooLarge: "413";
    /// A field is invalid.
    Invalid: "422";
    /// A limit is reached.
    TooMany: "429";
    /// The database, or another server, does not answer.
    Unavailable: "503";
}
