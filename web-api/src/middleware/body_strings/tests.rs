use super::*;

fn texts_of(body: &[u8]) -> Vec<String> {
    strings(body).into_iter().map(|found| found.text).collect()
}

#[test]
fn a_struggle_is_screened_without_what_the_app_sends_beside_it() {
    let content = Content::load(&testing::built_content()).expect("the built content");
    let body = br#"{"language":"en","struggle":"I am tired.","topicId":"grief","translation":"kjv",
        "shown":["Psalm 34:18","Salmo 34:18","1 Pedro 5:7","Romans 8:38-39"],"shownLetters":["comfort","parent-died"]}"#;
    assert_eq!(portions_of(&content, body), ["I am tired."]);
    assert_eq!(
        portions_of_form(&content, b"lang=es&struggle=I+am+tired.&topicId=grief"),
        ["I am tired."]
    );
    // Only as a whole, and only in their fields.
    let body = br#"{"struggle":"grief","shown":["Psalm 34:18 and more"],"alsoHide":["en"]}"#;
    assert_eq!(portions_of(&content, body), ["grief\n\nPsalm 34:18 and more\n\nen"]);
}

#[test]
fn only_values_of_the_fields_that_name_something_of_ours_may_be_no_text() {
    let body = br#"{"struggle":"one","shown":["two",["three"]],"other":{"topicId":{"a":"four"},"lang":"five"}}"#;
    let found = strings(body).into_iter();
    assert_eq!(
        found
            .filter(|found| found.names_ours)
            .map(|found| found.text)
            .collect::<Vec<_>>(),
        ["two", "three", "five"]
    );
}

#[test]
fn words_that_stand_in_another_text_are_read_once() {
    let of = |texts: &[&str]| without_repeated(texts.iter().map(|&text| text.to_owned()).collect());
    assert_eq!(
        of(&["I met Ann there", "Ann", "there", "Bob", "Bob"]),
        ["I met Ann there", "Bob"]
    );
    assert_eq!(of(&["Bob", "I met Bob"]), ["I met Bob"]);
    assert_eq!(of(&[]), [""; 0]);
}

#[test]
fn every_string_is_found_wherever_it_stands() {
    for (body, expected) in [
        (r#"{"struggle":"one","struggle":"two"}"#, &["one", "two"][..]),
        (
            r#"{"a":{"b":[1,-2,0.5,null,true,["deep"]]},"c":"flat"}"#,
            &["deep", "flat"],
        ),
        (r#""alone""#, &["alone"]),
        ("{}", &[]),
        (r#"{"struggle":" \n","topicId":""}"#, &[]),
        ("", &[]),
        (r#"{"struggle":"cut of\nhere"#, &[r#"{"struggle":"cut of here"#]),
        (r#"{"a":"one"} and more"#, &[r#"{"a":"one"} and more"#]),
        ("struggle=a+b%20c", &["struggle=a b c"]),
        (
            r#"{"struggle":"a%20b%C3%A9, 50% of it, 100%"}"#,
            &["a bé, 50% of it, 100%"],
        ),
        (
            r#"{"struggle":"\u0061\u0062\u20ac\ud83d\udca7\ud83d"#,
            &["{\"struggle\":\"ab€💧\u{fffd}"],
        ),
        (
            r#"{"I confide it here":{"topicId":1,"whatHappened":"told"},"I_too":[]}"#,
            &["I confide it here", "told", "I_too"],
        ),
    ] {
        assert_eq!(texts_of(body.as_bytes()), expected, "{body}");
    }
    assert_eq!(
        texts_of(b"{\"struggle\":\"not \xff UTF-8\"}"),
        ["{\"struggle\":\"not \u{fffd} UTF-8\"}"]
    );
}

#[test]
fn a_form_is_decoded_and_a_body_of_another_kind_is_read_as_text() {
    let of = |body: &str| form_fields(body.as_bytes());
    let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        of("struggle=I+can%27t+go+on%0D%0A%C3%A9&topicId=&lang=es"),
        [
            field("struggle", "I can't go on\r\n\u{e9}"),
            field("topicId", ""),
            field("lang", "es")
        ]
    );
    assert_eq!(of("a=b=c&&d"), [field("a", "b=c"), field("d", "")]);
    assert_eq!(of("struggle=%FF%zz"), [field("struggle", "\u{fffd}%zz")]);
    assert_eq!(
        of("{\"struggle\": \"no form\"}"),
        [field("{\"struggle\": \"no form\"}", "")]
    );
    assert!(of("").is_empty());
}

#[test]
fn a_body_over_the_budget_keeps_short_strings_and_both_ends_of_long_ones() {
    let long = format!("begin {} end", "a".repeat(60_000));
    let read = within_budget(vec![long, "short".to_owned(), "b".repeat(60_000)]);
    let total: usize = read.iter().map(|string| string.chars().count()).sum();
    assert!((BODY_BUDGET - 1..=BODY_BUDGET + 4).contains(&total), "{total}");
    assert!(read[0].starts_with("begin ") && read[0].ends_with(" end"));
    assert_eq!(read[1], "short");
    let many = within_budget(vec!["ä".repeat(10); 20_000]);
    assert_eq!(
        many.iter().map(|string| string.chars().count()).sum::<usize>(),
        BODY_BUDGET
    );
    let small = vec!["one".to_owned(), "two".to_owned()];
    assert_eq!(within_budget(small.clone()), small);
}

#[test]
fn a_long_string_hides_no_other() {
    let long = "a".repeat(SCREENED_CHARACTERS);
    let of = |strings: &[&str]| portions(strings.iter().map(|&string| string.to_owned()).collect());
    assert_eq!(of(&["one", "two"]), ["one\n\ntwo"]);
    assert_eq!(of(&["one", &long, "two", "three"]), ["one", &long, "two\n\nthree"]);
    let longer = format!("begin {long} end");
    let ends = of(&[&longer]);
    assert_eq!(ends.len(), 2);
    assert!(ends[0].starts_with("begin ") && ends[1].ends_with(" end"));
    assert_eq!(of(&[]), [""; 0]);
}
