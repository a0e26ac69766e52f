//! Tests of thanks and joy.

use super::super::readings;
use crate::language::Language;

#[test]
fn thanks_are_read_where_there_is_no_trouble_beside_them() {
    for (text, is_thanks) in [
        ("God healed my baby, I have so much to be thankful for", true),
        ("Thank you Lord, I got the job!!", true),
        ("I am so happy today, my scan was clear", true),
        ("praise God my son came home", true),
        ("we got engaged last night and I can't stop smiling", true),
        ("one year sober today and I am grateful", true),
        ("3 years sober today!! no one to tell tho", true),
        ("ninety days clean", true),
        ("Scan clear. Three years. I don't know who to thank.", true),
        ("The scan was clear but I am afraid of the next", false),
        ("three years sober and I drank last night", false),
        ("6 months clean today and I want a drink so bad", false),
        ("one year sober today and all I can think about is wine", false),
        ("my dad is three months sober today and he is mean as a snake", false),
        ("I'm grateful for one year sober and I drank last night", false),
        ("I should be grateful but I feel empty", false),
        ("thank you for reading, my husband died", false),
        ("I am thankful for my wife and I still can't sleep", false),
        ("please help me, thank you", false),
        ("mum died on tuesday", false),
        ("", false),
        ("got the job!! no more night bus", true),
        (
            "I'm getting baptised on sunday and I'm so excited I can't sleep, is that silly? i'm 61",
            true,
        ),
        (
            "My son sat beside me in church and never said a word, and I can't stop grinning",
            true,
        ),
        ("we could not be prouder and I couldn't be more grateful", true),
        (
            "Dropped my boys off. The little one said thanks for having me, like I'm a visitor",
            false,
        ),
        ("At the desk they told me to stop smiling at customers", false),
        ("I'm getting married on Saturday and I don't love him", false),
        ("got the job but I am scared of it", false),
        ("it's a girl. I was hoping it would be somebody else's", false),
    ] {
        assert_eq!(readings(text, Language::English).is_thanks, is_thanks, "{text}");
    }
}
