use super::*;

fn of(text: &str) -> Verdict {
    verdict(text.split_whitespace())
}

/// Each letter of the alphabet moved on.
fn shifted(text: &str, by: u8) -> String {
    let moved = text.chars().map(|letter| match letter {
        'a'..='z' => char::from((letter as u8 - b'a' + by) % 26 + b'a'),
        'A'..='Z' => char::from((letter as u8 - b'A' + by) % 26 + b'A'),
        other => other,
    });
    moved.collect()
}

const PROSE: &str = "The keeper of the lighthouse climbed the stairs at dusk, as he had for thirty years, and lit the lamp for \
    ships that he would never see. He was not asked whether they had passed. He asked himself only whether the lamp burned.";

#[test]
fn text_in_any_language_is_legible() {
    for text in [
        PROSE,
        "El guardián del faro subía las escaleras al anochecer, como lo había hecho durante treinta años, y encendía la luz.",
        "Der Wärter stieg jeden Abend die Treppe hinauf und zündete das Licht für Schiffe an, die er niemals sehen würde.",
        "Mlinzi wa mnara alipanda ngazi kila jioni, na akawasha taa kwa ajili ya meli ambazo hangeziona kamwe maishani.",
        "Gadyen fa a te konn monte eskalye a chak swa, epi li te limen lanp lan pou bato li pa t ap janm wè nan lavi li.",
        "Mbikëqyrësi i farit ngjitej çdo mbrëmje në shkallë dhe ndizte dritën për anijet që nuk do t'i shihte kurrë.",
        "Người gác hải đăng leo lên cầu thang mỗi buổi tối và thắp đèn cho những con tàu mà ông không bao giờ thấy.",
        "Abimelech, Zerubbabel, Nebuchadnezzar, Jehoshaphat, Methuselah, Mephibosheth, Chedorlaomer, Melchizedek, Habakkuk",
        "Смотритель маяка каждый вечер поднимался по лестнице и зажигал огонь для кораблей, которых никогда не увидит.",
        "등대지기는 매일 저녁 계단을 올라가서 그가 결코 보지 못할 배들을 위하여 불을 켰고 삼십 년 동안 그렇게 하였다 그리고 그는 묻지 않았다",
        "守燈塔的人每天晚上都上樓去，為了他永遠不會看見的船點燈。三十年來他都是這樣做的，他不問船有沒有經過，只問燈是不是還在亮著。",
        "灯台守は毎晩階段を上り、決して見ることのない船のために灯をともした。三十年の間そうしてきたのである。彼は船が通ったかとは尋ねなかった。",
        "שומר המגדלור עלה במדרגות בכל ערב והדליק את האור עבור ספינות שלא יראה לעולם, כך עשה במשך שלושים שנה.",
        "كان حارس المنارة يصعد الدرج كل مساء ويشعل الضوء لسفن لن يراها أبدا وهكذا فعل ثلاثين سنة دون أن يسأل",
        "T h e  L o r d  i s  n e a r  t o  a l l  w h o  c a l l  o n  h i m  i n  t h e  n i g h t  a n d  i n  t h e  d a y",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41",
        "Faith ............ 12 Hope ............ 30 Love ............ 48 Patience ............ 60 Kindness ........... 72",
    ] {
        assert_eq!(of(&format!("{text} {text}")), Verdict::Legible, "{text}");
    }
}

#[test]
fn text_of_no_language_is_illegible() {
    let moved_code_points = |by: u32| -> String {
        PROSE
            .chars()
            .map(|letter| char::from_u32(u32::from(letter) + by).unwrap_or(letter))
            .collect()
    };
    let spaced = |text: String| text.replace(char::from_u32(0x20 + 0xe000).unwrap_or(' '), " ");
    let mut texts = vec![
        // Code points moved down, as in fonts without a map: *This is a test*.
        "7KLV LV D WHVW RI WKH PDS WKDW D SURJUDP IRUJRW WR ZULWH LQWR WKH ILOH DQG QRERG\\ FDQ UHDG LW DQ\\PRUH".to_owned(),
        "!\"# $%&' ()*+ ,-./ :;<= >?@[ \\]^_ `{|} ~!\"# $%&' ()*+ ,-./ :;<= >?@[ \\]^_ `{|} !\"# $%&' ()*+ ,-./".to_owned(),
        "Ìû íå íà÷èíàåì ñ íàøèõ ñîáñòâåííûõ ñèë, ïîòîìó ÷òî îíè çàêàí÷èâàþòñÿ äî ïîëóäíÿ, è òîò, êòî äîâåðÿåò".to_owned(),
        spaced(moved_code_points(0xe000)),
        // Letters that an empty table makes Hangul, Han, or anything.
        "갠갑갖갚갡 갢갦갧갨 갰갱갲갳 갴갵갶갷 갸갹갺 갻갼갽갾갿 걀걁걂걃 걄걅걆걇 걈걉걊 걋걌걍걎 걏걐걑걒 걓걔걕걖걗 걘걙걚걛걜 걝걞걟걠".to_owned(),
        "㐀㐁㐂㐃㐄 㐅㐆㐇㐈㐉 㐊㐋㐌㐍㐎 㐏㐐㐑㐒㐓 㐔㐕㐖㐗㐘 㐙㐚㐛㐜㐝 㐞㐟㐠㐡㐢 㐣㐤㐥㐦㐧 㐨㐩㐪㐫㐬 㐭㐮㐯㐰㐱 㐲㐳㐴㐵㐶 㐷㐸㐹㐺㐻".to_owned(),
        "aбγدה กሀ가한ა ձaбγدה กሀ가한ა ձaбγدה กሀ가한ა ձaбγدה กሀ가한ა ձaбγدה กሀ가한ა ձaбγدה กሀ가한ა ձaбγدה กሀ가한ა".to_owned(),
    ];
    texts.extend((1..26).map(|by| shifted(PROSE, by)));
    for text in texts {
        assert_eq!(of(&format!("{text} {text}")), Verdict::Illegible, "{text}");
    }
}

#[test]
fn a_page_too_short_to_judge_is_like_those_before_it() {
    let words = |text: &str| -> Vec<Word> {
        let words = text.split_whitespace();
        words
            .map(|word| Word {
                text: word.to_owned(),
                ..Word::default()
            })
            .collect()
    };
    let mut pages = Legibility::default();
    assert!(!pages.is_legible(&words(&shifted("The keeper climbed the stairs", 3))));
    assert!(pages.is_legible(&words("On Comfort")));
    assert!(!pages.is_legible(&words(&shifted(PROSE, 3))));
    assert!(!pages.is_legible(&words("Rq Frpiruw")));
    assert!(pages.is_legible(&words(PROSE)));
    assert!(pages.is_legible(&words("The end")));
}

/// The threshold, shown on the chapters of the Bible: more than a thousand good pages, some of them lists of names.
#[test]
fn every_chapter_of_the_bible_is_legible_by_far() {
    let content = shared::content::Content::load(&testing::built_content()).expect("`content-tools build` has run");
    let mut chapters = 0;
    for (book, chapter) in (0..66).flat_map(|book| (1..=150).map(move |chapter| (book, chapter))) {
        let verses: Vec<&str> = (1..=176)
            .filter_map(|verse| content.scripture.verse(book, chapter, verse))
            .collect();
        if verses.is_empty() {
            continue;
        }
        chapters += 1;
        let text = verses.join(" ");
        let words = || text.split_whitespace();
        assert_ne!(verdict(words()), Verdict::Illegible, "{text}");
        let mut sample = Sample::default();
        words().take(500).for_each(|word| sample.add(word));
        let familiarity = familiarity(&sample.folded);
        assert!(familiarity > 1.0, "{familiarity}: {text}");
    }
    assert!(chapters > 1_000, "{chapters}");
}
