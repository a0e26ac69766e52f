//! Asking Stripe about a subscription, and writing down what it says.
//!
//! Invariant: questions are numbered before they are asked, and an answer is written, under the locks of the row and of
//! its user's account, only if no later question was answered before. No connection to Postgres is held while Stripe is
//! asked, so that a Stripe that does not answer holds up nothing else.

use sqlx::PgConnection;
use uuid::Uuid;

use super::held::{Heard, Held, hand_over, hold, is_worth_claiming, tell};
use super::{Status, payments, refresh_user};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::{Error, Result};
use crate::jobs::{self, Job};
use crate::payments::{Begun, Payments, Problem, Said};
use crate::user::UserId;

/// A row that changes hands while it is being locked is locked again.
const TRIES: u32 = 5;

/// What came of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It is as we believed.
    Same,
    /// It was other than we believed, and is no more.
    Changed,
    /// It is none of ours.
    Foreign,
}

/// What became of a subscription that was just made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attached {
    /// It is where it belongs.
    Ours,
    /// Nobody wants it any more.
    Unwanted,
}

/// A numbered question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    row: Uuid,
    number: i64,
}

/// Asks Stripe about a subscription and writes down what it says.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`; `Unavailable` or `Internal` from the database.
pub async fn settle(ctx: &Ctx, stripe_id: &str) -> Result<Settled> {
    let payments = payments(ctx)?;
    if let Some(question) = number(ctx, stripe_id).await? {
        return answered(ctx, question, payments.subscription(stripe_id).await, Actor::System).await;
    }
    // Nobody has told us its name yet: what it carries says whether, and which, it is of ours.
    let said = match payments.subscription(stripe_id).await {
        Ok(said) => said,
        Err(Problem::Missing) => return Ok(Settled::Foreign),
        Err(problem) => return Err(problem.into()),
    };
    if !payments.is_ours(said.live) || !adopt(ctx, &said).await? {
        return Ok(Settled::Foreign);
    }
    match number(ctx, stripe_id).await? {
        Some(question) => answered(ctx, question, payments.subscription(stripe_id).await, Actor::System).await,
        None => Ok(Settled::Foreign),
    }
}

/// Asks about a subscription together with the way to pay it, and writes down what Stripe says. None if Stripe knows no
/// such subscription.
pub(super) async fn ask_for_begun(ctx: &Ctx, payments: &Payments, stripe_id: &str) -> Result<Option<Begun>> {
    let Some(question) = number(ctx, stripe_id).await? else {
        return Ok(None);
    };
    match payments.begun_subscription(stripe_id).await {
        Ok(begun) => {
            write(ctx, question, &Heard::Said(&begun.said), Actor::System).await?;
            Ok(Some(begun))
        }
        Err(Problem::Missing) => {
            write(ctx, question, &Heard::Missing, Actor::System).await?;
            Ok(None)
        }
        Err(problem) => Err(problem.into()),
    }
}

/// Numbers the next question about a subscription.
pub(super) async fn number(ctx: &Ctx, stripe_id: &str) -> Result<Option<Question>> {
    let question = sqlx::query_as!(
        Question,
        r#"update subscription set asked = asked + 1 where stripe_id = $1 returning id as row, asked as number"#,
        stripe_id
    )
    .fetch_optional(&ctx.db)
    .await?;
    Ok(question)
}

/// Writes down the answer to a question.
pub(super) async fn answered(
    ctx: &Ctx,
    question: Question,
    answer: Result<Said, Problem>,
    actor: Actor<'_>,
) -> Result<Settled> {
    match answer {
        Ok(said) => write(ctx, question, &Heard::Said(&said), actor).await,
        Err(Problem::Missing) => write(ctx, question, &Heard::Missing, actor).await,
        Err(problem) => Err(problem.into()),
    }
}

/// Notes Stripe's name for a customer; their account shows it.
pub(super) async fn name_customer(ctx: &Ctx, row: Uuid, stripe_id: &str) -> Result<()> {
    let mut tx = database::begin(&ctx.db).await?;
    let user = sqlx::query_scalar!(
        "select app_user.id from app_user join stripe_customer on stripe_customer.user_id = app_user.id
         where stripe_customer.id = $1 for update of app_user",
        row
    )
    .fetch_optional(&mut *tx)
    .await?;
    sqlx::query!(
        "update stripe_customer set stripe_id = $2 where id = $1 and stripe_id is null",
        row,
        stripe_id
    )
    .execute(&mut *tx)
    .await?;
    if let Some(user) = user {
        refresh_user(&mut tx, UserId(user)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Gives a subscription that was just made its name. What the answer says of its state may be a repetition of long ago:
/// it counts only where nothing is known yet.
pub(super) async fn attach(ctx: &Ctx, row: Uuid, said: &Said) -> Result<Attached> {
    let attached = sqlx::query!(
        "update subscription set stripe_id = $2, asked = asked + 1 where id = $1 and stripe_id is null returning asked",
        row,
        said.id
    )
    .fetch_optional(&ctx.db)
    .await?;
    if let Some(attached) = attached {
        let question = Question {
            row,
            number: attached.asked,
        };
        write(ctx, question, &Heard::Said(said), Actor::System).await?;
    }
    let is_unwanted = sqlx::query_scalar!(
        r#"select ending_since is not null as "unwanted!" from subscription where id = $1"#,
        row
    )
    .fetch_one(&ctx.db)
    .await?;
    Ok(if is_unwanted {
        Attached::Unwanted
    } else {
        Attached::Ours
    })
}

/// Takes in a subscription whose name nobody told us: the answer that named it was lost, or somebody of the staff made
/// it at Stripe for a customer of ours. False if it belongs to nobody we know.
async fn adopt(ctx: &Ctx, said: &Said) -> Result<bool> {
    let named = sqlx::query!(
        "update subscription set stripe_id = $2 where id = $1 and stripe_id is null",
        said.row,
        said.id
    )
    .execute(&ctx.db)
    .await?;
    if named.rows_affected() == 1 {
        if let Some(customer) = said.customer_row {
            name_customer(ctx, customer, &said.customer).await?;
        }
        return Ok(true);
    }
    let adopted = sqlx::query!(
        "insert into subscription (id, customer_id, stripe_id, is_adopted)
             select $1, id, $2, true from stripe_customer where stripe_id = $3
         on conflict (stripe_id) do nothing",
        Uuid::now_v7(),
        said.id,
        said.customer
    )
    .execute(&ctx.db)
    .await?;
    Ok(adopted.rows_affected() == 1)
}

async fn write(ctx: &Ctx, question: Question, heard: &Heard<'_>, actor: Actor<'_>) -> Result<Settled> {
    for _ in 0..TRIES {
        let mut tx = database::begin(&ctx.db).await?;
        let Some(held) = hold(&mut tx, question.row).await? else {
            continue;
        };
        let settled = write_held(&mut tx, question, &held, heard, actor).await?;
        tx.commit().await?;
        return Ok(settled);
    }
    Err(Error::Unavailable(anyhow::anyhow!(
        "the subscription changes hands all the time"
    )))
}

async fn write_held(
    tx: &mut PgConnection,
    question: Question,
    held: &Held,
    heard: &Heard<'_>,
    actor: Actor<'_>,
) -> Result<Settled> {
    if held.told >= question.number {
        return Ok(Settled::Same);
    }
    let belief = held.belief.after(heard);
    sqlx::query!(
        "update subscription set status = $2, period_end = $3, ends_at = $4, unpaid_since = $5, told = $6, told_at = now()
         where id = $1",
        question.row,
        belief.status,
        belief.period_end,
        belief.ends_at,
        belief.unpaid_since,
        question.number
    )
    .execute(&mut *tx)
    .await?;
    if belief == held.belief {
        return Ok(Settled::Same);
    }
    let user = match (held.user, held.claimant) {
        (None, Some(claimant)) if is_worth_claiming(belief.status()) => {
            hand_over(tx, held.customer, claimant).await?;
            Some(claimant)
        }
        (user, _) => user,
    };
    if held.is_ending && !belief.status().is_some_and(Status::is_over) {
        jobs::enqueue(tx, &Job::EndSubscription { id: question.row }).await?;
    }
    tell(tx, held.customer, user).await?;
    let status = Detail::Word(belief.status().unwrap_or(Status::Unknown).as_str());
    let subject = user.map_or(Subject::Subscription(question.row), |user| Subject::User(user.0));
    let mut entry = Entry::new(actor, Action::SubscriptionChanged, subject).with("status", status);
    if user.is_some() {
        entry = entry.with("subscription", Detail::Id(question.row));
    }
    audit::record(tx, &entry).await?;
    Ok(Settled::Changed)
}
