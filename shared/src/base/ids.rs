//! The ids of users and of owners.

use uuid::Uuid;

/// The id of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sqlx::Type)]
#[sqlx(transparent)]
pub struct UserId(pub Uuid);

impl UserId {
    /// The user as an owner.
    pub const fn owner(self) -> Owner {
        Owner {
            id: self.0,
            kind: OwnerKind::User,
        }
    }
}

/// The owner of data: a user or a guest. Every sealed value and every counter has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Owner {
    /// The `owner_id` in the owner's rows.
    pub id: Uuid,
    /// User or guest.
    pub kind: OwnerKind,
}

/// The kind of an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnerKind {
    /// A guest, identified by a random cookie.
    Guest,
    /// A user.
    User,
}

impl OwnerKind {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::User => "user",
        }
    }
}
