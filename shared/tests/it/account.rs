//! Accounts: deletion leaves no trace, the export is complete.

use std::collections::BTreeSet;

use shared::account::{self, SubscriptionEnd};
use shared::ctx::Ctx;
use shared::error::Error;
use shared::ids::UserId;
use shared::kept_letter::{self, Choice, NewLetter};
use shared::prayer;
use shared::testimony::{self, submit};
use shared::usage::{self, Caller, Plan};
use shared::user::{self, save_offered_picture};
use shared::vault;
use sqlx::PgPool;
use testing::{ctx, guest, new_testimony, prayer_of, premium_until, user};
use time::macros::datetime;
use uuid::Uuid;

const NOW: time::OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

/// The tables with a user column, and where the export has their rows. A new table with such a column needs a row in
/// `user_with_a_row_in_every_table`, deletion in `account::delete`, and an entry here.
const EXPORTED: [(&str, &str); 14] = [
    ("app_user", "id"),
    ("identity", "identities"),
    ("session", "sessions"),
    ("testimony", "stories"),
    ("prayer", "prayers"),
    ("kept_letter", "kept_letters"),
    ("testimony_report", "reports"),
    ("stripe_customer", "subscriptions"),
    ("gift", "gifts"),
    ("usage", "usage"),
    ("push_subscription", "push_devices"),
    ("data_key", "a secret: not exported"),
    ("blocked_identity", "keyed digests: not exported"),
    ("job", "work in hand about the picture: not exported"),
];

/// Counts, for each table with an owner column (by name or by foreign key), the rows with a given value in it.
/// It is written in SQL, where table names can be composed.
const COUNT_ROWS_OF: &str = r"
create function rows_of(who uuid) returns table (place text, matches bigint) language plpgsql as $$
declare
    target record;
begin
    for target in
        select c.table_name as t, c.column_name as c
        from information_schema.columns c join information_schema.tables using (table_schema, table_name)
        where c.table_schema = 'public' and table_type = 'BASE TABLE' and c.data_type <> 'boolean' and (
            c.column_name ~ '(^|_)(owner|user|author|account|member|subscriber|reporter|person)(_id)?$' and c.table_name || c.column_name <> 'documentauthor' -- of a book
            or (c.table_name = 'app_user' and c.column_name = 'id')
            or exists (
                select 1 from pg_constraint k
                where k.contype = 'f' and k.confrelid in ('app_user'::regclass, 'data_key'::regclass)
                    and k.conrelid = to_regclass(format('public.%I', c.table_name))
                    and (select attnum from pg_attribute
                        where attrelid = k.conrelid and attname = c.column_name) = any (k.conkey)))
    loop
        place := target.t;
        execute format('select count(*) from %I where %I::text = $1::text', target.t, target.c) into matches using who;
        return next;
    end loop;
    place := 'job';
    select count(*) into matches from job where payload ->> 'user' = who::text;
    return next;
end $$;

create function tables_with(needle text) returns table (place text) language plpgsql as $$
declare
    target record;
    is_there boolean;
begin
    for target in
        select table_name as t from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_sqlx_migrations'
            -- The audit trail keeps the id, which leads nowhere any more; it can hold nothing else of a user.
            and (table_name <> 'audit_entry' or needle !~ '^[0-9a-f-]{32,36}$')
    loop
        -- Every column of every type as text; bytes come as hexadecimal digits.
        execute format(
            'select exists (select 1 from %I r where to_jsonb(r)::text ilike $1 or to_jsonb(r)::text ilike $2)', target.t)
            into is_there using '%' || needle || '%', '%' || encode(convert_to(needle, 'UTF8'), 'hex') || '%';
        if is_there then
            place := target.t;
            return next;
        end if;
    end loop;
end $$;
";

async fn install_count_function(db: &PgPool) {
    sqlx::raw_sql(COUNT_ROWS_OF)
        .execute(db)
        .await
        .expect("questions that SQL can answer");
}

async fn rows_of(db: &PgPool, who: UserId) -> Vec<(String, i64)> {
    sqlx::query_as("select place, matches from rows_of($1)")
        .bind(who.0)
        .fetch_all(db)
        .await
        .expect("countable")
}

async fn tables_with(db: &PgPool, needle: &str) -> Vec<String> {
    sqlx::query_scalar("select place from tables_with($1)")
        .bind(needle)
        .fetch_all(db)
        .await
        .expect("searchable")
}

fn caller(who: UserId) -> Caller {
    Caller {
        owner: who.owner(),
        plan: Plan::Free,
        time_zone: "UTC".to_owned(),
        address: None,
    }
}

/// A user with a row in every table that can hold data about a user.
async fn user_with_a_row_in_every_table(ctx: &Ctx) -> UserId {
    let who = user(&ctx.db, 1).await;
    let statements = [
        "update app_user set first_name = 'Zebulonia', last_name = 'Quartermaine', email = 'zq@mail.example', avatar = '\\x01', avatar_sha256 = '\\x02' where id = $1",
        "insert into identity (issuer, subject, user_id) values ('https://issuer.example', 'subject-4711', $1), ('email', 'other-zq@mail.example', $1)",
        "insert into email_sign_in (id, email, origin, return_to, expires_at)
             select gen_random_uuid(), address, 'https://here.example', '/', now() + interval '15 minutes'
             from unnest(array['ZQ@mail.example', 'other-zq@mail.example']) as address where $1::uuid is not null",
        "insert into stripe_customer (id, user_id, claimant_id, by_visitor, email, name, stripe_id)
             values (gen_random_uuid(), $1, $1, false, 'zq@mail.example', 'Zebulonia Quartermaine', 'cus_1')",
        "insert into subscription (id, customer_id, stripe_id, status) select gen_random_uuid(), id, 'sub_1', 'canceled' from stripe_customer where user_id = $1",
        "insert into gift (id, giver_id, receiver_id, email, amount, state) values (gen_random_uuid(), $1, $1, 'zq@mail.example', 20000, 'used')",
        "insert into blocked_identity (digest, expires_at, user_id) values (sha256('one'), now() + interval '1 year', $1)",
        "insert into session (id_hash, kind, user_id, data, expires_at) values ('\\x03', 'user', $1, '', now() + interval '1 day')",
        "insert into push_subscription values (gen_random_uuid(), $1, '\\x03', 'https://push.example/zebulonia', 'key', true, true, true, 'UTC', now(), 0)",
    ];
    for statement in statements {
        sqlx::query(statement)
            .bind(who.0)
            .execute(&ctx.db)
            .await
            .expect("written");
    }
    let mut tx = ctx.db.begin().await.expect("begun");
    save_offered_picture(&mut tx, who, "https://lh3.googleusercontent.com/zebulonia")
        .await
        .expect("noted");
    tx.commit().await.expect("committed");
    ctx.counter.take(&ctx.db, &caller(who), NOW).await.expect("taken");
    let published = submit(ctx, who.owner(), &new_testimony(), NOW)
        .await
        .expect("accepted")
        .id;
    testimony::prepare(ctx, published).await.expect("prepared");
    sqlx::query("update testimony set status = 'approved', moderated_at = now() where id = $1")
        .bind(published)
        .execute(&ctx.db)
        .await
        .expect("published");
    submit(ctx, who.owner(), &new_testimony(), NOW).await.expect("accepted");
    let of_another = submit(ctx, guest(9), &new_testimony(), NOW).await.expect("accepted").id;
    sqlx::query("insert into testimony_report (testimony_id, owner_id) values ($1, $2)")
        .bind(of_another)
        .bind(who.0)
        .execute(&ctx.db)
        .await
        .expect("reported");
    let account = user::find(&ctx.db, who).await.expect("there");
    let premium = premium_until(account, NOW + time::Duration::DAY);
    prayer::write(ctx, &premium, &prayer_of("For the sister of my neighbour."), NOW)
        .await
        .expect("accepted");
    kept_letter::choose(ctx, &premium, Choice::Keep, NOW)
        .await
        .expect("chosen");
    let letter = NewLetter::parse(&ctx.content, Uuid::new_v4(), None, &letter_json(ctx)).expect("a letter");
    kept_letter::keep(ctx, &premium, &letter, NOW).await.expect("kept");
    who
}

/// The message of a topic as a letter, with a sentence of its reader's own.
fn letter_json(ctx: &Ctx) -> String {
    let topic = ctx.content.english.topic("grief").expect("known");
    let passage = &topic.passages[0].passage;
    let letter = serde_json::json!({
        "language": "en",
        "topic": {
            "id": topic.slug,
            "title": topic.title,
            "content": format!("You wrote: I owe the rent.\n\n{}", topic.content),
            "scripture": {
                "reference": passage.reference.to_string(),
                "text": passage.text,
                "translation": "World English Bible",
            },
        },
        "asked": false,
        "situation": null,
        "discreet": false,
        "bridge": null,
        "prayer": null,
        "alternatives": [],
        "alsoAbout": null,
        "related": [],
    });
    letter.to_string()
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn every_table_with_a_user_column_is_deleted_and_exported(db: PgPool) {
    let ctx = ctx(db);
    install_count_function(&ctx.db).await;
    let who = user_with_a_row_in_every_table(&ctx).await;

    let before = rows_of(&ctx.db, who).await;
    for (table, found) in &before {
        assert!(
            *found > 0,
            "the table {table} has a column of a user: give it a row in `user_with_a_row_in_every_table`, delete it in \
             `account::delete`, and export it"
        );
    }
    let with_column: BTreeSet<&str> = before.iter().map(|(table, _)| table.as_str()).collect();
    let exported: BTreeSet<&str> = EXPORTED.iter().map(|(table, _)| *table).collect();
    assert_eq!(
        with_column, exported,
        "every table that tells of a user is exported, or its reason stands in the test"
    );
    let export = account::export(&ctx, who).await.expect("exported");
    assert_eq!(
        [
            export.email_sign_ins.len(),
            export.identities.len(),
            export.prayers.len(),
            export.kept_letters.len(),
            export.reports.len(),
            export.sessions.len(),
            export.testimonies.len(),
            export.subscriptions.len(),
            export.gifts.len(),
            export.push_devices.len(),
            usize::from(export.usage.is_some())
        ],
        [2, 2, 1, 1, 1, 1, 2, 1, 2, 1, 1]
    );

    let receipt = account::delete(&ctx, who).await.expect("deleted");
    assert_eq!((receipt.testimonies_removed, receipt.prayers_removed), (2, 1));
    assert_eq!(receipt.subscription, SubscriptionEnd::Cancelled);
    for (table, found) in rows_of(&ctx.db, who).await {
        assert_eq!(
            found, 0,
            "the table {table} still has rows of a user whose account was deleted"
        );
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_an_account_leaves_no_row_that_refers_to_it(db: PgPool) {
    let ctx = ctx(db);
    install_count_function(&ctx.db).await;
    let who = user_with_a_row_in_every_table(&ctx).await;
    let (id, in_bytes) = (who.0.to_string(), who.0.simple().to_string());
    let needles = [
        in_bytes.as_str(),
        id.as_str(),
        "Zebulonia",
        "Quartermaine",
        "zq@mail.example",
        "subject-4711",
        "the rent",
    ];
    for needle in &needles[1..] {
        assert!(
            !tables_with(&ctx.db, needle).await.is_empty(),
            "the search finds {needle} while it is there"
        );
    }
    account::delete(&ctx, who).await.expect("deleted");
    for needle in needles {
        assert_eq!(tables_with(&ctx.db, needle).await, Vec::<String>::new(), "{needle}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_leaves_other_accounts_alone_and_deleting_twice_does_nothing(db: PgPool) {
    let ctx = ctx(db);
    let (who, other) = (user_with_a_row_in_every_table(&ctx).await, user(&ctx.db, 2).await);
    for owner in [other.owner(), guest(1)] {
        submit(&ctx, owner, &new_testimony(), NOW).await.expect("accepted");
    }
    ctx.counter.take(&ctx.db, &caller(other), NOW).await.expect("taken");
    account::delete(&ctx, who).await.expect("deleted");
    for _ in 0..2 {
        let gone = account::delete(&ctx, who).await;
        assert!(matches!(gone, Err(Error::SignInRequired)), "{gone:?}");
    }
    assert!(matches!(account::export(&ctx, who).await, Err(Error::SignInRequired)));
    user::find(&ctx.db, other).await.expect("still there");
    let testimonies: i64 = sqlx::query_scalar("select count(*) from testimony")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(testimonies, 3);
    let used = usage::read(&ctx.db, &caller(other), NOW).await.expect("readable");
    assert_eq!(used.count, 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn two_concurrent_deletions_delete_once(db: PgPool) {
    let ctx = ctx(db);
    let who = user_with_a_row_in_every_table(&ctx).await;
    let (one, other) = futures::future::join(account::delete(&ctx, who), account::delete(&ctx, who)).await;
    assert_eq!([one, other].iter().filter(|deleted| deleted.is_ok()).count(), 1);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn nothing_can_be_sealed_or_counted_for_a_deleted_account(db: PgPool) {
    let ctx = ctx(db);
    let who = user_with_a_row_in_every_table(&ctx).await;
    account::delete(&ctx, who).await.expect("deleted");
    let submitted = submit(&ctx, who.owner(), &new_testimony(), NOW).await;
    assert!(matches!(submitted, Err(Error::SignInRequired)), "{submitted:?}");
    let asked = ctx.counter.take(&ctx.db, &caller(who), NOW).await;
    assert!(matches!(asked, Err(Error::SignInRequired)), "{asked:?}");
    for table in [
        "select count(*) from usage",
        "select count(*) from data_key where owner_kind = 'user'",
        "select count(*) from testimony join data_key using (owner_id) where owner_kind = 'user'",
    ] {
        let rows: i64 = sqlx::query_scalar(table).fetch_one(&ctx.db).await.expect("countable");
        assert_eq!(rows, 0, "{table}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn testimonies_submitted_during_deletion_leave_nothing_behind(db: PgPool) {
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let upload = (0..8).map(|_| async {
        let _ = submit(&ctx, who.owner(), &new_testimony(), NOW).await;
    });
    let (deleted, _) = futures::future::join(account::delete(&ctx, who), futures::future::join_all(upload)).await;
    deleted.expect("deleted");
    let left: i64 = sqlx::query_scalar("select (select count(*) from testimony) + (select count(*) from data_key)")
        .fetch_one(&ctx.db)
        .await
        .expect("countable");
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_job_of_a_deleted_testimony_succeeds(db: PgPool) {
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    let id = submit(&ctx, who.owner(), &new_testimony(), NOW)
        .await
        .expect("accepted")
        .id;
    let (prepared, deleted) = futures::future::join(testimony::prepare(&ctx, id), account::delete(&ctx, who)).await;
    prepared.expect("whichever comes first");
    deleted.expect("deleted");
    testimony::prepare(&ctx, id).await.expect("nothing to do");
    user::picture::fetch(&ctx, who).await.expect("nothing to do");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn deleting_an_account_destroys_its_data_key(db: PgPool) {
    let ctx = ctx(db);
    let who = user(&ctx.db, 1).await;
    submit(&ctx, who.owner(), &new_testimony(), NOW)
        .await
        .expect("accepted");
    account::delete(&ctx, who).await.expect("deleted");
    let mut connection = ctx.db.acquire().await.expect("connected");
    let key = vault::existing_data_key(&mut connection, &ctx.config.key_ring, who.0).await;
    assert!(matches!(key, Err(Error::NotFound)), "its key is destroyed");
}
