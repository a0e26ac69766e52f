//! Tests of questions about the text of the Bible.

use super::super::{Question, readings};
use crate::language::Language;

fn question(text: &str) -> Option<Question> {
    readings(text, Language::English).question
}

#[test]
fn who_asks_about_the_text_tells_of_no_trouble() {
    for text in [
        "What does amen mean in the Bible?",
        "what does the word grace mean in romans",
        "Why does Luke tell of shepherds and Matthew of kings?",
        "Our small group could not agree on Tuesday. Why does John put the cleansing of the temple first?",
        "Hebrews 6. Does Paul mean that one can lose it?",
        "Galatians 3:28, what is meant by neither slave nor free there?",
    ] {
        assert_eq!(question(text), Some(Question::Text), "{text}");
    }
}

#[test]
fn sons_and_sermons_are_no_question_about_the_text() {
    for text in [
        "Why does Mark never call his mother?",
        "What does it mean in our marriage that he never asks?",
        "The sermon was on anger. Why does Paul shout at me at home?",
        "My small group dropped me. Why did John not stand up for me?",
        "Romans 8 does not help me any more.",
        "John 3 years old and he does not speak, what is wrong with him?",
    ] {
        assert_ne!(question(text), Some(Question::Text), "{text}");
    }
}
