//! Which language a text is taken for.

use super::*;

#[test]
fn the_language_is_that_of_most_small_words() {
    for (text, expected) in [
        ("", Language::English),
        ("Psalm 23", Language::English),
        ("I will be home soon, put the kettle on", Language::English),
        ("me in a die state lol", Language::English),
        ("my abuela died and I miss her, que descanse", Language::English),
        ("quiero dormir y despertar temprano con mi perro", Language::Spanish),
        ("ya no sé cómo seguir, mi mamá murió", Language::Spanish),
        ("ces devoirs me tuent, je suis fatigué", Language::OtherLatin),
        (
            "will nicht mehr in der stadt leben, wir ziehen aufs dorf",
            Language::OtherLatin,
        ),
        ("ta praca domowa jest za trudna, nie mam czasu", Language::OtherLatin),
        ("笑死我了", Language::OtherScript),
        ("умираю с голоду", Language::OtherScript),
    ] {
        assert_eq!(language(text), expected, "{text}");
    }
}

#[test]
fn a_text_that_is_surely_not_english_has_the_tag_of_its_language() {
    for (text, expected) in [
        ("", None),
        ("I can't sleep and I am so tired of it all", None),
        ("my abuela died and I miss her, que descanse", None),
        ("Jesus", None),
        ("nah man, die hard fan", None),
        ("nan died", None),
        ("pa drinks", None),
        ("son left", None),
        ("Hindi exam tomorrow", None),
        ("Maria de la Cruz, please pray", None),
        ("Stephanie", None),
        ("no sé cómo seguir desde que murió mi mamá", Some("es")),
        ("estoy muy triste", Some("es")),
        ("não sei mais o que fazer com a minha vida", Some("pt")),
        ("je ne sais plus quoi faire avec mon fils", Some("fr")),
        ("ich weiß nicht, wie es weitergehen soll", Some("de")),
        ("non so più cosa fare della mia vita, sono sola", Some("it")),
        ("nie wiem już, jak mam dalej żyć", Some("pl")),
        ("hindi ko na alam ang gagawin ko sa buhay", Some("tl")),
        ("tôi không biết phải làm gì với cuộc sống của mình", Some("vi")),
        ("mwen pa konnen sa pou mwen fè", Some("ht")),
        ("mujhe nahi pata kya karna hai", Some("hi")),
        ("나는 너무 외로워요", Some("ko")),
        ("もう疲れました", Some("ja")),
        ("我很难过", Some("zh")),
        ("मैं बहुत अकेला हूँ", Some("hi")),
        ("أشعر بالوحدة كثيرا", Some("ar")),
        ("من خیلی تنها هستم", Some(UNKNOWN)),
        ("мне очень одиноко", Some("ru")),
        ("мені дуже самотньо", Some("uk")),
        ("είμαι πολύ μόνος", Some(UNKNOWN)),
    ] {
        assert_eq!(foreign(text), expected, "{text}");
    }
}

#[test]
fn a_text_is_answered_in_the_language_of_most_of_its_common_words() {
    for (text, expected) in [
        ("no puedo dormir", Some(Language::Spanish)),
        ("perdi mi trabajo", Some(Language::Spanish)),
        ("ansiedad", Some(Language::Spanish)),
        ("TRISTEZA", Some(Language::Spanish)),
        ("me siento sola", Some(Language::Spanish)),
        ("ya no me quiere", Some(Language::Spanish)),
        ("no sé", Some(Language::Spanish)),
        ("ayuda", Some(Language::Spanish)),
        ("xq a mi", Some(Language::Spanish)),
        ("salmo 23", Some(Language::Spanish)),
        ("¿por qué?", Some(Language::Spanish)),
        ("mi mamá died y no sé qué hacer", Some(Language::Spanish)),
        ("my mom murió last week and I can't sleep", Some(Language::English)),
        ("my abuela died", Some(Language::English)),
        ("anxious", Some(Language::English)),
        ("no hope", Some(Language::English)),
        ("he has no job", Some(Language::English)),
        ("Psalm 23", Some(Language::English)),
        ("Maria de la Cruz died, please pray", Some(Language::English)),
        ("não consigo dormir, meu filho morreu", Some(Language::OtherLatin)),
        ("perdi meu emprego", Some(Language::OtherLatin)),
        ("minha mãe morreu", Some(Language::OtherLatin)),
        ("estic molt trista", Some(Language::OtherLatin)),
        ("hola como estas", Some(Language::Spanish)),
        ("NO PUEDO MAS AYUDA", Some(Language::Spanish)),
        ("je ne sais plus quoi faire avec mon fils", Some(Language::OtherLatin)),
        ("мне очень одиноко", Some(Language::OtherScript)),
        ("", None),
        ("no", None),
        ("1 Samuel 3", None),
        ("💧", None),
    ] {
        assert_eq!(answered_in(text), expected, "{text}");
    }
}

#[test]
fn a_common_word_belongs_to_one_language() {
    let lists = [common_words::ENGLISH, common_words::SPANISH, common_words::NEIGHBOURS];
    let mut all: Vec<&str> = Vec::new();
    for list in lists {
        let mut words: Vec<&str> = list.split_whitespace().collect();
        words.sort_unstable();
        words.dedup();
        all.extend(words);
    }
    all.sort_unstable();
    let twice: Vec<&[&str]> = all.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
