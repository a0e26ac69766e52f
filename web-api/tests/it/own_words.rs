//! What an answer takes up of the words of its reader, and the words that name a situation.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::app::TestApp;

async fn answer(app: &TestApp, struggle: &str) -> Value {
    let question = json!({ "struggle": struggle });
    app.guest().post("/api/guidance", &question).await.expect(200).json
}

fn letter(answer: &Value) -> &str {
    answer["topic"]["content"].as_str().expect("a letter")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_second_trouble_is_named_below_the_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    let told = "My mum died six weeks ago and I keep going to ring her. Her coat still hangs by the door. \
        The rent is three weeks behind and the bank keeps calling.";
    let answer = answer(&app, told).await;
    let letter = letter(&answer);
    let last = letter.rsplit("\n\n").next().expect("a paragraph");
    assert!(
        last.starts_with("You also wrote: “The rent is three weeks behind and the bank keeps calling.” "),
        "{letter}"
    );
    assert!(
        !last.contains('{') && letter.matches("the bank").count() == 1,
        "{letter}"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_somebody_did_and_what_names_a_person_is_not_held_up_to_them(db: PgPool) {
    let app = TestApp::new(db).await;
    for told in [
        "I cheated on my wife and she knows. I did it twice. Money is short and the rent is three weeks behind. I am so sorry.",
        "My mum died six weeks ago and I keep going to ring her. Her coat still hangs by the door. \
            Martin Obermaier at the bank keeps calling about the rent.",
    ] {
        let answer = answer(&app, told).await;
        assert!(!letter(&answer).contains("You also wrote"), "{answer}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_situation_that_the_words_name_gets_its_letter(db: PgPool) {
    let app = TestApp::new(db).await;
    for (told, situation) in [
        (
            "my mother in law lives with us and cooks my food again after i cook. my husband says be patient. i am patient \
                all day and at night i am so angry i frighten myself",
            "in-laws",
        ),
        (
            "my step daughter told me you're not my mum. nine years I've raised her",
            "step-child",
        ),
        (
            "I hit reply all by mistake and everyone saw what I wrote about a colleague. She cried. How do I face her?",
            "i-hurt-someone-with-words",
        ),
        (
            "Seven weeks and a heartbeat, after two losses. I'm so scared to be happy about this one.",
            "pregnant-again",
        ),
        (
            "Is it a sin to be relieved? Dad died on Monday after nine years of Parkinson's.",
            "relieved-it-is-over",
        ),
        (
            "next door's dog barks from six. asked nicely twice. now they do it on purpose and I'm shaking",
            "neighbours",
        ),
    ] {
        assert_eq!(answer(&app, told).await["situation"]["id"], situation, "{told}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_letter_does_not_come_beside_what_it_denies(db: PgPool) {
    let app = TestApp::new(db).await;
    for (told, wrong) in [
        (
            "when I had cancer my best friend of twenty years just disappeared. I saw her in the shop and she walked the \
                other way. I was there for her whole divorce",
            "friend-died",
        ),
        ("failed my driving test for the fifth time lol", "thanks-and-joy"),
        (
            "My husband is in recovery, eight months sober, and I'm angrier now than when he was drinking.",
            "someone-i-love-uses",
        ),
        (
            "My wife has MS and is in the chair most days. What can I say to her that she'd believe?",
            "dementia",
        ),
        (
            "I said sorry to her twice. She accepted it. So why do I still feel filthy for what I said that day?",
            "i-want-to-make-it-right",
        ),
    ] {
        assert_ne!(answer(&app, told).await["situation"]["id"], wrong, "{told}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_day_of_something_to_come_stands_below_the_letter_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let told =
        "Two offers. Stay near my parents, who are eighty, or the job in Canada. I must answer until Friday noon.";
    let near = answer(&app, told).await;
    assert!(letter(&near).contains("For Friday you need only a little"), "{near}");
    // Such a letter is about the day itself.
    let of_a_day = answer(&app, "I have surgery tomorrow and I am so scared of not waking up").await;
    assert!(!letter(&of_a_day).contains("you need only a little"), "{of_a_day}");
    // A day beside danger may be the day of something else.
    let in_danger = answer(&app, "I want to die. The hearing is on Friday and I won't be there.").await;
    assert_eq!(in_danger["crisis"], true);
    assert!(!in_danger.to_string().contains("you need only a little"), "{in_danger}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_found_words_that_were_not_understood_is_told_whose_fault_that_is(db: PgPool) {
    let app = TestApp::new(db).await;
    let told = answer(
        &app,
        "The tablecloth is green and the spoons are on the left side of it",
    )
    .await;
    assert_eq!(told["topic"]["id"], "comfort");
    assert!(letter(&told).starts_with("You found words for it."), "{told}");
    for short in [
        "hello",
        "Scan clear. Three years.",
        "What does amen mean in the Bible?",
        "please pray for me and my family today",
    ] {
        let answer = answer(&app, short).await;
        assert!(!letter(&answer).contains("You found words for it."), "{answer}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn who_asks_if_they_may_write_with_another_faith_is_told_yes(db: PgPool) {
    let app = TestApp::new(db).await;
    for told in [
        "I am Muslim. Can I also write here? My father died in January and I was too late for him.",
        "Sikh family, not sure if this app is for me. My father died in January and I was too late for him.",
    ] {
        let answer = answer(&app, told).await;
        assert!(
            letter(&answer).contains("You don't have to believe anything to be here"),
            "{answer}"
        );
    }
}
