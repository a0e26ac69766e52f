//! What a guest confided and used, when they sign in.

use shared::moderation::{Order, Step, settle};
use shared::sign_in::complete;
use shared::testimony;
use shared::testing::{ctx, guest, staff, story, story_of, unaudited, user, watch_states};
use shared::usage;
use shared::user::UserId;
use sqlx::PgPool;
use uuid::Uuid;

use super::sign_in::{NOON, as_guest, asker, count, now, proof, who};

#[sqlx::test(migrations = "../migrations")]
async fn the_greater_count_of_the_day_stands_so_that_nobody_gains(db: PgPool) {
    let ctx = ctx(db.clone());
    for (number, as_guest_used, as_user_used, expected) in [(1, 3, 1, 3), (2, 1, 2, 2), (3, 2, 0, 2), (4, 0, 1, 1)] {
        let id = user(&db, number).await;
        count(&db, guest(number), as_guest_used, NOON).await;
        count(&db, id.owner(), as_user_used, NOON).await;
        let address = format!("person{number}@example.org");
        let signed_in = complete(&ctx, &proof(&address, &address, true), &as_guest(number))
            .await
            .expect("signed in");
        assert_eq!(who(&db, &signed_in).await, id.0);
        let usage = usage::read(&db, &asker(id.owner()), NOON).await.expect("readable");
        assert_eq!(usage.count, expected, "{as_guest_used} and {as_user_used}");
    }
    let id = user(&db, 5).await;
    count(&db, guest(5), 3, NOON - time::Duration::days(1)).await;
    count(&db, id.owner(), 1, NOON).await;
    complete(&ctx, &proof("5", "person5@example.org", true), &as_guest(5))
        .await
        .expect("signed in");
    let usage = usage::read(&db, &asker(id.owner()), NOON).await.expect("readable");
    assert_eq!(usage.count, 1, "yesterday is over");
}

#[sqlx::test(migrations = "../migrations")]
async fn stories_move_with_their_words_and_the_guests_key_is_destroyed(db: PgPool) {
    let ctx = ctx(db.clone());
    let (key, now) = (Uuid::new_v4(), now(&db).await);
    let first = testimony::submit(&ctx, guest(1), &story(), now)
        .await
        .expect("stored")
        .id;
    testimony::submit(&ctx, guest(1), &story_of("I walked by the river every day.", key), now)
        .await
        .expect("stored");
    let id = user(&db, 1).await;
    let again = story_of("I walked by the river every day.", key);
    testimony::submit(&ctx, id.owner(), &again, now).await.expect("stored");
    let someone = proof("1", "person1@example.org", true);
    for _ in 0..2 {
        complete(&ctx, &someone, &as_guest(1)).await.expect("signed in");
    }
    let stories: Vec<(Uuid, Uuid)> = sqlx::query_as("select id, owner_id from testimony order by id")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(stories.len(), 2, "the one that was sent twice is one");
    assert!(stories.iter().all(|(_, owner)| *owner == id.0));
    for (story, _) in &stories {
        testimony::prepare(&ctx, *story).await.expect("it opens");
    }
    assert!(stories.iter().any(|(story, _)| *story == first));
    let keys: Vec<Uuid> = sqlx::query_scalar("select owner_id from data_key")
        .fetch_all(&db)
        .await
        .expect("readable");
    assert_eq!(keys, [id.0]);
}

#[sqlx::test(migrations = "../migrations")]
async fn of_a_story_that_was_sent_twice_the_published_one_stays_and_the_trail_says_so(db: PgPool) {
    let ctx = ctx(db.clone());
    let (now, id) = (now(&db).await, user(&db, 1).await);
    watch_states(&db).await;
    let mut published = Vec::new();
    for owner_published in [guest(1), id.owner()] {
        let key = Uuid::new_v4();
        for owner in [guest(1), id.owner()] {
            let twice = story_of("I lost my work in spring.", key);
            let story = testimony::submit(&ctx, owner, &twice, now).await.expect("stored").id;
            if owner == owner_published {
                testimony::prepare(&ctx, story).await.expect("prepared");
                let approve = Order::of(Step::Approve { text_checked: true });
                settle(&ctx, &staff("Ruth"), story, &approve, now)
                    .await
                    .expect("published");
                published.push(story);
            }
        }
    }
    complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    let theirs = testimony::own(&db, id.owner()).await.expect("readable");
    let mut kept: Vec<Uuid> = theirs.iter().map(|story| story.id).collect();
    kept.sort();
    published.sort();
    assert_eq!(kept, published);
    assert_eq!(unaudited(&db).await.0, Vec::<String>::new());
}

#[sqlx::test(migrations = "../migrations")]
async fn a_story_of_days_ago_is_nobodys_who_signs_in_today(db: PgPool) {
    let ctx = ctx(db.clone());
    let now = now(&db).await;
    let old = testimony::submit(&ctx, guest(1), &story(), now - time::Duration::hours(25))
        .await
        .expect("stored")
        .id;
    let young = testimony::submit(&ctx, guest(1), &story(), now)
        .await
        .expect("stored")
        .id;
    let id = user(&db, 1).await;
    complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    let theirs = testimony::own(&db, id.owner()).await.expect("readable");
    assert_eq!(theirs.iter().map(|story| story.id).collect::<Vec<_>>(), [young]);
    testimony::prepare(&ctx, old).await.expect("staff read it as before");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_published_story_of_days_ago_takes_the_one_sent_again_from_nobody(db: PgPool) {
    let ctx = ctx(db.clone());
    let (now, id, key) = (now(&db).await, user(&db, 1).await, Uuid::new_v4());
    let twice = story_of("I lost my work in spring.", key);
    let old = testimony::submit(&ctx, guest(1), &twice, now - time::Duration::hours(25))
        .await
        .expect("stored")
        .id;
    testimony::prepare(&ctx, old).await.expect("prepared");
    let approve = Order::of(Step::Approve { text_checked: true });
    settle(&ctx, &staff("Ruth"), old, &approve, now)
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
    assert_eq!(own.iter().map(|story| story.id).collect::<Vec<_>>(), [theirs]);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_job_that_meets_a_story_on_the_move_prepares_it_all_the_same(db: PgPool) {
    let ctx = ctx(db.clone());
    for number in 1..=4 {
        let story = testimony::submit(&ctx, guest(number), &story(), now(&db).await)
            .await
            .expect("stored")
            .id;
        let address = format!("{number}@example.org");
        let (someone, before) = (proof(&address, &address, true), as_guest(number));
        let signing_in = complete(&ctx, &someone, &before);
        let (prepared, signed_in) = futures::future::join(testimony::prepare(&ctx, story), signing_in).await;
        prepared.expect("the story and its key are seen as of one moment");
        let id = UserId(who(&db, &signed_in.expect("signed in")).await);
        let theirs = testimony::own(&db, id.owner()).await.expect("readable");
        assert_eq!((theirs.len(), theirs[0].id), (1, story));
        assert!(theirs[0].redacted_text.is_some(), "it is prepared");
    }
}
