//! Prayers from written to answered, and what the prayer team sees of them.

use shared::audit;
use shared::confided::Confided;
use shared::ctx::Ctx;
use shared::error::{Error, Fields, Limit};
use shared::prayer::{Change, MAX_PER_DAY, NewPrayer, Page, change, delete, mark_prayed, own, shared, write};
use shared::user::{self, User};
use shared::vault::{KeyRing, Rotation};
use sqlx::PgPool;
use testing::{TEST_KEYS, ctx, ctx_with, prayer_of, premium_until, staff, unaudited, user, watch_states};
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const WORDS: &str = "For the sister of my neighbour, who waits for the doctor.";

async fn free(ctx: &Ctx, number: u8) -> User {
    let id = user(&ctx.db, number).await;
    user::find(&ctx.db, id).await.expect("there")
}

async fn with_premium(ctx: &Ctx, number: u8) -> User {
    premium_until(free(ctx, number).await, NOW + time::Duration::DAY)
}

fn to_share(words: &str) -> NewPrayer {
    NewPrayer::parse(&Confided::new(words.to_owned()), true, Uuid::new_v4()).expect("a good prayer")
}

fn answered(note: Option<&str>) -> Change {
    let note = note.map(|note| Confided::new(note.to_owned()));
    Change::parse(Some(true), note, None).expect("a good change")
}

fn sharing(shared: bool) -> Change {
    Change::parse(None, None, Some(shared)).expect("a good change")
}

fn first_page() -> Page {
    Page::parse(None).expect("the first")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_words_and_the_note_are_sealed_and_open_for_their_author(db: PgPool) {
    let ctx = ctx(db);
    let author = with_premium(&ctx, 1).await;
    let id = write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted").id;
    let note = "She is well. The doctor smiled.";
    change(&ctx, &author, id, &answered(Some(note)), NOW)
        .await
        .expect("changed");
    let (sealed, sealed_note): (Vec<u8>, Vec<u8>) = sqlx::query_as("select sealed, sealed_note from prayer")
        .fetch_one(&ctx.db)
        .await
        .expect("stored");
    for bytes in [&sealed, &sealed_note] {
        assert!(
            !String::from_utf8_lossy(bytes).contains("doctor"),
            "nothing stands there in the clear"
        );
    }
    let prayers = own(&ctx, author.id).await.expect("readable");
    assert_eq!(prayers[0].text.reveal(), WORDS);
    assert_eq!(prayers[0].answer_note.as_ref().map(Confided::reveal), Some(note));
    assert_eq!((prayers[0].shared_at, prayers[0].answered_at), (None, Some(NOW)));
    assert!(!format!("{prayers:?}").contains("doctor"), "logging it logs no words");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn text_moved_to_another_row_does_not_decrypt(db: PgPool) {
    let ctx = ctx(db);
    let author = with_premium(&ctx, 1).await;
    let id = write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted").id;
    change(&ctx, &author, id, &answered(Some("Yes.")), NOW)
        .await
        .expect("changed");
    write(&ctx, &author, &prayer_of("Another one."), NOW)
        .await
        .expect("accepted");
    for statement in [
        "update prayer set sealed_note = sealed where sealed_note is not null",
        "update prayer set sealed_note = null, sealed = (select sealed from prayer order by id limit 1)",
    ] {
        sqlx::query(statement).execute(&ctx.db).await.expect("moved");
        assert!(
            matches!(own(&ctx, author.id).await, Err(Error::Internal(_))),
            "{statement}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn prayers_open_after_the_operators_key_has_changed(db: PgPool) {
    const NEW_KEY: &str = "next:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let before = ctx(db);
    let author = with_premium(&before, 1).await;
    let id = write(&before, &author, &prayer_of(WORDS), NOW)
        .await
        .expect("accepted")
        .id;
    change(&before, &author, id, &answered(Some("Yes.")), NOW)
        .await
        .expect("changed");
    let both = KeyRing::parse(&format!("{NEW_KEY},{TEST_KEYS}")).expect("a good ring");
    let mut rotation = Rotation::new(&before.db, &both);
    assert_eq!(rotation.next_batch().await.expect("wrapped anew"), Some(1));
    let after = ctx_with(before.db.clone(), &[("ENC_KEYS", NEW_KEY)]);
    let prayers = own(&after, author.id).await.expect("readable");
    assert_eq!(prayers[0].text.reveal(), WORDS);
    assert_eq!(prayers[0].answer_note.as_ref().map(Confided::reveal), Some("Yes."));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn without_premium_prayers_cannot_be_written_or_shared_but_all_else_works(db: PgPool) {
    let ctx = ctx(db);
    let author = with_premium(&ctx, 1).await;
    let id = write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted").id;
    let lapsed = user::find(&ctx.db, author.id).await.expect("there");
    let refused = write(&ctx, &lapsed, &prayer_of(WORDS), NOW).await;
    assert!(matches!(refused, Err(Error::PremiumRequired)), "{refused:?}");
    let refused = change(&ctx, &lapsed, id, &sharing(true), NOW).await;
    assert!(matches!(refused, Err(Error::PremiumRequired)), "{refused:?}");

    change(&ctx, &author, id, &sharing(true), NOW).await.expect("shared");
    change(&ctx, &lapsed, id, &sharing(true), NOW)
        .await
        .expect("it is so already");
    change(&ctx, &lapsed, id, &sharing(false), NOW)
        .await
        .expect("taken back");
    change(&ctx, &lapsed, id, &answered(None), NOW).await.expect("answered");
    assert_eq!(own(&ctx, lapsed.id).await.expect("readable").len(), 1);
    delete(&ctx, lapsed.id, id).await.expect("deleted");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_prayer_belongs_to_its_author_alone(db: PgPool) {
    let ctx = ctx(db);
    let (author, other) = (with_premium(&ctx, 1).await, with_premium(&ctx, 2).await);
    let id = write(&ctx, &author, &to_share(WORDS), NOW).await.expect("accepted").id;
    assert!(own(&ctx, other.id).await.expect("readable").is_empty());
    let changed = change(&ctx, &other, id, &answered(None), NOW).await;
    assert!(matches!(changed, Err(Error::NotFound)), "{changed:?}");
    assert!(matches!(delete(&ctx, other.id, id).await, Err(Error::NotFound)));
    delete(&ctx, author.id, id).await.expect("deleted");
    assert!(matches!(delete(&ctx, author.id, id).await, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_retry_returns_the_first_prayer_and_the_limit_is_a_hundred_a_day(db: PgPool) {
    let ctx = ctx(db);
    let author = with_premium(&ctx, 1).await;
    let again = prayer_of(WORDS);
    let first = write(&ctx, &author, &again, NOW).await.expect("accepted").id;
    for _ in 1..MAX_PER_DAY {
        write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted");
    }
    assert_eq!(write(&ctx, &author, &again, NOW).await.expect("recognised").id, first);
    let refused = write(&ctx, &author, &prayer_of(WORDS), NOW).await;
    assert!(
        matches!(
            refused,
            Err(Error::TooMany {
                limit: Limit::Prayers,
                ..
            })
        ),
        "{refused:?}"
    );
    let kept = own(&ctx, author.id).await.expect("readable").len();
    assert_eq!(i32::try_from(kept), Ok(MAX_PER_DAY), "what was refused left nothing");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_note_needs_an_answered_prayer_and_is_removed_with_the_answer(db: PgPool) {
    let ctx = ctx(db);
    let author = with_premium(&ctx, 1).await;
    let id = write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted").id;
    let note = |words: &str| Change::parse(None, Some(Confided::new(words.to_owned())), None).expect("a good change");
    let refused = change(&ctx, &author, id, &note("Yes."), NOW).await;
    let Err(Error::InvalidFields(fields)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        fields,
        Fields::one("answerNote", "Please mark the prayer as answered first.")
    );
    let with_note = change(&ctx, &author, id, &answered(Some("Yes.")), NOW)
        .await
        .expect("changed");
    let later = NOW + time::Duration::HOUR;
    let again = change(&ctx, &author, id, &answered(None), later)
        .await
        .expect("nothing new");
    assert_eq!((again.answered_at, with_note.answered_at), (Some(NOW), Some(NOW)));
    assert!(again.answer_note.is_some(), "what is not mentioned stays");
    let without = change(&ctx, &author, id, &note(" "), NOW).await.expect("changed");
    assert!(without.answer_note.is_none() && without.answered_at.is_some());
    change(&ctx, &author, id, &note("Yes."), NOW).await.expect("noted");
    let not_answered = Change::parse(Some(false), None, None).expect("a good change");
    let reopened = change(&ctx, &author, id, &not_answered, NOW).await.expect("changed");
    assert!(reopened.answer_note.is_none() && reopened.answered_at.is_none());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_team_sees_shared_unanswered_prayers_and_those_without_prayer_first(db: PgPool) {
    let ctx = ctx(db);
    let ruth = staff("Ruth");
    let author = with_premium(&ctx, 1).await;
    write(&ctx, &author, &prayer_of("Kept to myself."), NOW)
        .await
        .expect("accepted");
    let mut ids = Vec::new();
    for number in 0..3 {
        let at = NOW + time::Duration::minutes(number);
        ids.push(write(&ctx, &author, &to_share(WORDS), at).await.expect("accepted").id);
    }
    mark_prayed(&ctx, &ruth, ids[0]).await.expect("noted");
    let seen = shared(&ctx, &ruth, first_page()).await.expect("shown");
    let order: Vec<Uuid> = seen.prayers.iter().map(|prayer| prayer.id).collect();
    assert_eq!((order, seen.total), (vec![ids[1], ids[2], ids[0]], 3));
    assert_eq!(seen.prayers[0].text.reveal(), WORDS);

    change(&ctx, &author, ids[1], &sharing(false), NOW)
        .await
        .expect("taken back");
    change(&ctx, &author, ids[2], &answered(None), NOW)
        .await
        .expect("answered");
    let seen = shared(&ctx, &ruth, first_page()).await.expect("shown");
    assert_eq!((seen.prayers.len(), seen.total), (1, 1));
    let private = mark_prayed(&ctx, &ruth, ids[1]).await;
    assert!(matches!(private, Err(Error::NotFound)), "{private:?}");
    let second = Page::parse(Some("2")).expect("a page");
    assert!(shared(&ctx, &ruth, second).await.expect("shown").prayers.is_empty());
    let prayers = own(&ctx, author.id).await.expect("readable");
    let prayed = prayers.iter().filter(|prayer| prayer.prayed_at.is_some()).count();
    assert_eq!(prayed, 1, "the author sees that somebody prayed");
}

#[test]
fn a_page_number_is_a_positive_integer() {
    for text in ["0", "-1", "1.5", "x", "1000000000"] {
        assert!(
            matches!(Page::parse(Some(text)), Err(Error::InvalidFields(_))),
            "{text}"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_step_is_audited_without_the_text(db: PgPool) {
    let ctx = ctx(db);
    let ruth = staff("Ruth");
    let author = with_premium(&ctx, 1).await;
    watch_states(&ctx.db).await;
    let id = write(&ctx, &author, &prayer_of(WORDS), NOW).await.expect("accepted").id;
    change(&ctx, &author, id, &sharing(true), NOW).await.expect("shared");
    shared(&ctx, &ruth, first_page()).await.expect("shown");
    mark_prayed(&ctx, &ruth, id).await.expect("noted");
    change(&ctx, &author, id, &sharing(false), NOW)
        .await
        .expect("taken back");
    change(&ctx, &author, id, &answered(Some("Yes.")), NOW)
        .await
        .expect("answered");
    let open_again = Change::parse(Some(false), None, None).expect("a good change");
    change(&ctx, &author, id, &open_again, NOW).await.expect("changed");
    change(&ctx, &author, id, &open_again, NOW)
        .await
        .expect("nothing to do");
    delete(&ctx, author.id, id).await.expect("deleted");
    assert_eq!(unaudited(&ctx.db).await, (Vec::new(), 7));
    let filter = audit::Filter {
        subject_id: Some(id),
        ..audit::Filter::default()
    };
    let lines = audit::page(&ctx.db, &filter, None).await.expect("read").lines;
    let mut said: Vec<&str> = lines.iter().map(|line| line.action.as_str()).collect();
    said.reverse();
    assert_eq!(
        said,
        [
            "prayer.written",
            "prayer.shared",
            "prayer.read",
            "prayer.prayed",
            "prayer.unshared",
            "prayer.answered",
            "prayer.reopened",
            "prayer.deleted"
        ]
    );
    assert!(!format!("{lines:?}").contains("neighbour"));
}
