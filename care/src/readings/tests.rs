//! What is read, and what must not be.

use super::{Question, Readings, Role, Time, Unit, Wishes};
use crate::language::Language;

fn readings(text: &str) -> Readings {
    super::readings(text, Language::English)
}

fn how_long(text: &str) -> Option<String> {
    readings(text).how_long_in_words()
}

#[test]
fn times_are_read_when_the_text_says_one() {
    for (text, expected) in [
        ("mum died 3 years ago", Some("three years")),
        ("its been six weeks since he left", Some("six weeks")),
        ("It's been a year.", Some("one year")),
        ("I have been sober for 21 days", Some("twenty-one days")),
        ("a few months ago they found something", Some("a few months")),
        ("we were married for 20 years", None),
        ("my husband of 15 years walked out", None),
        ("3 years ago he died and 2 years ago she left", None),
        ("I miss him", None),
        ("is there a psalm for a day like this", None),
        ("I asked for a day off", None),
        ("I only eat once a day now", None),
        ("he moved in \"for a month\" and never left", None),
        ("my brother had almost three years sober and drinks again", None),
        ("three years sober and I drank last night", Some("three years")),
    ] {
        assert_eq!(how_long(text).as_deref(), expected, "{text}");
    }
    assert!(
        readings("it was 5 years ago")
            .how_long
            .is_some_and(|time| time.unit == Unit::Year)
    );
}

#[test]
fn persons_are_those_that_the_writer_calls_theirs() {
    let nouns = |text: &str| {
        readings(text)
            .persons
            .iter()
            .map(|person| person.noun)
            .collect::<Vec<_>>()
    };
    assert_eq!(nouns("My mum died. My mother was kind"), ["mother"]);
    assert_eq!(nouns("my mother-in-law moved in"), ["mother-in-law"]);
    assert_eq!(nouns("my brother in law owes us money"), ["brother-in-law"]);
    assert_eq!(nouns("my grandson and my stepdaughter"), ["grandson", "stepdaughter"]);
    assert_eq!(nouns("my best friend told my wife"), ["best friend", "wife"]);
    assert_eq!(nouns("my late husband and my little sister"), ["husband", "sister"]);
    assert!(nouns("my mum's friend drinks").is_empty());
    assert!(nouns("his mother hates me").is_empty());
}

#[test]
fn age_makes_somebody_young_and_other_numbers_do_not() {
    for (text, age, is_young) in [
        ("im 15 and my dad drinks", Some(15), true),
        ("I am fifteen", Some(15), true),
        ("I'm 34, two kids", Some(34), false),
        ("16f nobody knows", Some(16), true),
        ("at 71 I am alone", Some(71), false),
        ("im 12 weeks pregnant", None, false),
        ("I'm 30 days sober", None, false),
        ("my son is in year 9", None, false),
        ("year 9 and i eat lunch in the toilet", None, true),
        ("my 15 year old hates me", None, false),
    ] {
        let read = readings(text);
        assert_eq!((read.age, read.is_young), (age, is_young), "{text}");
    }
}

#[test]
fn loneliness_money_work_children_and_the_hour_are_read_only_when_said() {
    let read = readings("It's 3am, I'm a night nurse with two kids, can't afford the rent and nobody to talk to");
    assert!(read.is_alone && read.is_poor);
    assert_eq!(read.work_in_words().as_deref(), Some("a nurse"));
    assert_eq!(read.children_in_words().as_deref(), Some("two children"));
    assert_eq!(read.hour_in_words().as_deref(), Some("three in the morning"));
    let neutral = readings("we broke up and I told my friends at 3 in the afternoon, as a mess");
    assert!(!neutral.is_alone && !neutral.is_poor && neutral.work.is_none() && neutral.hour.is_none());
}

#[test]
fn a_time_until_something_and_the_work_of_a_spouse_are_not_the_writers() {
    assert_eq!(how_long("I signed in February. He died eleven weeks later"), None);
    assert!(how_long("Eleven weeks later I still cannot say it aloud").is_some());
    assert_eq!(readings("I am a pastor's wife and tired").work, None);
    assert_eq!(readings("I'm a pastor's son, and I am a nurse now").work, Some("nurse"));
}

#[test]
fn odd_texts_have_no_readings() {
    for text in ["", "💧", "my", "i am", "99 99 99", "ｍｙ"] {
        let read = readings(text);
        assert!(
            read.persons.is_empty() && read.how_long.is_none() && read.age.is_none(),
            "{text}"
        );
    }
}

#[test]
fn the_role_is_read_only_where_it_is_said() {
    for (text, role) in [
        ("my daughter cuts herself and won't talk", Some(Role::Loves)),
        ("My husband has been diagnosed with cancer", Some(Role::Loves)),
        (
            "my son won't come out of his room and I listen at the door",
            Some(Role::Loves),
        ),
        ("my wife lost her mother", Some(Role::Loves)),
        ("my mates wife left him and took the kids", Some(Role::Loves)),
        ("we owe 34k on cards and my husband doesn't know about half of it", None),
        ("my wife has no idea. The shop is closing", None),
        ("my son doesn't know how to stop", Some(Role::Loves)),
        ("my best friend's brother died", Some(Role::Loves)),
        ("my brother relapsed again", Some(Role::Loves)),
        (
            "My husband watches porn every night. He says every man does.",
            Some(Role::Loves),
        ),
        ("my dad gambles away his wages", Some(Role::Loves)),
        ("my son is being bullied and I can't protect him", Some(Role::Loves)),
        ("my grandson is in prison", Some(Role::Loves)),
        (
            "My husband drank for years and hid it in the garage.",
            Some(Role::Loves),
        ),
        ("my dad was an alcoholic", Some(Role::Loves)),
        (
            "Everything in our house was always about Kevin's drinking.",
            Some(Role::Loves),
        ),
        ("I can't plan anything because of his gambling", Some(Role::Loves)),
        ("I'm sober and his drinking is hard on me", None),
        ("Her drinking and my drinking go together", None),
        ("My wife works three jobs", Some(Role::Loves)),
        ("My sister is prettier than me and everyone says so", None),
        ("my brother earns twice as much as I do", None),
        ("my boyfriend looks at other women online and I feel ugly", None),
        ("My husband wants a divorce", None),
        ("I read my girlfriend's messages", Some(Role::Did)),
        ("I told my best friend's secret at a party", Some(Role::Did)),
        ("i took money from the till and they blamed her", Some(Role::Did)),
        ("I took money out of our savings", None),
        ("my son never talks when I come home", Some(Role::Loves)),
        ("She has blocked me. I did it, I know I did it", Some(Role::Did)),
        ("my dad told my secret to his wife", None),
        ("my best friend sits with other girls now", None),
        ("my best friend goes quiet when I come", None),
        ("my best friend sits in her room all day", Some(Role::Loves)),
        ("i drank and drove with my kids in the car", Some(Role::Did)),
        ("I told everyone my friend's secret", Some(Role::Did)),
        (
            "my best friend Ruth lost her husband and I never know what to say",
            Some(Role::Loves),
        ),
        (
            "My roommate hasn't left our room. She sleeps till 3 and she says she's fine",
            Some(Role::Loves),
        ),
        (
            "I told everyone that he cheated. With what words do I ask his pardon?",
            Some(Role::Did),
        ),
        ("I shouted at my kids again", Some(Role::Did)),
        ("I want to say sorry to my sister", Some(Role::Did)),
        ("I want to apologize for my English, my visa was refused", None),
        ("I miss my mom i can't tell her anything she always understood", None),
        ("i cheated on my wife", Some(Role::Did)),
        ("I had an abortion in 1998", Some(Role::Did)),
        ("I pushed her on Saturday", Some(Role::Did)),
        ("my mum has a go at me and I feel worthless", None),
        ("I can't sleep and my husband is tired of it", None),
        ("mum died on tuesday", None),
        ("they cheated me", None),
        ("", None),
    ] {
        assert_eq!(readings(text).role, role, "{text}");
    }
}

#[test]
fn the_time_is_read_only_where_it_is_said() {
    for (text, time) in [
        ("mum died on tuesday", Some(Time::Now)),
        ("He left last night after 20 years", Some(Time::Now)),
        ("five weeks ago", Some(Time::Now)),
        ("he died in March", Some(Time::Months)),
        ("three months ago she left", Some(Time::Months)),
        ("9 yrs. still cry in the car", Some(Time::Years)),
        ("seven years on and I cried today", Some(Time::Years)),
        ("I had an abortion in 1998", Some(Time::Years)),
        ("when I was eleven dad died", Some(Time::Years)),
        ("it has hurt for many years", Some(Time::Years)),
        ("I miss him", None),
        ("I work for the years to come", None),
    ] {
        assert_eq!(readings(text).time, time, "{text}");
    }
}

#[test]
fn a_question_of_belief_or_rights_is_seen_where_it_is_all_that_is_said() {
    for (text, question) in [
        ("Is it a sin to get a tattoo?", Some(Question::Belief)),
        ("is getting divorced a sin", Some(Question::Belief)),
        ("What does the Bible say about cremation?", Some(Question::Belief)),
        ("what does God say about gay people", Some(Question::Belief)),
        ("Can a Christian drink wine?", Some(Question::Belief)),
        (
            "Hi, quick question: does the bible allow remarriage?",
            Some(Question::Belief),
        ),
        (
            "where in the bible does it say that charity begins at home",
            Some(Question::Text),
        ),
        (
            "My grandson asked me was Goliath really nine feet tall. Is it? Need to know before Sunday",
            Some(Question::Text),
        ),
        ("who was Lazarus?", Some(Question::Text)),
        ("How old was Methuselah when he died?", Some(Question::Text)),
        (
            "Job says I wish I had died at birth, what does he mean?",
            Some(Question::Text),
        ),
        (
            "In Psalm 88 the psalmist says darkness is my closest friend. What does that mean?",
            Some(Question::Text),
        ),
        ("why did Jesus curse the fig tree", Some(Question::Text)),
        (
            "What did Jesus mean when he said let the dead bury their dead",
            Some(Question::Text),
        ),
        (
            "Job says I wish I had died at birth, what does he mean? I feel the same",
            None,
        ),
        ("My job says I have to work on Sunday, what does that mean for me", None),
        (
            "Jesus said come to me and I can't. What does that mean for my family",
            None,
        ),
        ("why did Jesus let my baby die", None),
        ("How did Saul die in the Bible?", Some(Question::Text)),
        ("did Judas go to hell", Some(Question::Text)),
        ("Judas hanged himself, why did he do it", Some(Question::Text)),
        (
            "Jesus said let the dead bury their dead. What does that mean?",
            Some(Question::Text),
        ),
        // Sons have these names, and a husband may be called Jesus.
        ("why did Jonah die", None),
        ("Jonah said he hates everybody here, what does that mean?", None),
        ("Elijah asked God to let him die. What does that mean?", None),
        ("Jesus said he is leaving me, what does that mean?", None),
        ("Judas told my brother everything. What does that mean?", None),
        ("why did my sister die in the bible week", None),
        ("Paul told me to go. What does that mean?", None),
        ("did Daniel have to die", None),
        (
            "Where in the Bible does it say it is over? My husband has somebody",
            None,
        ),
        ("where does it say you have to forgive him", None),
        ("did the flood have to take the house", None),
        ("Mary is in hospital and I can't sleep", None),
        ("where does it say how I go on without him", None),
        ("can my landlord change the locks", Some(Question::Rights)),
        ("Is it legal to record my boss?", Some(Question::Rights)),
        ("Am I allowed to break my lease?", Some(Question::Rights)),
        (
            "My husband hits me and the elders ask what the bible says about divorce",
            None,
        ),
        ("is it a sin to be this angry, I can't stop crying", None),
        ("I lost my job", None),
        ("does God hate me", None),
        ("can anyone help", None),
        ("", None),
    ] {
        assert_eq!(readings(text).question, question, "{text}");
    }
}

#[test]
fn a_loss_to_suicide_is_read_where_it_is_said_of_somebody_of_theirs() {
    for (text, is_lost) in [
        ("My nephew ended his life in June and nobody says the word", true),
        ("my dad killed himself", true),
        ("We lost my older sister last year to suicide.", true),
        ("my best friend, the loud one, hanged himself", true),
        ("My son almost killed himself", false),
        ("my boss shot himself in the foot with that email", false),
        ("my mum said she would have killed herself", false),
        ("my friend's brother killed himself", false),
        ("Robin Williams killed himself", false),
        ("My dad died in June", false),
    ] {
        assert_eq!(readings(text).is_lost_to_suicide, is_lost, "{text}");
    }
}

#[test]
fn what_others_did_is_told_apart_from_what_the_writer_did() {
    for (text, is_done_to_me) in [
        ("found the messages. my husband and my best friend", true),
        ("he found the house for us", false),
        ("my husband cheated on me and I have told nobody", true),
        ("she had an affair with my friend", true),
        ("he hits me", true),
        ("I cheated on my husband", false),
        ("I hit my son", false),
    ] {
        assert_eq!(readings(text).is_done_to_me, is_done_to_me, "{text}");
    }
}

#[test]
fn wishes_for_a_verse_alone_no_converting_or_a_prayer_are_read() {
    let only = Wishes {
        only_passage: true,
        ..Wishes::default()
    };
    let unbelieving = Wishes {
        without_faith: true,
        ..Wishes::default()
    };
    let prayer = Wishes {
        prayer: true,
        ..Wishes::default()
    };
    for (text, wishes) in [
        ("Just the verse please, I don't need a talk.", only),
        ("surgery tomorrow. only a psalm, nothing else", only),
        ("I only need one good bible verse for my test", only),
        ("a scripture for grief, no sermon please", only),
        ("I'm not religious. My dad is in hospice", unbelieving),
        ("Don't try to convert me please", unbelieving),
        ("atheist here. i'm an atheist and i can't sleep", unbelieving),
        ("help me without the god stuff", unbelieving),
        ("can u pray", prayer),
        ("please pray for my son", prayer),
        ("I need prayers", prayer),
        ("pray 🙏🙏", prayer),
        ("I don't believe in God anymore and it scares me", Wishes::default()),
        ("my husband is not religious", Wishes::default()),
        ("I pray for him every night and nothing happens", Wishes::default()),
        ("he just quotes bible verses at me", Wishes::default()),
        (
            "Psalm 23 was read at his funeral. no talk, no touch since",
            Wishes::default(),
        ),
        ("he only talks to me with a verse", Wishes::default()),
        ("Pray for me, I see the judge at nine", prayer),
        ("my church would not pray for my son", Wishes::default()),
        ("I can't pray for them any more", Wishes::default()),
        ("they don't preach to us any more, they just left", Wishes::default()),
    ] {
        assert_eq!(readings(text).wishes, wishes, "{text}");
    }
}
