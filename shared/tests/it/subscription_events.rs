//! Stripe events: reordered, duplicated and lost.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt as _;
use shared::ctx::Ctx;
use shared::error::Error;
use shared::subscription::{Received, process, receive, reconcile, sweep};
use sqlx::PgPool;
use stripe_standin::{Carelessness, StandIn, World, signature};
use uuid::Uuid;

use super::subscription::{CARD, count, deliver, now, run_due_jobs, subscriber, with_stand_in};

const SUBSCRIPTIONS: usize = 200;
const EVENTS: usize = 5_000;

/// Creates customers, each with a subscription of which no event has arrived.
async fn make_subscriptions(ctx: &Ctx, stand_in: &StandIn) {
    for _ in 0..SUBSCRIPTIONS {
        let row = Uuid::now_v7();
        let customer = {
            let mut world = stand_in.world();
            let customer = world.make_customer(None, None, BTreeMap::new());
            world.make_subscription(&customer, BTreeMap::new());
            customer
        };
        sqlx::query("insert into stripe_customer (id, by_visitor, stripe_id) values ($1, true, $2)")
            .bind(row)
            .bind(customer)
            .execute(&ctx.db)
            .await
            .expect("written");
    }
}

/// A pseudo-random number below `limit`, the same in every run.
fn next(seed: &mut usize, limit: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % limit
}

/// Changes subscriptions at random until `events` events wait.
fn simulate(world: &mut World, seed: &mut usize, events: usize) {
    let all: Vec<String> = world.subscriptions().map(|found| found.id.clone()).collect();
    while world.undelivered() < events {
        let id = &all[next(seed, all.len())];
        match next(seed, 20) {
            0..6 => world.pay(id, CARD),
            6..9 => world.renew(id, true),
            9..12 => world.renew(id, false),
            12 => world.set_status(id, "paused"),
            13 => world.set_status(id, "unpaid"),
            14 => world.set_status(id, "trialing"),
            15..17 => world.cancel_with_period(id, true),
            17..19 => world.cancel_with_period(id, false),
            _ if next(seed, 40) == 0 => world.cancel(id),
            _ => world.pay(id, CARD),
        }
    }
}

/// All statuses in the stand-in.
fn stripe_statuses(stand_in: &StandIn) -> BTreeMap<String, (String, i64)> {
    let world = stand_in.world();
    world
        .subscriptions()
        .map(|found| (found.id.clone(), (found.status.clone(), found.period_end)))
        .collect()
}

/// All statuses in our database.
async fn local_statuses(ctx: &Ctx) -> BTreeMap<String, (String, i64)> {
    let rows: Vec<(String, String, i64)> =
        sqlx::query_as("select stripe_id, status, extract(epoch from period_end)::bigint from subscription")
            .fetch_all(&ctx.db)
            .await
            .expect("readable");
    rows.into_iter().map(|(id, status, end)| (id, (status, end))).collect()
}

/// Receives all events and processes several at a time.
async fn receive_all(ctx: &Ctx, bodies: Vec<String>) {
    let now = now(ctx).await;
    futures::stream::iter(bodies)
        .for_each_concurrent(4, async |body| {
            let header = signature(stripe_standin::WEBHOOK_SECRET, now.unix_timestamp(), &body);
            receive(ctx, &header, body.as_bytes(), now).await.expect("taken in");
        })
        .await;
    process_concurrently(ctx).await;
}

async fn process_concurrently(ctx: &Ctx) {
    let open: Vec<Uuid> = sqlx::query_scalar("select id from stripe_event where settled_at is null")
        .fetch_all(&ctx.db)
        .await
        .expect("readable");
    futures::stream::iter(open)
        .for_each_concurrent(4, async |id| process(ctx, id).await.expect("worked off"))
        .await;
    sqlx::query("update job set finished_at = now() where kind = 'process_stripe_event'")
        .execute(&ctx.db)
        .await
        .expect("written");
}

async fn drift(ctx: &Ctx) -> i64 {
    reconcile(ctx).await.expect("compared");
    count(ctx, "select drift from stripe_comparison order by at desc limit 1").await
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn duplicated_shuffled_and_lost_events_end_in_stripes_own_state(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    make_subscriptions(&ctx, &stand_in).await;
    stand_in.world().carelessness = Carelessness {
        doubled: 20,
        lost: 5,
        shuffled: true,
        delay_ms: 0,
    };
    let (mut seed, mut sent) = (7, 0);
    for _ in 0..5 {
        simulate(&mut stand_in.world(), &mut seed, EVENTS / 5);
        let bodies = stand_in.world().take_events();
        sent += bodies.len();
        receive_all(&ctx, bodies).await;
    }
    assert!(sent > EVENTS, "{sent}: a fifth came twice");
    let came = count(&ctx, "select count(*) from stripe_event").await;
    assert!(came < i64::try_from(EVENTS).expect("small"), "{came}: some never came");

    sweep(&ctx).await.expect("swept");
    let found = count(&ctx, "select count(*) from stripe_event where settled_at is null").await;
    assert!(found > 100, "{found} were found in the list");
    process_concurrently(&ctx).await;
    assert_eq!(local_statuses(&ctx).await, stripe_statuses(&stand_in));
    assert_eq!(drift(&ctx).await, 0);
    let sealed = count(&ctx, "select count(*) from stripe_event where sealed is not null").await;
    assert_eq!(sealed, 0, "the bodies are gone with the work");

    let lines = count(&ctx, "select count(*) from audit_entry").await;
    sqlx::query(
        "update stripe_event set settled_at = null where id in (select id from stripe_event order by id limit 500)",
    )
    .execute(&ctx.db)
    .await
    .expect("again");
    process_concurrently(&ctx).await;
    assert_eq!(
        count(&ctx, "select count(*) from audit_entry").await,
        lines,
        "each effect once"
    );
    sweep(&ctx).await.expect("swept again");
    assert_eq!(
        count(&ctx, "select count(*) from stripe_event where settled_at is null").await,
        0
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reconciliation_repairs_and_counts_missed_changes(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, one) = subscriber(&ctx, &stand_in, 1).await;
    let (_, other) = subscriber(&ctx, &stand_in, 2).await;
    assert_eq!(drift(&ctx).await, 0);
    stand_in.world().set_status(&one, "canceled");
    stand_in.world().renew(&other, false);
    stand_in.world().take_events();
    assert_eq!(drift(&ctx).await, 2);
    assert_eq!(local_statuses(&ctx).await, stripe_statuses(&stand_in));
    assert_eq!(drift(&ctx).await, 0);
    // A discarded job must not leave a subscription that is billed.
    sqlx::query("update subscription set ending_since = now() where stripe_id = $1")
        .bind(&other)
        .execute(&ctx.db)
        .await
        .expect("marked");
    for _ in 0..2 {
        reconcile(&ctx).await.expect("compared");
    }
    assert_eq!(
        count(&ctx, "select count(*) from job where kind = 'end_subscription'").await,
        1
    );
    run_due_jobs(&ctx).await;
    assert_eq!(stand_in.world().subscription(&other).expect("there").status, "canceled");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn reconciliation_skips_subscriptions_that_expired_unpaid(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    subscriber(&ctx, &stand_in, 1).await;
    make_subscriptions(&ctx, &stand_in).await;
    stand_in.world().advance(24 * 3600);
    deliver(&ctx, &stand_in).await;
    let asked = "select sum(asked)::bigint from subscription";
    let before = count(&ctx, asked).await;
    assert_eq!(drift(&ctx).await, 0);
    assert_eq!(count(&ctx, asked).await, before);
    // Expired at Stripe and still open in our database: reconciliation requests it.
    sqlx::query(
        "update subscription set status = 'incomplete' where id in (
            select id from subscription where status = 'incomplete_expired' limit 1)",
    )
    .execute(&ctx.db)
    .await
    .expect("forgotten");
    assert_eq!(drift(&ctx).await, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_event_whose_job_was_discarded_is_processed_by_the_next_sweep(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().set_status(&id, "paused");
    let body = stand_in.world().take_events().remove(0);
    super::subscription::receive(&ctx, &body).await;
    let event = sqlx::query_scalar("select id from stripe_event where settled_at is null")
        .fetch_one(&ctx.db)
        .await
        .expect("one");
    // Without Stripe's keys it waits, as every job does during an outage.
    let without_keys = shared::ctx::Ctx {
        payments: None,
        ..ctx.clone()
    };
    let waits = process(&without_keys, event).await;
    assert!(matches!(waits, Err(Error::Unavailable(_))), "{waits:?}");
    let jobs = "select count(*) from job where kind = 'process_stripe_event' and finished_at is null";
    sqlx::query("update job set dead_at = now(), reason = 'tried too often' where finished_at is null")
        .execute(&ctx.db)
        .await
        .expect("dead");
    sweep(&ctx).await.expect("swept");
    assert_eq!(count(&ctx, jobs).await, 1, "the dead one waits for staff");
    sqlx::query("delete from job where dead_at is not null")
        .execute(&ctx.db)
        .await
        .expect("discarded");
    for _ in 0..2 {
        sweep(&ctx).await.expect("swept");
        assert_eq!(count(&ctx, jobs).await, 1);
    }
    run_due_jobs(&ctx).await;
    assert_eq!(local_statuses(&ctx).await[&id].0, "paused");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stale_answer_from_stripe_changes_nothing(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().faults.latency_ms = 20;
    let kinds: BTreeSet<&str> = ["past_due", "active", "paused", "unpaid"].into();
    for status in kinds {
        stand_in.world().set_status(&id, status);
        let asked = (0..8).map(|_| shared::subscription::sync(&ctx, &id));
        for synced in futures::future::join_all(asked).await {
            synced.expect("asked");
        }
        assert_eq!(local_statuses(&ctx).await[&id].0, status);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn only_events_with_a_recent_signature_in_our_mode_are_accepted(db: PgPool) {
    let (ctx, stand_in) = with_stand_in(db).await;
    let (_, id) = subscriber(&ctx, &stand_in, 1).await;
    stand_in.world().set_status(&id, "paused");
    let body = stand_in.world().take_events().remove(0);
    let now = now(&ctx).await;
    let at = now.unix_timestamp();
    let secret = stripe_standin::WEBHOOK_SECRET;
    let good = signature(secret, at, &body);
    for (header, body) in [
        (String::new(), body.clone()),
        (signature("whsec_other", at, &body), body.clone()),
        (signature(secret, at - 301, &body), body.clone()),
        (signature(secret, at + 301, &body), body.clone()),
        (good.clone(), body.replace("paused", "active")),
        (signature(secret, at, "no JSON"), "no JSON".to_owned()),
        (signature(secret, at, "{}"), "{}".to_owned()),
    ] {
        let refused = receive(&ctx, &header, body.as_bytes(), now).await;
        assert!(matches!(refused, Err(Error::NotGenuine)), "{refused:?}");
    }
    let before = count(&ctx, "select count(*) from stripe_event").await;
    let other_mode = body.replace(r#""livemode":false"#, r#""livemode":true"#);
    let taken = |body: String| {
        let ctx = ctx.clone();
        async move {
            let header = signature(secret, at, &body);
            receive(&ctx, &header, body.as_bytes(), now).await.expect("taken in")
        }
    };
    assert_eq!(taken(other_mode).await, Received::OtherMode);
    assert_eq!(count(&ctx, "select count(*) from stripe_event").await, before);
    let kind = r#""type":"customer.subscription.paused""#;
    let unknown = body
        .replace(kind, r#""type":"charge.something_new""#)
        .replace("evt_", "evt_other_");
    assert_eq!(taken(unknown).await, Received::Other);
    assert_eq!(taken(body.clone()).await, Received::Stored);
    assert_eq!(taken(body.clone()).await, Received::Known);
    let readable = count(
        &ctx,
        "select count(*) from stripe_event where position('paused' in encode(sealed, 'escape')) > 0",
    )
    .await;
    assert_eq!(readable, 0, "the body is sealed");
    run_due_jobs(&ctx).await;
    assert_eq!(local_statuses(&ctx).await[&id].0, "paused");
    let lines = count(&ctx, "select count(*) from audit_entry").await;
    assert_eq!(taken(body).await, Received::Known, "replayed");
    deliver(&ctx, &stand_in).await;
    assert_eq!(count(&ctx, "select count(*) from audit_entry").await, lines);
}
