//! What browsers are told in the evening.

use shared::jobs::Job;
use shared::push::{self, Wishes};
use shared::testimony::{self, Reader};
use sqlx::PgPool;
use testing::{guest, prayer_of, prepared_testimony};

use super::{ALL, ONLY_PSALM, ONLY_STORIES, Setting};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_evening_brings_one_message_and_only_what_was_asked_for(db: PgPool) {
    let set = Setting::new(db).await;
    let (who, _) = set.subscriber(1, ALL).await;
    set.subscriber(2, ONLY_PSALM).await;
    set.subscriber(3, ONLY_STORIES).await;
    let story = prepared_testimony(&set.ctx, who.owner(), "I lost my work in spring.").await;
    sqlx::query("update testimony set status = 'approved', moderated_at = now() where id = $1")
        .bind(story)
        .execute(&set.ctx.db)
        .await
        .expect("published");
    set.make_evening("1 minute").await;
    let notices = async || {
        let jobs = set.waiting().await;
        let notices = jobs.iter().map(|job| {
            let Job::SendPush { notice, .. } = job else {
                panic!("no message: {job:?}")
            };
            notice.as_str()
        });
        let mut notices: Vec<&str> = notices.collect();
        notices.sort_unstable();
        sqlx::query("update job set finished_at = now() where kind = 'send_push'")
            .execute(&set.ctx.db)
            .await
            .expect("done");
        notices
    };
    assert_eq!(notices().await, ["psalm", "psalm"], "nobody has prayed");
    push::send_evening(&set.ctx).await.expect("looked at");
    assert_eq!(notices().await, Vec::<&str>::new(), "once an evening");
    let next: bool = sqlx::query_scalar(
        "select bool_and((due_at at time zone 'America/Chicago')::time = '20:00' and due_at > now()
             and due_at < now() + interval '25 hours') from push_subscription",
    )
    .fetch_one(&set.ctx.db)
    .await
    .expect("readable");
    assert!(next, "the next is at eight where they are");

    let reader = Reader {
        owner: guest(9),
        browser: None,
    };
    testimony::pray(&set.ctx, reader, story, set.now).await.expect("noted");
    assert_eq!(
        notices().await,
        Vec::<&str>::new(),
        "no message tells at once when somebody read it"
    );
    set.make_evening("1 minute").await;
    assert_eq!(notices().await, ["prayed", "psalm"]);
    set.make_evening("1 minute").await;
    assert_eq!(notices().await, ["psalm", "psalm"], "a prayer is told once");
    let another = Reader {
        owner: guest(8),
        browser: None,
    };
    testimony::pray(&set.ctx, another, story, set.now).await.expect("noted");
    set.make_evening("3 hours").await;
    assert_eq!(notices().await, Vec::<&str>::new(), "nobody is woken at night");
    set.make_evening("1 minute").await;
    assert_eq!(
        notices().await,
        ["prayed", "psalm"],
        "what was not told is told a day later"
    );
    set.make_evening("1 minute").await;
    assert_eq!(notices().await, ["psalm", "psalm"]);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_prayer_of_the_team_is_told_in_the_evening(db: PgPool) {
    let set = Setting::new(db).await;
    let wishes = Wishes {
        prayers: true,
        ..ONLY_STORIES
    };
    let (who, _) = set.subscriber(1, wishes).await;
    sqlx::query("update app_user set manual_premium_until = now() + interval '1 day' where id = $1")
        .bind(who.0)
        .execute(&set.ctx.db)
        .await
        .expect("premium");
    let account = shared::user::find(&set.ctx.db, who).await.expect("there");
    shared::prayer::write(&set.ctx, &account, &prayer_of("For my sister."), set.now)
        .await
        .expect("accepted");
    set.make_evening("1 minute").await;
    assert!(set.waiting().await.is_empty());
    sqlx::query("update prayer set shared_at = now(), prayed_at = now() + interval '1 second'")
        .execute(&set.ctx.db)
        .await
        .expect("prayed");
    set.make_evening("3 hours").await;
    assert!(set.waiting().await.is_empty());
    set.make_evening("1 minute").await;
    assert_eq!(set.waiting().await.len(), 1);
}
