//! The entries about one user, for staff.
//!
//! Invariant: none about a testimony or a prayer, whose actors are never told.

use sqlx::PgPool;
use uuid::Uuid;

use super::Line;
use crate::base::error::Result;

const MAX_LINES: i64 = 30;

/// The latest entries about a user, and those of what the user did.
pub async fn user_lines(db: &PgPool, id: Uuid) -> Result<Vec<Line>> {
    let lines = sqlx::query_as!(
        Line,
        r#"select position as "position!", at as "at!", actor_kind as "actor_kind!", actor_id, actor_name, actor_role,
               action as "action!", subject_kind as "subject_kind!", subject_id, details as "details!"
           from (
               (select position, at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, details
                from audit_entry where subject_id = $1 and subject_kind = 'user' order by position desc limit $2)
               union
               (select position, at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, details
                from audit_entry
                where actor_id = $1 and actor_kind = 'user' and subject_kind not in ('story', 'prayer')
                order by position desc limit $2)
           ) about
           order by position desc limit $2"#,
        id,
        MAX_LINES
    )
    .fetch_all(db)
    .await?;
    Ok(lines)
}
