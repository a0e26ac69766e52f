//! The states of testimonies and documents in answers.

use serde::Serialize;
use shared::role::Role;
use shared::{document, screening, testimony};
use utoipa::ToSchema;

/// Where a story stands.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TestimonyStatus {
    /// It waits for its redaction or for staff.
    Pending,
    /// Everybody may read it.
    Approved,
    /// It was not published.
    Rejected,
    /// Staff look at it first.
    Escalated,
}

impl From<testimony::Status> for TestimonyStatus {
    fn from(status: testimony::Status) -> Self {
        match status {
            testimony::Status::Pending => Self::Pending,
            testimony::Status::Approved => Self::Approved,
            testimony::Status::Rejected => Self::Rejected,
            testimony::Status::Escalated => Self::Escalated,
        }
    }
}

/// How likely a redacted testimony still tells who wrote it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RiskLevel {
    /// Little was found, and with certainty.
    Low,
    /// Several details were found, or an uncertain one.
    Medium,
    /// Details that identify somebody, or many uncertain ones.
    High,
}

impl From<testimony::Risk> for RiskLevel {
    fn from(risk: testimony::Risk) -> Self {
        match risk {
            testimony::Risk::Low => Self::Low,
            testimony::Risk::Medium => Self::Medium,
            testimony::Risk::High => Self::High,
        }
    }
}

/// The category of danger in a testimony.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrisisCategory {
    /// Thoughts of dying, without a plan.
    SuicideIdeation,
    /// A plan, means in hand, or an attempt.
    SuicidePlan,
    /// Hurting oneself, starving and purging included.
    SelfHarm,
    /// Violence or control at the hands of a partner or family.
    DomesticViolence,
    /// A child is hurt, neglected or groomed.
    ChildAbuse,
    /// Rape, assault, sexual coercion.
    SexualAssault,
    /// Somebody's body is in danger now.
    MedicalEmergency,
    /// The writer, or somebody they know, may hurt others.
    HarmOthers,
}

impl From<screening::CrisisCategory> for CrisisCategory {
    fn from(category: screening::CrisisCategory) -> Self {
        match category {
            screening::CrisisCategory::SuicideIdeation => Self::SuicideIdeation,
            screening::CrisisCategory::SuicidePlan => Self::SuicidePlan,
            screening::CrisisCategory::SelfHarm => Self::SelfHarm,
            screening::CrisisCategory::DomesticViolence => Self::DomesticViolence,
            screening::CrisisCategory::ChildAbuse => Self::ChildAbuse,
            screening::CrisisCategory::SexualAssault => Self::SexualAssault,
            screening::CrisisCategory::MedicalEmergency => Self::MedicalEmergency,
            screening::CrisisCategory::HarmOthers => Self::HarmOthers,
        }
    }
}

/// The status of a teaching document.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DocumentStatus {
    /// It waits to be read.
    Pending,
    /// It is being read.
    Processing,
    /// It is in the index.
    Completed,
    /// It cannot be read.
    Failed,
}

impl From<document::Status> for DocumentStatus {
    fn from(status: document::Status) -> Self {
        match status {
            document::Status::Pending => Self::Pending,
            document::Status::Processing => Self::Processing,
            document::Status::Completed => Self::Completed,
            document::Status::Failed => Self::Failed,
        }
    }
}

/// What a member of staff may do.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StaffRole {
    /// Sees, and decides nothing.
    Reader,
    /// Decides about stories, prayers, documents and who is blocked.
    Moderator,
    /// Does everything.
    Owner,
}

impl From<Role> for StaffRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Reader => Self::Reader,
            Role::Moderator => Self::Moderator,
            Role::Owner => Self::Owner,
        }
    }
}
