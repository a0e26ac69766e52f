//! Stripe webhooks over HTTP: signed and stored.

use sqlx::PgPool;

use super::subscription::{deliver, send_event, with_stand_in};

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_event_needs_a_signature_and_no_browser(db: PgPool) {
    let (app, stand_in) = with_stand_in(db).await;
    let client = app.guest();
    let body = {
        let mut world = stand_in.world();
        let customer = world.make_customer(None, None, std::collections::BTreeMap::new());
        world.make_subscription(&customer, std::collections::BTreeMap::new());
        world.take_events().remove(0)
    };
    for signature in ["", "t=1,v1=00", "nonsense"] {
        client
            .without("sec-fetch-site")
            .sending("stripe-signature", signature)
            .post_bytes("/api/webhooks/stripe", body.clone())
            .await
            .expect_error(400, "BAD_SIGNATURE");
    }
    assert_eq!(app.count("select count(*) from stripe_event").await, 0);
    for _ in 0..2 {
        assert_eq!(send_event(&client, &body).await.expect(200).json["received"], true);
    }
    assert_eq!(app.count("select count(*) from stripe_event").await, 1);
    assert_eq!(
        app.count("select count(*) from job where kind = 'process_stripe_event'")
            .await,
        1
    );
    deliver(&app, &stand_in).await;
    assert_eq!(
        app.count("select count(*) from subscription").await,
        0,
        "it is none of ours"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn an_event_of_a_megabyte_is_refused_and_one_of_another_mode_ignored(db: PgPool) {
    let (app, _stand_in) = with_stand_in(db).await;
    let app = app.leaving(&["process_stripe_event"]);
    let client = app.guest();
    let event = |live: bool, filling: usize| {
        format!(
            r#"{{"id":"evt_1","type":"invoice.paid","created":1790000000,"livemode":{live},"filling":"{}"}}"#,
            "x".repeat(filling)
        )
    };
    send_event(&client, &event(false, 1024 * 1024))
        .await
        .expect_error(413, "TOO_LARGE");
    send_event(&client, &event(true, 0)).await.expect(200);
    assert_eq!(app.count("select count(*) from stripe_event").await, 0);
    send_event(&client, &event(false, 400_000)).await.expect(200);
    assert_eq!(app.count("select count(*) from stripe_event").await, 1);
}
