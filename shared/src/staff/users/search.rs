//! The search for users.
//!
//! Invariant: the query is matched literally but for case and accents, without wildcards. All invalid parameters are
//! reported together.

use sqlx::PgPool;

use crate::error::{Fields, Result};
use crate::ids::UserId;
use crate::user::User;

/// The maximum length of a query, in characters.
pub const MAX_QUERY_LEN: usize = 200;
/// The maximum page size.
pub const MAX_PAGE_SIZE: i64 = 100;
/// The default page size.
pub const DEFAULT_PAGE_SIZE: i64 = 20;
const MAX_PAGE: i64 = 100_000;

/// The parameters of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    text: String,
    blocked: Option<bool>,
    page: i64,
    page_size: i64,
}

impl Search {
    /// Parses the query parameters.
    ///
    /// # Errors
    /// `InvalidFields` with a message for each invalid parameter.
    pub fn parse(
        query: Option<&str>,
        page: Option<&str>,
        page_size: Option<&str>,
        blocked: Option<&str>,
    ) -> Result<Self> {
        let mut wrong = Fields::default();
        let text = query.unwrap_or_default().trim();
        if text.chars().count() > MAX_QUERY_LEN || text.contains('\0') {
            wrong.add("query", "Please search for up to 200 characters.");
        }
        let number = |text: Option<&str>, default: i64, max: i64| match text.unwrap_or_default().trim() {
            "" => Some(default),
            text => text.parse().ok().filter(|number| (1..=max).contains(number)),
        };
        let page = number(page, 1, MAX_PAGE);
        if page.is_none() {
            wrong.add("page", "Please choose a page from 1 on.");
        }
        let page_size = number(page_size, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
        if page_size.is_none() {
            wrong.add("pageSize", "Please choose 1 to 100 a page.");
        }
        let blocked = match blocked.unwrap_or_default().trim() {
            "" => Some(None),
            "true" => Some(Some(true)),
            "false" => Some(Some(false)),
            _ => None,
        };
        if blocked.is_none() {
            wrong.add("blocked", "Please choose true or false.");
        }
        wrong.into_result()?;
        Ok(Self {
            text: text.to_owned(),
            blocked: blocked.flatten(),
            page: page.unwrap_or(1),
            page_size: page_size.unwrap_or(DEFAULT_PAGE_SIZE),
        })
    }
}

/// A page of matching users, newest first.
#[derive(Debug)]
pub struct Found {
    /// The users on this page.
    pub users: Vec<User>,
    /// The number of matches on all pages.
    pub total: i64,
}

/// Finds users by a part of their name or email address, or by the last eight characters of their id, which people with
/// Premium give as a reference when they write to support.
///
/// Accents are left out on both sides, by what every Postgres has: `unaccent` is not on every managed one. Each account is
/// read, as by any search for a part of a word.
pub async fn search(db: &PgPool, search: &Search) -> Result<Found> {
    let users = sqlx::query_as!(
        User,
        r#"select id as "id: UserId", first_name, last_name, email, blocked_at, manual_premium_until, gift_until, gift_held,
             stripe_customer_id, subscription_status, subscription_grace_until, null::text as picture, language, created_at
         from app_user
         where (strpos(without_accents(concat_ws(' ', first_name, last_name, email)), without_accents($1)) > 0
             or right(id::text, 8) = lower($1))
             and ($2::boolean is null or (blocked_at is not null) = $2)
         order by created_at desc, id limit $3 offset $4"#,
        search.text,
        search.blocked,
        search.page_size,
        (search.page - 1) * search.page_size
    )
    .fetch_all(db)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from app_user
           where (strpos(without_accents(concat_ws(' ', first_name, last_name, email)), without_accents($1)) > 0
               or right(id::text, 8) = lower($1))
               and ($2::boolean is null or (blocked_at is not null) = $2)"#,
        search.text,
        search.blocked
    )
    .fetch_one(db)
    .await?;
    Ok(Found { users, total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn wrong(query: &str, page: &str, page_size: &str, blocked: &str) -> Vec<&'static str> {
        match Search::parse(Some(query), Some(page), Some(page_size), Some(blocked)) {
            Err(Error::InvalidFields(fields)) => fields.messages().keys().copied().collect(),
            Err(other) => panic!("another error: {other}"),
            Ok(_) => Vec::new(),
        }
    }

    #[test]
    fn all_invalid_parameters_are_reported() {
        assert_eq!(wrong("", "", "", ""), [""; 0]);
        assert_eq!(wrong(&"é".repeat(200), "100000", "100", "true"), [""; 0]);
        assert_eq!(wrong(&"é".repeat(201), "1", "20", "false"), ["query"]);
        for page in ["0", "-1", "1e9", "1000000000", "1.5", "two"] {
            assert_eq!(wrong("", page, "", ""), ["page"], "{page}");
        }
        for page_size in ["0", "-1", "101", "all"] {
            assert_eq!(wrong("", "", page_size, ""), ["pageSize"], "{page_size}");
        }
        assert_eq!(
            wrong("a\0", "0", "0", "maybe"),
            ["blocked", "page", "pageSize", "query"]
        );
    }
}
