//! Disputes, inquiries, refunds, those that fail later, and early fraud warnings.
//!
//! Invariant: an event only names the charge to request. Each issue is recorded once, with a mail to staff. A dispute ends
//! the subscription at once, and so does a full refund unless staff have decided otherwise. An inquiry ends nothing, and a
//! refund that fails later changes nothing.

use sqlx::PgConnection;
use uuid::Uuid;

use super::{payments, sync};
use crate::audit::{self, Action, Actor, Detail, Entry, Subject};
use crate::ctx::Ctx;
use crate::database;
use crate::error::Result;
use crate::gift;
use crate::jobs::{self, Job, Mail};
use crate::mail::{self, Letter};
use crate::payments::{Disputed, PaidFor, RemoteCharge, amount_in_words};

/// The kind of event that warns of fraud. Stripe has no field of a charge for it.
const FRAUD_WARNING: &str = "radar.early_fraud_warning.created";

/// How the kinds of events about disputes and inquiries begin.
const DISPUTE: &str = "charge.dispute.";

/// The kinds of events of a refund that may have failed: the bank has sent the money back to Stripe.
const REFUND_CHANGED: [&str; 2] = ["refund.failed", "charge.refund.updated"];

/// What is wrong with a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dispute,
    Inquiry,
    Refund,
    RefundFailed,
    FraudWarning,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Dispute => "dispute",
            Self::Inquiry => "inquiry",
            Self::Refund => "refund",
            Self::RefundFailed => "refund_failed",
            Self::FraudWarning => "fraud_warning",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::Dispute => Action::PaymentDisputed,
            Self::Inquiry => Action::PaymentInquired,
            Self::Refund => Action::PaymentRefunded,
            Self::RefundFailed => Action::PaymentRefundFailed,
            Self::FraudWarning => Action::PaymentSuspected,
        }
    }
}

/// Requests a charge from Stripe, and records what is wrong with it. Charges that paid no subscription and no gift of ours
/// are ignored.
///
/// # Errors
/// `PaymentsNotSetUp`, `PaymentsUnavailable`.
pub(super) async fn sync_charge(ctx: &Ctx, charge: &str, event_kind: &str) -> Result<()> {
    let payments = payments(ctx)?;
    let Some((charge, paid_for)) = Box::pin(payments.charge(charge)).await? else {
        return Ok(());
    };
    let disputed = if charge.is_disputed || event_kind.starts_with(DISPUTE) {
        Box::pin(payments.disputed(&charge.id)).await?
    } else {
        Disputed::No
    };
    let refund_failed = if REFUND_CHANGED.contains(&event_kind) {
        Box::pin(payments.refunds_failed(&charge.id)).await?
    } else {
        0
    };
    // Also adopts what has an unknown id.
    match &paid_for {
        PaidFor::Subscription(id) => {
            sync(ctx, id).await?;
        }
        PaidFor::Payment(id) => Box::pin(gift::sync(ctx, id)).await?,
    }
    let amount = charge.amount;
    let kinds: [(Kind, bool, i64); 5] = [
        (Kind::Dispute, disputed == Disputed::Dispute, amount),
        (Kind::Inquiry, disputed == Disputed::Inquiry, amount),
        (Kind::Refund, charge.amount_refunded > 0, charge.amount_refunded),
        // A dispute makes a pending refund fail, and pays the cardholder itself.
        (
            Kind::RefundFailed,
            refund_failed > 0 && disputed != Disputed::Dispute,
            refund_failed,
        ),
        (Kind::FraudWarning, event_kind == FRAUD_WARNING, amount),
    ];
    for (kind, _, amount) in kinds.into_iter().filter(|(_, applies, _)| *applies) {
        let mut tx = database::begin(&ctx.db).await?;
        match &paid_for {
            PaidFor::Subscription(id) => record(ctx, &mut tx, kind, &charge, id, amount).await?,
            PaidFor::Payment(id) => record_of_gift(ctx, &mut tx, kind, &charge, id, amount).await?,
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn record(
    ctx: &Ctx,
    tx: &mut PgConnection,
    kind: Kind,
    charge: &RemoteCharge,
    subscription: &str,
    amount: i64,
) -> Result<()> {
    let found = sqlx::query!(
        r#"select id, is_kept_after_refund,
               coalesce(status, 'incomplete') in ('canceled', 'incomplete_expired') as "is_over!",
               exists (select from duplicate_subscription where subscription_id = subscription.id
                   and state in ('ending', 'refunded')) as "is_duplicate!"
           from subscription where stripe_id = $1 for update"#,
        subscription
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(found) = found else {
        return Ok(());
    };
    if found.is_duplicate && kind == Kind::Refund {
        // Our own refund: staff see it among those who paid twice.
        return Ok(());
    }
    let ends = match kind {
        Kind::Dispute => true,
        Kind::Refund => charge.is_refunded && !found.is_kept_after_refund,
        Kind::Inquiry | Kind::RefundFailed | Kind::FraudWarning => false,
    };
    let id = Uuid::now_v7();
    // A partial refund may become a full one, which is news again.
    let recorded = sqlx::query_scalar!(
        "insert into payment_issue (id, kind, charge_stripe_id, subscription_id, amount, currency, ends)
             values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (kind, charge_stripe_id) do update set amount = excluded.amount, ends = excluded.ends, handled_at = null
             where payment_issue.amount <> excluded.amount
         returning id",
        id,
        kind.as_str(),
        charge.id,
        found.id,
        amount,
        charge.currency,
        ends
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(issue) = recorded else {
        return Ok(());
    };
    if ends && !found.is_over {
        end(tx, found.id).await?;
    }
    if kind == Kind::Dispute {
        answer_inquiry(tx, &charge.id).await?;
    }
    mail::enqueue(tx, Mail::PaymentIssue { id: issue }).await?;
    let entry = Entry::new(Actor::System, kind.action(), Subject::Subscription(found.id));
    audit::record(tx, &ctx.config.key_ring, &entry.with("cents", Detail::Number(amount))).await?;
    Ok(())
}

/// Records what is wrong with the payment of a gift. Stripe's answer has ended the gift already, if it ends it.
async fn record_of_gift(
    ctx: &Ctx,
    tx: &mut PgConnection,
    kind: Kind,
    charge: &RemoteCharge,
    payment: &str,
    amount: i64,
) -> Result<()> {
    let found = sqlx::query!(
        r#"select id, refund_asked_at is not null as "is_refunded_by_us!" from gift where stripe_id = $1"#,
        payment
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(found) = found.filter(|found| !(found.is_refunded_by_us && kind == Kind::Refund)) else {
        return Ok(());
    };
    let ends = kind == Kind::Dispute || (kind == Kind::Refund && charge.is_refunded);
    let recorded = sqlx::query_scalar!(
        "insert into payment_issue (id, kind, charge_stripe_id, gift_id, amount, currency, ends)
             values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (kind, charge_stripe_id) do update set amount = excluded.amount, ends = excluded.ends, handled_at = null
             where payment_issue.amount <> excluded.amount
         returning id",
        Uuid::now_v7(),
        kind.as_str(),
        charge.id,
        found.id,
        amount,
        charge.currency,
        ends
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(issue) = recorded else {
        return Ok(());
    };
    if kind == Kind::Dispute {
        answer_inquiry(tx, &charge.id).await?;
    }
    mail::enqueue(tx, Mail::PaymentIssue { id: issue }).await?;
    let entry = Entry::new(Actor::System, kind.action(), Subject::Gift(found.id));
    audit::record(tx, &ctx.config.key_ring, &entry.with("cents", Detail::Number(amount))).await?;
    Ok(())
}

/// Marks the subscription to end at once.
async fn end(tx: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update subscription set ending_since = coalesce(ending_since, now()) where id = $1",
        id
    )
    .execute(&mut *tx)
    .await?;
    jobs::enqueue(tx, &Job::EndSubscription { id }).await?;
    Ok(())
}

/// Takes the inquiry that became a dispute from the list.
async fn answer_inquiry(tx: &mut PgConnection, charge: &str) -> Result<()> {
    sqlx::query!(
        "update payment_issue set handled_at = now() where kind = 'inquiry' and charge_stripe_id = $1 and handled_at is null",
        charge
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The mail to staff about a payment; none if it is handled, or no address of staff is set.
pub async fn issue_letter(ctx: &Ctx, id: Uuid) -> Result<Option<Letter>> {
    let issue = sqlx::query!(
        r#"select kind, charge_stripe_id, amount, currency, ends, gift_id is not null as "is_of_gift!"
           from payment_issue where id = $1 and handled_at is null"#,
        id
    )
    .fetch_optional(&ctx.db)
    .await?;
    let Some(issue) = issue else {
        return Ok(None);
    };
    let (subject, advice) = match issue.kind.as_str() {
        "dispute" => (
            "A payment is disputed",
            "Stripe has taken the money back. Do not refund it besides. Answer the dispute in Stripe's dashboard.",
        ),
        "inquiry" => (
            "A bank inquires about a payment",
            "The cardholder has asked their bank about it. Nothing was taken back, and what it paid goes on. Answer \
             the inquiry in Stripe's dashboard, or refund the payment: otherwise a dispute may follow.",
        ),
        "refund" => (
            "A payment was refunded",
            "Nothing is left to do if you meant to refund it.",
        ),
        "refund_failed" => (
            "A refund has failed",
            "The payer has not got the money: their bank sent it back to your balance at Stripe, as when a card's \
             account is closed. A second refund to the same card may fail, too. Agree with the payer on another way.",
        ),
        _ => (
            "A payment may be fraud",
            "The bank has warned Stripe. A refund now can prevent a dispute and its fee.",
        ),
    };
    let end = match (issue.ends, issue.is_of_gift) {
        (false, _) => "",
        (true, false) => " The subscription ends.",
        (true, true) => " It paid a gift, which ends.",
    };
    let amount = amount_in_words(issue.amount, &issue.currency);
    let text = format!("{subject}: {amount}, {}.{end}\n\n{advice}", issue.charge_stripe_id);
    Ok(mail::to_staff(
        ctx,
        format!("payment-issue-{id}-{}", issue.amount),
        subject,
        &text,
    ))
}
