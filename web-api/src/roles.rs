//! Which role of staff a call needs at least.
//!
//! Invariant: this is the only table of it, and `StaffOnly` enforces it before a handler runs. A call that the table does not
//! name is for owners alone; a test compares the table with the description of the API.

use axum::http::Method;
use shared::role::Role;

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PATCH: Method = Method::PATCH;
const DELETE: Method = Method::DELETE;

/// The least role for each call below `/api`.
pub const LEAST: &[(Method, &str, Role)] = &[
    // Everybody who is signed in as staff.
    (POST, "/admin/logout", Role::Reader),
    (GET, "/admin/session", Role::Reader),
    // Stories are read by all, and decided about by moderators. To pray for one is no decision.
    (GET, "/admin/testimonies", Role::Reader),
    (GET, "/admin/testimonies/counts", Role::Reader),
    (POST, "/admin/testimonies/changes", Role::Reader),
    (GET, "/admin/testimonies/spam", Role::Reader),
    (GET, "/admin/testimonies/{id}", Role::Reader),
    (POST, "/admin/testimonies/{id}/reading", Role::Reader),
    (POST, "/admin/testimonies/{id}/prayed", Role::Reader),
    (POST, "/admin/moderate", Role::Moderator),
    (POST, "/admin/testimonies/approve", Role::Moderator),
    (POST, "/admin/testimonies/reject-spam", Role::Moderator),
    (POST, "/admin/testimonies/{id}/keep-flood", Role::Moderator),
    (POST, "/admin/testimonies/{id}/reveal", Role::Moderator),
    (PATCH, "/admin/testimonies/{id}", Role::Moderator),
    (DELETE, "/admin/testimonies/{id}", Role::Moderator),
    // Prayers are confided to the prayer team.
    (GET, "/admin/prayers", Role::Moderator),
    (POST, "/admin/prayers/{id}/prayed", Role::Moderator),
    // Users have names and addresses, which readers do not see. Premium is money.
    (GET, "/admin/users", Role::Moderator),
    (GET, "/admin/users/{id}", Role::Moderator),
    (PATCH, "/admin/users/{id}/block", Role::Moderator),
    // Whose a story is stays hidden from those who decide about it.
    (POST, "/admin/users/{id}/stories", Role::Owner),
    (POST, "/admin/users/{id}/subscription/grant", Role::Owner),
    (POST, "/admin/users/{id}/subscription/revoke", Role::Owner),
    // Moderators look money up to answer a question; owners move it.
    (GET, "/admin/subscriptions", Role::Moderator),
    (POST, "/admin/subscriptions/{id}/hand-over", Role::Owner),
    (POST, "/admin/subscriptions/{id}/end", Role::Owner),
    (POST, "/admin/subscriptions/{id}/keep", Role::Owner),
    (GET, "/admin/duplicate-subscriptions", Role::Moderator),
    (POST, "/admin/duplicate-subscriptions/{id}/refund", Role::Owner),
    (POST, "/admin/duplicate-subscriptions/{id}/handled", Role::Owner),
    (GET, "/admin/gifts", Role::Moderator),
    (POST, "/admin/gifts/{id}/refund", Role::Owner),
    (POST, "/admin/gifts/{id}/end", Role::Owner),
    (POST, "/admin/gifts/{id}/hand-over", Role::Owner),
    (GET, "/admin/payment-issues", Role::Moderator),
    (POST, "/admin/payment-issues/{id}/handled", Role::Owner),
    // Documents.
    (GET, "/admin/uploads", Role::Reader),
    (GET, "/admin/uploads/events", Role::Reader),
    (GET, "/admin/uploads/{fileName}/preview", Role::Reader),
    (POST, "/admin/uploads", Role::Moderator),
    (POST, "/admin/uploads/ingest", Role::Moderator),
    (POST, "/admin/uploads/{fileName}/retry", Role::Moderator),
    (PATCH, "/admin/uploads/{fileName}", Role::Moderator),
    (DELETE, "/admin/uploads/{fileName}", Role::Moderator),
    // What the product counts and does.
    (GET, "/admin/letters", Role::Reader),
    (GET, "/admin/overview", Role::Reader),
    (GET, "/admin/jobs", Role::Reader),
    (POST, "/admin/jobs/{id}/retry", Role::Owner),
    (DELETE, "/admin/jobs/{id}", Role::Owner),
    (GET, "/admin/audit", Role::Reader),
    (GET, "/admin/audit/people", Role::Reader),
    (GET, "/admin/audit/export", Role::Reader),
    (GET, "/admin/audit/verify", Role::Reader),
];

/// The least role for a call, by the template of its path below `/api`.
#[must_use]
pub fn least(method: &Method, path: &str) -> Role {
    let is_method = |of: &Method| of == method || of == Method::GET && method == Method::HEAD;
    let named = LEAST.iter().find(|(of, at, _)| is_method(of) && *at == path);
    named.map_or(Role::Owner, |(_, _, role)| *role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_the_role_of_its_row_and_any_other_is_for_owners() {
        assert_eq!(least(&GET, "/admin/testimonies/{id}"), Role::Reader);
        assert_eq!(least(&Method::HEAD, "/admin/testimonies/{id}"), Role::Reader);
        assert_eq!(least(&PATCH, "/admin/testimonies/{id}"), Role::Moderator);
        assert_eq!(least(&POST, "/admin/gifts/{id}/end"), Role::Owner);
        assert_eq!(least(&GET, "/admin/of-tomorrow"), Role::Owner);
    }
}
