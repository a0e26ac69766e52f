//! Sign-in, from a proven identity to a session: which user it is, and what is carried over.

use shared::config::Sessions;
use shared::error::Error;
use shared::ids::Owner;
use shared::ids::UserId;
use shared::locale::Locale;
use shared::session::{self, Ended, Found};
use shared::sign_in::email::{self, SignInRequest, TriedCode};
use shared::sign_in::{Asker, KnownEmail, NotSignedIn, PriorIdentity, Proof, SignedIn, Verified, complete};
use shared::usage::{self, Caller, Counter, Plan};
use shared::user::{self as account, NameChange};
use sqlx::PgPool;
use testing::{ctx, ctx_with, guest, user};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

pub const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

pub fn proof(subject: &str, address: &str, is_verified: bool) -> Proof {
    Proof {
        issuer: "https://issuer.test".to_owned(),
        subject: subject.to_owned(),
        email: Some(KnownEmail {
            address: address.to_owned(),
            verified: if is_verified { Verified::Mailbox } else { Verified::No },
        }),
        first_name: Some("Test".to_owned()),
        last_name: None,
        picture: None,
    }
}

pub fn as_guest(number: u8) -> PriorIdentity {
    PriorIdentity {
        guest: Some(guest(number)),
        session: None,
        checkout: None,
        known_browser: None,
    }
}

pub async fn user_id(db: &PgPool, signed_in: &SignedIn) -> Uuid {
    match session::find(db, &signed_in.token).await.expect("readable") {
        Found::SignedIn(user) => user.id.0,
        other @ (Found::Ended(_) | Found::Nothing) => panic!("nobody: {other:?}"),
    }
}

pub fn caller(owner: Owner) -> Caller {
    Caller {
        owner,
        plan: Plan::Free,
        time_zone: "UTC".to_owned(),
        address: None,
    }
}

pub async fn count(db: &PgPool, owner: Owner, requests: usize, now: OffsetDateTime) {
    for _ in 0..requests {
        Counter::default()
            .take(db, &caller(owner), now)
            .await
            .expect("within the limit");
    }
}

pub async fn now(db: &PgPool) -> OffsetDateTime {
    sqlx::query_scalar("select now()")
        .fetch_one(db)
        .await
        .expect("the time")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn ten_concurrent_sign_ins_of_a_new_user_make_one_user_and_one_session(db: PgPool) {
    let ctx = ctx(db.clone());
    let someone = proof("1", "someone@example.org", true);
    let before = PriorIdentity::default();
    let all = futures::future::join_all((0..10).map(|_| complete(&ctx, &someone, &before))).await;
    assert!(all.iter().all(Result::is_ok));
    let (users, open): (i64, i64) =
        sqlx::query_as("select (select count(*) from app_user), (select count(*) from session where ended_at is null)")
            .fetch_one(&db)
            .await
            .expect("countable");
    assert_eq!((users, open), (1, 1));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_blocked_user_gets_a_session_and_the_guest_is_not_carried_over(db: PgPool) {
    let ctx = ctx(db.clone());
    let id = user(&db, 1).await;
    sqlx::query("update app_user set blocked_at = now()")
        .execute(&db)
        .await
        .expect("blocked");
    count(&db, guest(1), 2, NOON).await;
    let signed_in = complete(&ctx, &proof("1", "person1@example.org", true), &as_guest(1))
        .await
        .expect("signed in");
    assert!(signed_in.is_blocked);
    assert_eq!(user_id(&db, &signed_in).await, id.0);
    let usage = usage::read(&db, &caller(guest(1)), NOON).await.expect("readable");
    assert_eq!(usage.count, 2);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_ended_session_is_never_valid_again(db: PgPool) {
    let id = user(&db, 1).await;
    let mut connection = db.acquire().await.expect("connected");
    let token = session::begin(&mut connection, id, Sessions::Several)
        .await
        .expect("begun");
    session::end(&db, &token).await.expect("ended");
    session::end_all(&mut connection, id, session::Ended::Blocked)
        .await
        .expect("ended");
    let found = session::find(&db, &token).await.expect("readable");
    assert!(
        matches!(found, Found::Ended(session::Ended::SignedOut)),
        "the first reason stands: {found:?}"
    );
    let nobody = session::begin(&mut connection, shared::ids::UserId(Uuid::new_v4()), Sessions::Several).await;
    assert!(matches!(nobody, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_in_again_in_one_browser_ends_its_previous_session(db: PgPool) {
    let ctx = ctx_with(db.clone(), &[("SINGLE_SESSION", "off")]);
    let someone = proof("1", "someone@example.org", true);
    let first = complete(&ctx, &someone, &PriorIdentity::default())
        .await
        .expect("signed in");
    let elsewhere = complete(&ctx, &someone, &PriorIdentity::default())
        .await
        .expect("signed in");
    let before = PriorIdentity {
        guest: None,
        session: Some(first.token.clone()),
        checkout: None,
        known_browser: None,
    };
    complete(&ctx, &someone, &before).await.expect("signed in");
    assert!(
        matches!(session::find(&db, &first.token).await, Ok(Found::Ended(_))),
        "a fresh id each time"
    );
    user_id(&db, &elsewhere).await;
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_account_follows_the_verified_addresses_of_its_owner(db: PgPool) {
    let ctx = ctx(db.clone());
    let sign_in = async |subject: &str, address: &str, is_verified| {
        let signed_in = complete(&ctx, &proof(subject, address, is_verified), &PriorIdentity::default()).await;
        user_id(&db, &signed_in.expect("signed in")).await
    };
    let naomi = sign_in("naomi", "old@mail.example", false).await;
    assert_eq!(
        sign_in("naomi", "old@mail.example", true).await,
        naomi,
        "verified later"
    );
    assert_eq!(
        sign_in("naomi by mail", "Old@mail.example", true).await,
        naomi,
        "the two are one"
    );

    let ruth = sign_in("ruth", "ruth@mail.example", true).await;
    assert_eq!(sign_in("ruth", "married@mail.example", true).await, ruth);
    let next_owner = sign_in("stranger", "ruth@mail.example", true).await;
    assert_ne!(next_owner, ruth, "the address is no longer hers");
    assert_eq!(sign_in("ruth by mail", "married@mail.example", true).await, ruth);

    sign_in("ruth", "third@mail.example", true).await;
    sign_in("stranger", "old@mail.example", true).await;
    for (id, address) in [(ruth, "married@mail.example"), (next_owner, "ruth@mail.example")] {
        let kept: String = sqlx::query_scalar("select email from app_user where id = $1")
            .bind(id)
            .fetch_one(&db)
            .await
            .expect("readable");
        assert_eq!(kept, address, "another way, or another account, has it");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_chosen_name_outlives_that_of_a_provider_even_when_it_is_none(db: PgPool) {
    let ctx = ctx(db);
    let named = |first: &str| Proof {
        first_name: Some(first.to_owned()),
        ..proof("one", "ruth@mail.example", true)
    };
    let nameless = Proof {
        first_name: None,
        ..proof("one", "ruth@mail.example", true)
    };
    let name = async || {
        let names = sqlx::query_scalar::<_, Option<String>>("select first_name from app_user");
        names.fetch_one(&ctx.db).await.expect("one user")
    };
    let signed_in = complete(&ctx, &nameless, &as_guest(1)).await.expect("signed in");
    let id = UserId(user_id(&ctx.db, &signed_in).await);
    complete(&ctx, &named("Ruth"), &as_guest(1)).await.expect("signed in");
    assert_eq!(
        name().await.as_deref(),
        Some("Ruth"),
        "a provider fills in what is missing"
    );
    for (chosen, expected) in [("Miriam", Some("Miriam")), ("", None)] {
        let change = NameChange::parse(Some(chosen), None).expect("a name");
        account::rename(&ctx, id, &change).await.expect("renamed");
        complete(&ctx, &named("Ruth"), &as_guest(1)).await.expect("signed in");
        assert_eq!(name().await.as_deref(), expected);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_picture_of_a_provider_is_fetched_once_by_a_job(db: PgPool) {
    let ctx = ctx(db.clone());
    let with_picture = Proof {
        picture: Some("https://lh3.googleusercontent.com/a/somebody".to_owned()),
        ..proof("1", "someone@example.org", true)
    };
    for _ in 0..2 {
        complete(&ctx, &with_picture, &PriorIdentity::default())
            .await
            .expect("signed in");
    }
    let jobs: i64 = sqlx::query_scalar("select count(*) from job where kind = 'fetch_avatar'")
        .fetch_one(&db)
        .await
        .expect("countable");
    assert_eq!(jobs, 1);
}

/// Waits until a connection is blocked on a lock.
async fn until_a_lock_is_awaited(db: &PgPool) {
    let waiting =
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(waiting)
        .fetch_one(db)
        .await
        .expect("asked")
        == 0
    {}
}

/// Begins a transaction that holds the lock of this account, as blocking and deletion do.
async fn lock_account(db: &PgPool, id: UserId) -> sqlx::Transaction<'_, sqlx::Postgres> {
    let mut tx = db.begin().await.expect("begun");
    sqlx::query("select id from app_user where id = $1 for update")
        .bind(id.0)
        .execute(&mut *tx)
        .await
        .expect("held");
    tx
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn signing_in_while_being_blocked_does_not_deadlock(db: PgPool) {
    let ctx = ctx(db.clone());
    let someone = proof("1", "person1@example.org", true);
    let first = complete(&ctx, &someone, &PriorIdentity::default())
        .await
        .expect("signed in");
    let id = UserId(user_id(&db, &first).await);
    let before = PriorIdentity {
        guest: None,
        session: Some(first.token.clone()),
        checkout: None,
        known_browser: None,
    };
    let mut blocking = lock_account(&db, id).await;
    let block = async {
        until_a_lock_is_awaited(&db).await;
        session::end_all(&mut blocking, id, Ended::Blocked)
            .await
            .expect("nobody waits for us");
        blocking.commit().await.expect("blocked");
    };
    let (signed_in, ()) = futures::future::join(complete(&ctx, &someone, &before), block).await;
    signed_in.expect("signed in");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn entering_a_code_while_the_account_is_deleted_does_not_deadlock(db: PgPool) {
    let (ctx, now) = (ctx(db.clone()), now(&db).await);
    let id = user(&db, 1).await;
    let asked = SignInRequest {
        address: "person1@example.org".to_owned(),
        origin: "http://stillwater.test".to_owned(),
        return_to: "/".to_owned(),
        locale: Locale::English,
        asker: Asker::default(),
        join: None,
    };
    let browser = email::begin(&ctx, asked, now).await.expect("asked");
    let row: Uuid = sqlx::query_scalar("select id from email_sign_in")
        .fetch_one(&db)
        .await
        .expect("asked");
    let letter = email::letter(&ctx, row).await.expect("readable").expect("a letter");
    let tried = TriedCode {
        browser: &browser,
        code: letter
            .text
            .split("\n\n")
            .find(|part| part.starts_with("    "))
            .expect("a code"),
        network: None,
    };
    let mut deleting = lock_account(&db, id).await;
    let delete = async {
        until_a_lock_is_awaited(&db).await;
        sqlx::query("delete from email_sign_in")
            .execute(&mut *deleting)
            .await
            .expect("nobody waits for us");
        deleting.commit().await.expect("deleted");
    };
    let before = PriorIdentity::default();
    let (signed_in, ()) = futures::future::join(email::sign_in_by_code(&ctx, &tried, &before, now), delete).await;
    assert!(matches!(signed_in, Err(NotSignedIn::Expired)));
}
