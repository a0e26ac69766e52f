//! The language of a user's mails: that in which they last read the app.

use sqlx::PgPool;

use super::User;
use crate::error::Result;
use crate::locale::Locale;

/// Keeps the language in which a user reads the app. Nothing is written while it stays the same; without one it is English.
pub async fn keep_language(db: &PgPool, user: &User, locale: Locale) -> Result<()> {
    if Locale::of_column(user.language.as_deref()) == locale {
        return Ok(());
    }
    sqlx::query!(
        "update app_user set language = $2 where id = $1",
        user.id.0,
        locale.tag()
    )
    .execute(db)
    .await?;
    Ok(())
}
