//! What answers take up of the words: the writer's own sentence, stated questions and boundaries, and whom they speak to.

use care::readings::{BOUNDARIES, QUESTIONS};
use shared::content::{Content, WrittenFor};
use shared::guidance::{Corpus, Guidance, GuidanceQuery, Shown, letter_by_id, preview, situation_of};
use shared::screening::Care;
use testing::built_content;

struct Built {
    content: Content,
    care: Care,
}

impl Built {
    fn load() -> Self {
        Self {
            content: Content::load(&built_content()).expect("built"),
            care: Care::load(&built_content()).expect("built"),
        }
    }

    fn answer(&self, words: &str) -> Guidance<'_> {
        let query = GuidanceQuery::parse(Some(words.to_owned()), None).expect("words");
        let (_, second) = self.care.read(words);
        preview(
            Corpus::new(&self.content, &self.care),
            &query,
            &Shown::default(),
            second.as_ref(),
        )
        .expect("an answer")
    }

    fn reply(&self, kind: &str, topic: &str) -> &str {
        self.content.english.replies[kind].in_topic(topic).expect("a reply")
    }
}

#[test]
fn a_letter_begins_with_the_sentence_that_tells_most() {
    let built = Built::load();
    let answer = built.answer(
        "My parents visit every month. They tell us how to raise our kids. I want to honor them but I'm still caught in the \
         middle every time. My wife has had enough of it all.",
    );
    let first = answer.message().split("\n\n").next().expect("a paragraph").to_owned();
    assert!(
        first.contains("“I want to honor them but I'm still caught in the middle every time.”"),
        "{first}"
    );
}

#[test]
fn a_sentence_that_names_somebody_is_not_quoted() {
    let built = Built::load();
    let answer = built.answer(
        "My parents visit every month. They tell us how to raise our kids. I want to honor Margaret Whitfield but I'm still \
         caught in the middle every time. We live in a small house.",
    );
    assert!(!answer.message().contains("Whitfield"), "{}", answer.message());
}

#[test]
fn a_stated_question_is_answered_before_the_message() {
    let built = Built::load();
    let answer = built.answer("I overthink everything and my stomach is in knots. Is this normal?");
    assert_eq!(answer.topic.slug, "anxiety");
    let reply = built.reply("normal", "anxiety");
    let message = answer.message();
    let place = message.find(reply).expect("the reply");
    let content = answer.letter.as_ref().map_or(&answer.topic.content, |letter| {
        letter.paragraphs.last().expect("a step")
    });
    assert!(
        place < message.find(content.as_str()).expect("the message"),
        "{message}"
    );
}

#[test]
fn no_letter_of_sorrow_is_offered_below_joy() {
    let built = Built::load();
    for text in [
        "She was born at four this morning, my daughter's first. I am so happy!",
        "After two years the scan is clear. Thank you, God.",
    ] {
        let answer = built.answer(text);
        let situation = answer.letter.as_ref().map(|letter| letter.situation);
        let situation = situation.unwrap_or_else(|| panic!("no letter: {text}"));
        assert_eq!(situation.topic, "comfort", "{text}");
        let offered = answer.alternatives.iter().map(|other| &other.slug);
        let strange: Vec<_> = offered.filter(|slug| !situation.near.contains(slug)).collect();
        assert!(strange.is_empty(), "{text}: {strange:?}");
    }
}

#[test]
fn a_letter_that_answers_a_question_itself_gets_no_reply() {
    let built = Built::load();
    let lost = built
        .content
        .english
        .situation("miscarriage-or-stillbirth")
        .expect("written");
    assert!(lost.answers.iter().any(|kind| kind == "fault"));
    let answer = built.answer("I lost my baby at eleven weeks. Was it my fault?");
    assert_eq!(
        answer.letter.as_ref().map(|letter| letter.situation.slug.as_str()),
        Some("miscarriage-or-stillbirth")
    );
    assert!(!answer.message().contains(built.reply("fault", "grief")));
}

#[test]
fn the_step_of_a_letter_is_the_reply_to_what_to_do() {
    let built = Built::load();
    let words = "I work far away as a nanny, six years now. My daughter is nine, she calls my mother Mama and me Tita, and \
                 the contract ends in December. They offer me two years more. What should I do?";
    let answer = built.answer(words);
    let letter = answer.letter.as_ref().expect("a letter");
    assert_eq!(letter.situation.slug, "far-from-my-children");
    assert!(!answer.message().contains(built.reply("what-to-do", "parenting")));
    let answer = built.answer("My children are so difficult. What should I do?");
    assert!(answer.letter.is_none());
    assert!(answer.message().contains(built.reply("what-to-do", "parenting")));
}

#[test]
fn a_boundary_is_kept_in_so_many_words() {
    let built = Built::load();
    let answer = built.answer("I sold the piano and now the flat is too quiet. Please don't tell me that time heals.");
    let reply = built.reply("no-time-heals", &answer.topic.slug);
    let is_answered = answer.topic.answers.iter().any(|kind| kind == "no-time-heals");
    assert!(
        answer.letter.is_some() || is_answered || answer.message().contains(reply),
        "{}",
        answer.message()
    );
}

#[test]
fn who_loves_the_sufferer_is_spoken_to() {
    let built = Built::load();
    let answer = built.answer(
        "My daughter thinks she is ugly and stupid. She is 14 and won't come to the table. I tell her she is beautiful but \
         she doesn't believe me. What can I do?",
    );
    let message = answer.topic.for_loved_ones.as_ref().expect("written");
    assert_eq!(answer.topic.slug, "self-worth");
    assert_eq!(answer.title(), message.title);
    assert!(answer.message().contains(&message.content), "{}", answer.message());
    assert_eq!(
        answer.prayers(),
        Some((message.prayer.as_str(), message.plain_prayer.as_str()))
    );
}

#[test]
fn who_lives_with_the_addicted_gets_no_letter_for_the_addicted() {
    let built = Built::load();
    let answer = built.answer("My husband watches porn every night after I go to bed. He says every man does.");
    let situation = answer.letter.as_ref().expect("a letter").situation;
    assert_eq!(situation.slug, "what-they-watch");
    let answer = built.answer("my wife drinks a bottle of wine every night and hides the empties");
    let message = answer.topic.for_loved_ones.as_ref().expect("for loved ones");
    assert!(answer.letter.is_none());
    assert_eq!(answer.title(), message.title);
    let answer = built.answer("My son relapsed on heroin and I kept giving him money.");
    let situation = answer.letter.as_ref().expect("a letter").situation;
    assert_eq!(situation.slug, "someone-i-love-uses");
    assert_eq!(situation.written_for, WrittenFor::WhoLoves);
}

#[test]
fn a_short_line_is_joy_only_in_so_many_words() {
    let built = Built::load();
    for (text, is_joy) in [
        ("The letter from immigration came", false),
        ("the results came today", false),
        ("got the job!! no more night bus", true),
    ] {
        let answer = built.answer(text);
        let situation = answer.letter.as_ref().map(|letter| letter.situation.slug.as_str());
        assert_eq!(situation == Some("thanks-and-joy"), is_joy, "{text}: {situation:?}");
    }
}

#[test]
fn who_was_left_does_not_get_the_letter_of_who_left() {
    let built = Built::load();
    let answer = built.answer("My boyfriend left me after six years. He said he never loved me. I can't eat.");
    let situation = answer.letter.as_ref().map(|letter| letter.situation.slug.as_str());
    assert_ne!(situation, Some("i-am-the-one-who-left"));
}

#[test]
fn a_letter_that_is_read_again_quotes_and_replies_nothing() {
    let built = Built::load();
    let corpus = Corpus::new(&built.content, &built.care);
    let again = letter_by_id(corpus, "anxiety", &Shown::default(), None).expect("a letter");
    assert_eq!(
        again.message(),
        built.content.english.topic("anxiety").expect("a topic").content
    );
}

#[test]
fn both_languages_have_a_reply_for_every_kind() {
    let built = Built::load();
    for letters in [&built.content.english, &built.content.spanish] {
        for kind in QUESTIONS.iter().chain(&BOUNDARIES) {
            let reply = letters.replies.get(*kind);
            assert!(
                reply.is_some_and(|reply| !reply.answer.is_empty()),
                "{kind} {:?}",
                letters.locale
            );
        }
    }
}

#[test]
fn a_story_has_the_situation_that_its_letter_would_have() {
    let built = Built::load();
    let situation_of = |story: &str| {
        let (_, second) = built.care.read(story);
        situation_of(Corpus::new(&built.content, &built.care), story, second.as_ref())
    };
    let story =
        "My son relapsed on heroin and I kept giving him money. I went to a group for parents and learned to say no.";
    assert_eq!(situation_of(story).as_deref(), Some("someone-i-love-uses"));
    let story = "My husband drank for years and hid it in the garage. I went to a group for families. He is sober now.";
    assert_ne!(situation_of(story).as_deref(), Some("slipped-again"));
    let story = "My husband left me for a woman from work. I cried for a year. I told a friend, and it got lighter.";
    assert_ne!(situation_of(story).as_deref(), Some("i-am-the-one-who-left"));
}
