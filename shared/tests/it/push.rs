//! Web Push: who is told what and when, over a push service on a real socket.

mod evening;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::Value;
use shared::config::Sessions;
use shared::ctx::Ctx;
use shared::error::Error;
use shared::ids::UserId;
use shared::jobs::{Job, Notice};
use shared::moderation::{self, Command, Step};
use shared::push::{self, Asked, Message, Wishes};
use shared::session::{self, SessionToken};
use shared::staff::Staff;
use sqlx::PgPool;
use testing::push_service::{PushService, Pushed, Reply};
use testing::{ctx_with, prepared_testimony, staff, user};
use time::OffsetDateTime;
use uuid::Uuid;

const ALL: Wishes = Wishes {
    stories: true,
    prayers: true,
    psalm: true,
};
const ONLY_STORIES: Wishes = Wishes {
    prayers: false,
    psalm: false,
    ..ALL
};
const ONLY_PSALM: Wishes = Wishes {
    stories: false,
    prayers: false,
    ..ALL
};

/// A push service, and the product that knows no other.
struct Setting {
    service: PushService,
    ctx: Ctx,
    staff: Staff,
    now: OffsetDateTime,
}

impl Setting {
    async fn new(db: PgPool) -> Self {
        let service = PushService::start().await;
        let settings = service.settings();
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let now = sqlx::query_scalar("select now()")
            .fetch_one(&db)
            .await
            .expect("the time");
        Self {
            service,
            ctx: ctx_with(db, &settings),
            staff: staff("Ruth"),
            now,
        }
    }

    async fn sign_in(&self, user: UserId) -> SessionToken {
        let mut tx = self.ctx.db.begin().await.expect("begun");
        let token = session::begin(&mut tx, user, Sessions::Several)
            .await
            .expect("signed in");
        tx.commit().await.expect("committed");
        token
    }

    async fn subscribe(&self, user: UserId, token: &SessionToken, browser: &str, wishes: Wishes) {
        self.try_subscribe(user, token, &self.service.endpoint(browser), wishes)
            .await
            .expect("subscribed");
    }

    async fn try_subscribe(
        &self,
        user: UserId,
        token: &SessionToken,
        endpoint: &str,
        wishes: Wishes,
    ) -> Result<(), Error> {
        let asked = Asked {
            endpoint,
            wishes,
            time_zone: "America/Chicago",
        };
        push::subscribe(&self.ctx, user, token, asked).await
    }

    /// A signed-in user with one browser.
    async fn subscriber(&self, number: u8, wishes: Wishes) -> (UserId, SessionToken) {
        let who = user(&self.ctx.db, number).await;
        let token = self.sign_in(who).await;
        self.subscribe(who, &token, &format!("browser-{number}"), wishes).await;
        (who, token)
    }

    /// Makes it evening for all browsers, some time ago.
    async fn make_evening(&self, ago: &str) {
        sqlx::query("update push_subscription set due_at = now() - $1::text::interval")
            .bind(ago)
            .execute(&self.ctx.db)
            .await
            .expect("written");
        push::send_evening(&self.ctx).await.expect("looked at");
    }

    /// The messages that wait, in the order of their jobs.
    async fn waiting(&self) -> Vec<Job> {
        let payloads: Vec<Value> =
            sqlx::query_scalar("select payload from job where kind = 'send_push' and finished_at is null order by id")
                .fetch_all(&self.ctx.db)
                .await
                .expect("readable");
        payloads
            .into_iter()
            .map(|payload| serde_json::from_value(payload).expect("a job"))
            .collect()
    }

    async fn send(&self, job: &Job) -> Result<(), Error> {
        let Job::SendPush {
            user,
            subscription,
            notice,
            until,
        } = job
        else {
            panic!("not a message: {job:?}");
        };
        let message = Message {
            user: UserId(*user),
            subscription: *subscription,
            notice: *notice,
            until: OffsetDateTime::from_unix_timestamp(*until).expect("a time"),
        };
        push::send(&self.ctx, message, self.now).await
    }

    async fn send_all(&self) -> Vec<Pushed> {
        for job in self.waiting().await {
            self.send(&job).await.expect("sent");
        }
        self.service.pushed()
    }

    async fn count(&self) -> i64 {
        sqlx::query_scalar("select count(*) from push_subscription")
            .fetch_one(&self.ctx.db)
            .await
            .expect("countable")
    }

    async fn decide(&self, id: Uuid, step: Step) {
        moderation::apply(&self.ctx, &self.staff, id, &Command::of(step), self.now)
            .await
            .expect("decided");
    }
}

fn claims_of(pushed: &Pushed) -> Value {
    let authorization = pushed.header("authorization");
    let (token, key) = authorization
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .expect("the form of RFC 8292");
    let (signed, signature) = token.rsplit_once('.').expect("three parts");
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url without padding");
    let key = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a point of P-256");
    let signature = Signature::from_slice(&decode(signature)).expect("64 bytes");
    key.verify(signed.as_bytes(), &signature).expect("our signature");
    let (header, claims) = signed.split_once('.').expect("two parts");
    let header: Value = serde_json::from_slice(&decode(header)).expect("JSON");
    assert_eq!(header, serde_json::json!({ "typ": "JWT", "alg": "ES256" }));
    serde_json::from_slice(&decode(claims)).expect("JSON")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_review_is_told_by_an_empty_message_that_only_the_push_service_can_use(db: PgPool) {
    let set = Setting::new(db).await;
    let (who, _) = set.subscriber(1, ONLY_STORIES).await;
    set.subscriber(2, ALL).await;
    let id = prepared_testimony(&set.ctx, who.owner(), "I lost my work in spring.").await;
    assert_eq!(set.waiting().await, Vec::new(), "nothing is decided yet");
    set.decide(id, Step::Approve { text_checked: true }).await;
    let pushed = set.send_all().await;
    let [message] = &pushed[..] else {
        panic!("one browser of one author: {pushed:?}")
    };
    assert_eq!((message.path.as_str(), message.body_len), ("browser-1", 0));
    assert_eq!(message.header("content-length"), "0");
    assert_eq!((message.header("topic"), message.header("urgency")), ("news", "normal"));
    let lives: i64 = message.header("ttl").parse().expect("seconds");
    assert!(
        (259_200 - 60..=259_200).contains(&lives),
        "three days from the decision, not {lives} s"
    );
    assert_eq!(message.header("content-encoding"), "", "no payload, no encryption");
    let claims = claims_of(message);
    assert_eq!(claims["aud"], format!("http://127.0.0.1:{}", set.service.port));
    assert_eq!(claims["sub"], "mailto:support@stillwater.example");
    let expires = claims["exp"].as_i64().expect("a time");
    assert!(
        (1..=86_400).contains(&(expires - set.now.unix_timestamp())),
        "within a day"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_review_is_told_after_a_moment_and_not_if_it_was_undone(db: PgPool) {
    let set = Setting::new(db).await;
    let (who, _) = set.subscriber(1, ALL).await;
    let urgent = prepared_testimony(&set.ctx, who.owner(), "I lost my work in autumn.").await;
    set.decide(urgent, Step::Escalate).await;
    assert_eq!(set.waiting().await, Vec::new(), "an escalation is no decision");
    let id = prepared_testimony(&set.ctx, who.owner(), "I lost my work in spring.").await;
    set.decide(id, Step::Approve { text_checked: true }).await;
    let later: bool =
        sqlx::query_scalar("select run_at > now() + interval '10 seconds' from job where kind = 'send_push'")
            .fetch_one(&set.ctx.db)
            .await
            .expect("one job");
    assert!(later, "staff may undo it for ten seconds");
    set.decide(id, Step::Undo).await;
    assert!(set.send_all().await.is_empty());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_push_service_that_is_busy_is_asked_again_and_one_that_refuses_is_not(db: PgPool) {
    let set = Setting::new(db).await;
    set.subscriber(1, ONLY_PSALM).await;
    set.make_evening("1 minute").await;
    let jobs = set.waiting().await;
    let [job] = &jobs[..] else { panic!("one message") };
    for (status, headers, expected) in [
        ("429 Too Many Requests", "Retry-After: 120\r\n", Duration::from_mins(2)),
        ("503 Service Unavailable", "", Duration::ZERO),
        (
            "500 Internal Server Error",
            "Retry-After: 999999999\r\n",
            Duration::from_hours(6),
        ),
    ] {
        set.service.answer(Reply {
            status,
            headers: headers.to_owned(),
        });
        let refused = set.send(job).await.expect_err("later");
        assert!(
            matches!(refused, Error::AskedToWait(wait) if wait == expected),
            "{status}: {refused:?}"
        );
        assert!(refused.is_worth_retrying());
    }
    for status in ["403 Forbidden", "400 Bad Request", "307 Temporary Redirect"] {
        set.service.answer(Reply {
            status,
            headers: "Location: http://127.0.0.1:9/elsewhere\r\n".to_owned(),
        });
        set.send(job).await.expect("no retry helps");
        assert_eq!(set.count().await, 1, "{status}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_browser_that_is_gone_is_forgotten(db: PgPool) {
    let set = Setting::new(db).await;
    for (number, status) in [(1, "404 Not Found"), (2, "410 Gone")] {
        set.subscriber(number, ONLY_PSALM).await;
        set.make_evening("1 minute").await;
        set.service.answer(Reply {
            status,
            headers: String::new(),
        });
        set.send_all().await;
        assert_eq!(set.count().await, 0, "{status}");
        let sent = set.send_all().await.len();
        assert_eq!(sent, usize::from(number), "a job that runs twice finds no browser");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn it_ends_with_the_session_and_with_the_key(db: PgPool) {
    let set = Setting::new(db.clone()).await;
    let (who, token) = set.subscriber(1, ONLY_PSALM).await;
    assert_eq!(push::devices(&set.ctx, who).await.expect("readable").len(), 1);
    set.make_evening("1 minute").await;
    let jobs = set.waiting().await;
    let [job] = &jobs[..] else { panic!("one message") };
    session::end(&set.ctx.db, &token).await.expect("signed out");
    set.send(job).await.expect("nothing to do");
    assert!(
        set.service.pushed().is_empty(),
        "the next person at this browser is told nothing"
    );
    assert_eq!(push::devices(&set.ctx, who).await.expect("readable"), Vec::new());
    assert_eq!(push::end_over(&set.ctx.db).await.expect("cleaned"), 1);
    let refused = set.try_subscribe(who, &token, &set.service.endpoint("b"), ALL).await;
    assert!(matches!(refused, Err(Error::SignInRequired)), "{refused:?}");

    let token = set.sign_in(who).await;
    set.subscribe(who, &token, "browser-1", ONLY_PSALM).await;
    let other_key = ("WEB_PUSH_PRIVATE_KEY", "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=");
    let hosts = set.service.settings()[1].1.clone();
    let ctx = ctx_with(db, &[other_key, ("WEB_PUSH_HOSTS", &hosts)]);
    assert_eq!(
        push::devices(&ctx, who).await.expect("readable"),
        [],
        "it must subscribe anew"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_user_has_ten_browsers_and_a_browser_has_one_user(db: PgPool) {
    let set = Setting::new(db).await;
    let (who, token) = set.subscriber(1, ALL).await;
    for number in 0..10 {
        set.subscribe(who, &token, &format!("more-{number}"), ALL).await;
    }
    let devices = push::devices(&set.ctx, who).await.expect("readable");
    assert_eq!(devices.len(), 10);
    let first = set.service.endpoint("browser-1");
    assert!(
        devices.iter().all(|device| device.endpoint != first),
        "the oldest gave way"
    );
    set.subscribe(who, &token, "more-9", ONLY_PSALM).await;
    let devices = push::devices(&set.ctx, who).await.expect("readable");
    assert_eq!(devices.len(), 10, "asking again changes the one");
    assert_eq!(devices.last().map(|device| device.wishes), Some(ONLY_PSALM));

    let other = user(&set.ctx.db, 2).await;
    let token = set.sign_in(other).await;
    set.subscribe(other, &token, "more-9", ALL).await;
    assert_eq!(push::devices(&set.ctx, who).await.expect("readable").len(), 9);
    push::end(&set.ctx, who, &set.service.endpoint("more-9"))
        .await
        .expect("ended");
    assert_eq!(
        push::devices(&set.ctx, other).await.expect("readable").len(),
        1,
        "not theirs to end"
    );
    push::end(&set.ctx, other, &set.service.endpoint("more-9"))
        .await
        .expect("ended");
    assert_eq!(push::devices(&set.ctx, other).await.expect("readable"), Vec::new());
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_message_that_is_too_late_or_to_a_service_that_left_the_list_is_not_sent(db: PgPool) {
    let set = Setting::new(db.clone()).await;
    let (who, _) = set.subscriber(1, ONLY_PSALM).await;
    set.make_evening("1 minute").await;
    let jobs = set.waiting().await;
    let [job] = &jobs[..] else { panic!("one message") };
    let Job::SendPush { subscription, .. } = *job else {
        panic!("{job:?}")
    };
    let late = Message {
        user: who,
        subscription,
        notice: Notice::Psalm,
        until: set.now,
    };
    push::send(&set.ctx, late, set.now).await.expect("dropped");
    let [key, _] = set.service.settings();
    let ctx = ctx_with(db, &[(key.0, &key.1), ("WEB_PUSH_HOSTS", "push.example.org")]);
    let message = Message {
        until: set.now + time::Duration::HOUR,
        ..late
    };
    push::send(&ctx, message, set.now).await.expect("forgotten");
    assert!(set.service.pushed().is_empty());
    assert_eq!(set.count().await, 0);
    let off = ctx_with(set.ctx.db.clone(), &[]);
    push::send(&off, message, set.now).await.expect("nothing is set up");
}
