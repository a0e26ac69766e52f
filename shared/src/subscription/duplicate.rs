//! Duplicates: subscriptions of somebody who pays for another one already.
//!
//! Invariant: nobody learns anything from an address that they typed. One person is the owner of both subscriptions in
//! one account, or has paid both with one card. Two that only name one address are put to its owner and to staff: a refund
//! on its own would tell a payer that somebody with this address has Premium.

mod find;
mod letter;
mod settle;

pub(super) use find::find_all;
pub use find::find_duplicates;
pub use letter::duplicate_letter;
pub use settle::end_duplicate;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::audit::{self, Action, Actor, Entry, Subject};
use crate::ctx::Ctx;
use crate::error::Result;
use crate::ids::UserId;
use crate::jobs::{self, Job};

/// Marks all but one of a user's running subscriptions as duplicates, and enqueues the jobs that end them. Returns their
/// ids. The caller has locked the account.
///
/// The oldest one that is paid stays. Cancelled ones end anyway, paused ones cost nothing, and staff made the adopted ones
/// at Stripe on purpose.
pub(super) async fn mark(tx: &mut PgConnection, user: UserId) -> Result<Vec<Uuid>> {
    let marked = sqlx::query_scalar!(
        "with running as (
             select subscription.id, row_number() over best as place, first_value(subscription.id) over best as kept
             from subscription join stripe_customer on stripe_customer.id = subscription.customer_id
             where user_id = $1 and not is_adopted and ending_since is null and ends_at is null
                 and status in ('active', 'trialing', 'past_due', 'unpaid')
             window best as (order by status in ('past_due', 'unpaid'), subscription.created_at, subscription.id)
         )
         insert into duplicate_subscription (subscription_id, kept_id, state)
             select id, kept, 'ending' from running where place > 1
         on conflict (subscription_id) do update set state = 'ending', kept_id = excluded.kept_id
             where duplicate_subscription.state = 'asked'
         returning subscription_id",
        user.0
    )
    .fetch_all(&mut *tx)
    .await?;
    // What was asked about is answered.
    sqlx::query!(
        "update duplicate_subscription set state = 'dismissed', settled_at = now()
         where state = 'asked' and subscription_id in (
             select subscription.id from subscription
             join stripe_customer on stripe_customer.id = subscription.customer_id where user_id = $1)",
        user.0
    )
    .execute(&mut *tx)
    .await?;
    let jobs: Vec<Job> = marked.iter().map(|id| Job::EndDuplicate { id: *id }).collect();
    jobs::enqueue_all(tx, &jobs).await?;
    Ok(marked)
}

/// Records in the audit trail what [`mark`] found. Comes last in the transaction.
pub(super) async fn note(ctx: &Ctx, tx: &mut PgConnection, user: UserId, marked: &[Uuid]) -> Result<()> {
    for id in marked {
        let entry = Entry::new(Actor::System, Action::SubscriptionPaidTwice, Subject::User(user.0));
        let entry = entry.with("subscription", audit::Detail::Id(*id));
        audit::record(&mut *tx, &ctx.config.key_ring, &entry).await?;
    }
    Ok(())
}

/// Closes the questions about visitors' subscriptions whose address was corrected, or which its owner has declined.
pub(super) async fn dismiss(tx: &mut PgConnection, customers: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update duplicate_subscription set state = 'dismissed', settled_at = now()
         where state = 'asked' and subscription_id in (select id from subscription where customer_id = any($1))",
        customers
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Enqueues the search for duplicates if a visitor's paid subscription names the verified address of a user. Part of a
/// sign-in.
pub async fn search_at_sign_in(tx: &mut PgConnection, user: UserId, verified_email: &str) -> Result<()> {
    let has_some = sqlx::query_scalar!(
        r#"select exists (
               select from stripe_customer join subscription on subscription.customer_id = stripe_customer.id
               where stripe_customer.user_id is null and first_paid_at is not null and not is_declined
                   and lower(email) = lower($1) and status in ('active', 'trialing', 'past_due', 'unpaid')
                   and not exists (select from duplicate_subscription where subscription_id = subscription.id)
           ) as "has_some!""#,
        verified_email
    )
    .fetch_one(&mut *tx)
    .await?;
    if has_some {
        jobs::enqueue(tx, &Job::FindDuplicates { user: user.0 }).await?;
    }
    Ok(())
}
