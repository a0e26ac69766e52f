//! Carry-over: a guest's testimonies and daily count move to the user at sign-in.

use shared::ids::UserId;
use shared::moderation::{Command, Step, apply};
use shared::sign_in::complete;
use shared::testimony;
use shared::usage;
use sqlx::PgPool;
use testing::{ctx, guest, new_testimony, staff, testimony_of, unaudited, user, watch_states};
use uuid::Uuid;

use super::sign_in::{NOON, as_guest, caller, count, now, proof, user_id};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_higher_daily_count_of_guest_and_user_is_kept(db: PgPool) {
    let ctx = ctx(db.clone());
    for (number, as_guest_used, as_user_used, expected) in [(1, 3, 1, 3), (2, 1, 2, 2), (3, 2, 0, 2), (4, 0, 1, 1)] {
        let id = user(&db, number).await;
        count(&db, guest(number), as_guest_used, NOON).await;
        count(&db, id.owner(), as_user_used, NOON).await;
        let address = format!("person{number}@example.org");
        let signed_in = complete(&ctx, &proof(&address, &address, true), &as_guest(number))
            .await
            .expect("signed in");
        assert_eq!(user_id(&db, &signed_in).await, id.0);
        let usage = usage::read(&db, &caller(id.owner()), NOON).await.expect("readable");
        assert_eq!(usage.count, expected, "{as_guest_used} and {as_user_used}");
    }
    let id = user(&db, 5).await;
    count(&db, guest(5), 3, NOON - time::Duration::days(1)).await;
    count(&db, id.owner(), 1, NOON).await;
    complete(&ctx, &proof("5", "person5@example.org", true), &as_guest(5))
        .await
        .expect("signed in");
    let usage = usage::read(&db, &caller(id.owner()), NOON).await.expect("readable");
    assert_eq!(usage.count, 1, "yesterday is over");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_are_carried_over_and_the_guests_key_is_destroyed(db: PgPool) {
    let ctx = ctx(db.clone());
    let (key, now) = (Uuid::new_v4(), now(&db).await);
    let first = testimony::submit(&ctx, guest(1), &new_testimony(), now)
        .await
        .expect("stored")
        .id;
    testimony::submit(
        &ctx,
        guest(1),
        &testimony_of("I walked by the river every day.", key),
        now,
    )
    .await
    .expect("stored");
    let id = user(&db, 1).await;
    let again = testimony_of("I walked by the river every day.", key);
    testimony::submit(&ctx, id.owner(), &again, now).await.expect("stored");
    let someone = proof("1", "person1@example.org", true);
    for _ in 0..2 {
        complete(&ctx, &someone, &as_guest(1)).await.expect("signed in");
    }
    let testimonies: Vec<(Uuid, Uuid)> = sqlx::query_as("select id, owner_id from testimony order by id")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(testimonies.len(), 2, "the one that was sent twice is one");
    assert!(testimonies.iter().all(|(_, owner)| *owner == id.0));
    for (testimony, _) in &testimonies {
        testimony::prepare(&ctx, *testimony).await.expect("it opens");
    }
    assert!(testimonies.iter().any(|(testimony, _)| *testimony == first));
    let keys: Vec<Uuid> = sqlx::query_scalar("select owner_id from data_key")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(keys, [id.0]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn of_a_duplicate_testimony_the_published_copy_is_kept_and_audited(db: PgPool) {
    let ctx = ctx(db.clone());
    let (now, id) = (now(&db).await, user(&db, 1).await);
    watch_states(&db).await;
    let mut published = Vec::new();
    for owner_published in [guest(1), id.owner()] {
        let key = Uuid::new_v4();
        for owner in [guest(1), id.owner()] {
            let twice = testimony_of("I lost my work in spring.", key);
            let testimony = testimony::submit(&ctx, owner, &twice, now).await.expect("stored").id;
            if owner == owner_published {
                testimony::prepare(&ctx, testimony).await.expect("prepared");
                let approve = Command::of(Step::Approve { text_checked: true });
                apply(&ctx, &staff("Ruth"), testimony, &approve, now)
                    .await
                    .expect("published");
                published.push(testimony);
            }
        }
    }
    complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    let theirs = testimony::own(&db, id.owner()).await.expect("readable");
    let mut kept: Vec<Uuid> = theirs.iter().map(|testimony| testimony.id).collect();
    kept.sort();
    published.sort();
    assert_eq!(kept, published);
    assert_eq!(unaudited(&db).await.0, Vec::<String>::new());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_older_than_a_day_are_not_carried_over(db: PgPool) {
    let ctx = ctx(db.clone());
    let now = now(&db).await;
    let old = testimony::submit(&ctx, guest(1), &new_testimony(), now - time::Duration::hours(25))
        .await
        .expect("stored")
        .id;
    let young = testimony::submit(&ctx, guest(1), &new_testimony(), now)
        .await
        .expect("stored")
        .id;
    let id = user(&db, 1).await;
    complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    let theirs = testimony::own(&db, id.owner()).await.expect("readable");
    assert_eq!(theirs.iter().map(|testimony| testimony.id).collect::<Vec<_>>(), [young]);
    testimony::prepare(&ctx, old).await.expect("staff read it as before");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_older_published_duplicate_does_not_replace_the_users_own_testimony(db: PgPool) {
    let ctx = ctx(db.clone());
    let (now, id, key) = (now(&db).await, user(&db, 1).await, Uuid::new_v4());
    let twice = testimony_of("I lost my work in spring.", key);
    let old = testimony::submit(&ctx, guest(1), &twice, now - time::Duration::hours(25))
        .await
        .expect("stored")
        .id;
    testimony::prepare(&ctx, old).await.expect("prepared");
    let approve = Command::of(Step::Approve { text_checked: true });
    apply(&ctx, &staff("Ruth"), old, &approve, now)
        .await
        .expect("published");
    let theirs = testimony::submit(&ctx, id.owner(), &twice, now)
        .await
        .expect("stored")
        .id;
    complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    let own = testimony::own(&db, id.owner()).await.expect("readable");
    assert_eq!(own.iter().map(|testimony| testimony.id).collect::<Vec<_>>(), [theirs]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_testimony_is_prepared_even_while_it_is_carried_over(db: PgPool) {
    let ctx = ctx(db.clone());
    for number in 1..=4 {
        let testimony = testimony::submit(&ctx, guest(number), &new_testimony(), now(&db).await)
            .await
            .expect("stored")
            .id;
        let address = format!("{number}@example.org");
        let (someone, before) = (proof(&address, &address, true), as_guest(number));
        let signing_in = complete(&ctx, &someone, &before);
        let (prepared, signed_in) = futures::future::join(testimony::prepare(&ctx, testimony), signing_in).await;
        prepared.expect("the story and its key are seen as of one moment");
        let id = UserId(user_id(&db, &signed_in.expect("signed in")).await);
        let theirs = testimony::own(&db, id.owner()).await.expect("readable");
        assert_eq!((theirs.len(), theirs[0].id), (1, testimony));
        assert!(theirs[0].redacted_text.is_some(), "it is prepared");
    }
}
