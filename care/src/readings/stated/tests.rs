//! Tests of what a text states outright, in both languages.

use super::super::readings;
use super::{BOUNDARIES, QUESTIONS};
use crate::language::Language;

fn question(text: &str) -> Option<&'static str> {
    readings(text, Language::English).stated.question
}

fn spanish_question(text: &str) -> Option<&'static str> {
    readings(text, Language::Spanish).stated.question
}

fn boundaries(text: &str) -> Vec<&'static str> {
    readings(text, Language::English).stated.boundaries
}

#[test]
fn every_kind_of_question_is_found() {
    let asked = [
        ("children", "We split up in May. What do I tell the kids?"),
        ("heaven", "He never went to church. Is he in heaven?"),
        ("punished", "Third scan, third shadow. What did I do to deserve this?"),
        ("forgiven", "I walked away for ten years. Can God still forgive me?"),
        (
            "forgive-myself",
            "I was not there when she fell. How do I forgive myself?",
        ),
        ("why-god", "She was four. Why would God allow that?"),
        ("god-hears", "I ask every night. Is anyone even listening?"),
        ("love-me", "Forty and single. Will anyone ever love me?"),
        ("trust", "He says it is over with her. How do I trust him again?"),
        (
            "worth",
            "Everybody else has it together. How do I stop comparing myself?",
        ),
        ("how-forgive", "He never said sorry. How can I forgive my father?"),
        ("must-forgive", "She asks every week. Do I have to forgive her?"),
        ("leave", "It is cold in this house. Should I stay or leave?"),
        ("doctor", "Six weeks of no sleep. Should I see a doctor?"),
        ("pray-how", "The words are gone. How do I even pray?"),
        ("faith-how", "Church feels like a play. How do I get my faith back?"),
        ("gods-will", "Two offers on the table. What does God want me to do?"),
        ("friends-how", "New town, nobody. How do people make friends?"),
        ("help-them", "My brother drinks. How can I help him?"),
        ("tell", "It happened once, in March. Should I tell my wife?"),
        ("contact", "It has been two years. Should I call her?"),
        ("say-no", "She wants money again. How do I say no?"),
        ("move-on", "He married in June. How do I move on?"),
        ("peace", "My head runs all night. How do I find peace?"),
        ("stop", "I open the app at midnight again. How do I stop?"),
        ("strong", "Round four of chemo. How do I stay strong?"),
        ("endless", "A year now. Does it ever get easier?"),
        ("they-change", "He swears it was the last time. Will he ever change?"),
        ("fault", "I had told him to drive. Was it my fault?"),
        ("too-sensitive", "It was only a hamster. Is it silly to cry?"),
        ("bad-to-feel", "I was glad when she died. Am I a terrible person?"),
        ("normal", "I still set two plates. Is this normal?"),
        ("wrong-with-me", "Everyone can do it. What is wrong with me?"),
        ("point", "Work, sleep, work. What is the point?"),
        ("go-on", "The house is so quiet. How do I go on?"),
        ("why-they", "Twenty years. Why did he do this to me?"),
        ("where-to-start", "The whole flat is a mess. Where do I even begin?"),
        ("choose", "Perth or home. Should I take the job?"),
        ("what-to-do", "They shut the plant on Friday. What do I do?"),
    ];
    assert_eq!(asked.len(), QUESTIONS.len());
    for (kind, text) in asked {
        assert_eq!(question(text), Some(kind), "{text}");
    }
}

#[test]
fn every_kind_of_question_is_found_in_spanish() {
    let asked = [
        ("children", "Nos separamos en mayo. ¿Qué les digo a mis hijos?"),
        ("heaven", "Nunca fue a misa. ¿Está con Dios?"),
        ("punished", "Otra vez el mismo resultado. ¿Qué hice para merecer esto?"),
        ("forgiven", "Me alejé diez años. ¿Dios todavía me perdona?"),
        ("forgive-myself", "No estuve cuando se cayó. ¿Cómo me perdono?"),
        ("why-god", "Tenía cuatro añitos. ¿Por qué Dios lo permitió?"),
        ("god-hears", "Le pido cada noche. ¿Dios me escucha?"),
        ("love-me", "Cuarenta y sola. ¿Alguien me va a querer algún día?"),
        ("trust", "Dice que ya la dejó. ¿Cómo vuelvo a confiar?"),
        ("worth", "Todas se ven tan bien. ¿Cómo dejo de compararme?"),
        ("how-forgive", "Nunca pidió disculpas. ¿Cómo perdono a mi papá?"),
        ("must-forgive", "Me lo pide cada semana. ¿Tengo que perdonarla?"),
        ("leave", "Esta casa está fría. ¿Debo dejarlo?"),
        ("doctor", "Seis semanas sin dormir. ¿Debo ir al doctor?"),
        ("pray-how", "Se me fueron las palabras. ¿Cómo oro?"),
        ("faith-how", "La misa ya no me dice nada. ¿Cómo recupero la fe?"),
        ("gods-will", "Tengo dos ofertas. ¿Qué quiere Dios de mí?"),
        ("friends-how", "Ciudad nueva, nadie. ¿Cómo hago amigos?"),
        ("help-them", "Mi hermano bebe. ¿Cómo lo ayudo?"),
        ("tell", "Fue una sola vez. ¿Se lo digo?"),
        ("contact", "Van dos años. ¿Le escribo?"),
        ("say-no", "Otra vez quiere dinero. ¿Cómo le digo que no?"),
        ("move-on", "Se casó en junio. ¿Cómo lo supero?"),
        ("peace", "La cabeza no para. ¿Cómo encuentro paz?"),
        ("stop", "A medianoche abro otra vez la app. ¿Cómo lo dejo de hacer?"),
        ("strong", "Cuarta quimio. ¿De dónde saco fuerzas?"),
        ("endless", "Ya va un año. ¿Algún día voy a estar bien?"),
        ("they-change", "Jura que fue la última. ¿Va a cambiar?"),
        ("fault", "Yo le dije que manejara. ¿Fue mi culpa?"),
        ("too-sensitive", "Era solo un hámster. ¿Es tonto llorar por él?"),
        ("bad-to-feel", "Sentí alivio. ¿Soy una mala hija?"),
        ("normal", "Todavía pongo dos platos. ¿Es normal?"),
        ("wrong-with-me", "Todos pueden menos yo. ¿Qué me pasa?"),
        ("point", "Trabajo, duermo, trabajo. ¿Para qué sigo?"),
        ("go-on", "La casa está tan callada. ¿Cómo sigo?"),
        ("why-they", "Veinte años juntos. ¿Por qué me hizo esto?"),
        ("where-to-start", "La casa es un desastre. ¿Por dónde empiezo?"),
        ("choose", "Monterrey o quedarme. ¿Acepto el trabajo?"),
        ("what-to-do", "Cerraron la planta el viernes. ¿Qué hago?"),
    ];
    assert_eq!(asked.len(), QUESTIONS.len());
    for (kind, text) in asked {
        assert_eq!(spanish_question(text), Some(kind), "{text}");
    }
}

#[test]
fn the_particular_question_that_is_asked_last_counts() {
    assert_eq!(
        question("How do I help my son? He won't come out. Any advice?"),
        Some("help-them")
    );
    assert_eq!(question("Is it my fault? And how do I trust him again?"), Some("trust"));
}

#[test]
fn a_question_without_its_mark_is_found_after_not_knowing() {
    assert_eq!(question("i dont know how to help him anymore"), Some("help-them"));
    assert_eq!(question("he is asleep now and idk what to do"), Some("what-to-do"));
}

#[test]
fn what_is_told_is_no_question() {
    for told in [
        "I know why he left and I said so.",
        "She asked me which one I liked, which was kind of her.",
        "We got through it and I am grateful.",
        "He told me how he stopped.",
        "I trusted him again and it was good.",
    ] {
        assert_eq!(question(told), None, "{told}");
    }
}

#[test]
fn every_boundary_is_found() {
    let set = [
        ("no-plan", "Please don't tell me it was God's plan."),
        ("no-pray-more", "My church says just pray about it."),
        ("no-forgive", "And nobody tell me to forgive him."),
        ("no-time-heals", "Everyone keeps telling me to move on."),
        ("no-leave", "Everyone tells me to leave him."),
        ("no-doctor", "I've tried therapy."),
        ("no-advice", "I don't want advice."),
    ];
    assert_eq!(set.len(), BOUNDARIES.len());
    for (kind, text) in set {
        assert_eq!(boundaries(text), [kind], "{text}");
    }
}

#[test]
fn every_boundary_is_found_in_spanish() {
    let set = [
        ("no-plan", "No me digan que es el plan de Dios."),
        ("no-pray-more", "Todos me dicen que tenga fe."),
        ("no-forgive", "Que nadie me diga que lo perdone."),
        ("no-time-heals", "Mi familia me dice que ya lo supere."),
        ("no-leave", "No lo voy a dejar."),
        ("no-doctor", "Ya fui a terapia."),
        ("no-advice", "Solo quería desahogarme."),
    ];
    assert_eq!(set.len(), BOUNDARIES.len());
    for (kind, text) in set {
        assert_eq!(readings(text, Language::Spanish).stated.boundaries, [kind], "{text}");
    }
}

#[test]
fn wishes_of_the_writer_are_no_boundaries() {
    for text in [
        "I don't want to be strong any more.",
        "Everyone thought I had a plan.",
        "They say they'll never forgive me.",
        "I had to leave work early.",
        "I don't want to leave him, I only want to be seen.",
        "I don't need advice about naps, I need sleep.",
    ] {
        assert_eq!(boundaries(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn a_question_that_only_begins_like_another_is_not_taken_for_it() {
    for (text, asked) in [
        (
            "I have the house to myself. What do I do with myself on Saturday?",
            Some("what-to-do"),
        ),
        ("Both want me at the table. How do I keep one table for us all?", None),
        (
            "The roof and the car. I don't know which one to fix first.",
            Some("where-to-start"),
        ),
        (
            "He asked me for a coffee. Am I allowed to want this?",
            Some("bad-to-feel"),
        ),
        ("They call every night. Am I allowed to say no?", Some("say-no")),
        (
            "I just don't know how you live alongside what you did.",
            Some("forgive-myself"),
        ),
        (
            "She took the apology. Why do I still feel filthy?",
            Some("forgive-myself"),
        ),
        ("Is it too late to ring?", None),
        ("I am sixty. Is it too late to start over?", Some("choose")),
        ("Which one should I take?", Some("choose")),
        ("How do I keep going?", Some("go-on")),
    ] {
        assert_eq!(question(text), asked, "{text}");
    }
}

#[test]
fn a_person_to_face_and_a_word_to_say_again_are_no_questions_of_going_on_or_telling() {
    let asked = [
        ("She cried because of what I wrote. How do I face her on Monday?", None),
        ("He was buried the same day. How do I say goodbye?", None),
        (
            "She sits with other girls. Should I say something again?",
            Some("contact"),
        ),
        ("I saw the bruise. Should I say something?", Some("tell")),
        ("Does it count if I only ask because I'm scared?", Some("god-hears")),
        ("Why do I pray and feel nothing?", Some("god-hears")),
        ("The house is empty. How do I face the day?", Some("go-on")),
        ("Does it even matter?", Some("point")),
    ];
    for (text, kind) in asked {
        assert_eq!(question(text), kind, "{text}");
    }
}
