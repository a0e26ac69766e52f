//! What real files bring: turned pages, line numbers, changing heads, gibberish, divided words, footnotes and forms.

use shared::document::Status;
use sqlx::PgPool;
use uuid::Uuid;

use super::library::{Library, page_about};
use super::pdf_writer::{self, Pdf, drawn_pages, line, lines};

const NO_TEXT: &str = "No readable text found. Is it a scan?";

/// Prose in which each line begins with a small letter.
const LIGHTHOUSE: [&str; 10] = [
    "The keeper of the lighthouse climbed the stairs at dusk, as he had",
    "done for thirty years, and lit the lamp for ships that he would",
    "never see. He was not asked whether they had passed. He asked",
    "himself only whether the lamp burned, and whether the glass was",
    "clean. In the long nights he mended nets and wrote letters to his",
    "sister, who lived where there was no sea. She kept them in a tin",
    "box beside the window, and on the worst days of her winter she",
    "took one out and read of a light that somebody tends for people",
    "whom he does not know. That was enough for her, and it was enough",
    "for him as well, since love is seldom told how far it has shone.",
];
const GARDEN: [&str; 6] = [
    "Nobody had pruned the old orchard since the year of the flood, and",
    "the branches had grown into each other like the fingers of people",
    "who are afraid. The gardener did not begin with the saw. She walked",
    "between the trees for a whole week, and looked, and laid her hand",
    "on the bark. Then she cut a little, and waited for another spring,",
    "because what was crooked had carried fruit for all of these years.",
];

fn whole(lines: &[&str]) -> String {
    lines.join(" ")
}

async fn read(library: &Library, name: &str, file: &[u8]) -> Uuid {
    let id = library.upload(name, file).await;
    let document = library.until_processed(id).await;
    assert_eq!((document.status, document.reason), (Status::Completed, None), "{name}");
    id
}

async fn passages(library: &Library, id: Uuid) -> Vec<String> {
    sqlx::query_scalar("select text from passage where document_id = $1 order by position")
        .bind(id)
        .fetch_all(&library.ctx.db)
        .await
        .expect("readable")
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn turned_pages_are_read_in_their_own_direction(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let upright = lines(40.0, 500.0, 10.0, &LIGHTHOUSE);
    let two_up = upright.clone() + &lines(430.0, 500.0, 10.0, &GARDEN);
    let up = |contents: &str| format!("q 0 1 -1 0 560 0 cm {contents} Q\n");
    for (name, contents, entries) in [
        ("up.pdf", up(&upright), "/Rotate 90"),
        ("up-without-rotate.pdf", up(&upright), ""),
        ("down.pdf", format!("q 0 -1 1 0 0 800 cm {upright} Q"), "/Rotate 270"),
        ("over.pdf", format!("q -1 0 0 -1 590 820 cm {upright} Q"), "/Rotate 180"),
        ("flat-but-rotated.pdf", upright.clone(), "/Rotate 90"),
    ] {
        let id = read(&library, name, &drawn_pages(&[(contents, entries)])).await;
        assert_eq!(library.page(id, 1).await, whole(&LIGHTHOUSE), "{name}");
    }
    let id = read(&library, "two-up.pdf", &drawn_pages(&[(up(&two_up), "/Rotate 90")])).await;
    assert_eq!(
        library.page(id, 1).await.replace("\n\n", " "),
        whole(&[LIGHTHOUSE.as_slice(), &GARDEN].concat())
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn text_in_another_direction_is_no_part_of_the_prose(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let sideways = format!(
        "q 0 1 -1 0 40 200 cm {} Q\n",
        lines(0.0, 0.0, 9.0, &["A word in the margin,", "set sideways."])
    );
    let stamp = format!("q 0.7 0.7 -0.7 0.7 150 300 cm {} Q\n", line(0.0, 0.0, 60.0, "SPECIMEN"));
    let page = |prose: &[&str]| (stamp.clone() + &lines(72.0, 700.0, 11.0, prose) + &sideways, "");
    let (first, second) = LIGHTHOUSE.split_at(5);
    let id = read(&library, "margin.pdf", &drawn_pages(&[page(first), page(second)])).await;
    let text = library.page(id, 1).await;
    assert!(text.starts_with(&whole(first)), "{text}");
    assert!(text.contains("A word in the margin, set sideways."), "{text}");
    assert!(passages(&library, id).await[0].contains(&whole(&LIGHTHOUSE)));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn line_numbers_stay_out_and_verse_numbers_stay_in(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let page = |left: f32, step: usize, first: usize| {
        let numbers = (first..)
            .zip(0_u16..)
            .take(LIGHTHOUSE.len())
            .filter(|(number, _)| number % step == 0);
        let numbers = numbers.map(|(number, row)| line(left, 700.0 - f32::from(row) * 16.8, 9.0, &number.to_string()));
        (
            lines(100.0, 700.0, 12.0, &LIGHTHOUSE) + &numbers.collect::<String>(),
            "",
        )
    };
    // The last page is too short to tell by itself.
    let short = (
        line(100.0, 700.0, 12.0, "and so it ended.") + &line(70.0, 700.0, 9.0, "31"),
        "",
    );
    for (name, pages) in [
        (
            "left.pdf",
            vec![page(70.0, 1, 1), page(70.0, 1, 11), page(70.0, 1, 21), short],
        ),
        ("right.pdf", vec![page(520.0, 1, 1), page(520.0, 1, 1)]),
        ("fifth.pdf", vec![page(70.0, 5, 1), page(70.0, 5, 6), page(520.0, 2, 1)]),
    ] {
        let id = read(&library, name, &drawn_pages(&pages)).await;
        for number in (1..).take(pages.len()) {
            let text = library.page(id, number).await;
            assert!(
                !text.contains(|letter: char| letter.is_ascii_digit()),
                "{name}, page {number}: {text}"
            );
        }
        assert_eq!(library.page(id, 1).await, whole(&LIGHTHOUSE), "{name}");
    }
    let verses = [
        "The lamp is lit before the dark is here;",
        "It asks no ship for thanks.",
        "The glass is cleaned by hands that nobody sees,",
        "And all the coast is kept.",
        "Who tends it sleeps by day;",
        "His name is on no map.",
    ];
    let numbered = (1..).zip(verses).zip(0_u16..).map(|((number, verse), row)| {
        let baseline = 700.0 - f32::from(row) * 16.8;
        line(70.0, baseline, 9.0, &number.to_string()) + &line(100.0, baseline, 12.0, verse)
    });
    let id = read(&library, "song.pdf", &drawn_pages(&[(numbered.collect(), "")])).await;
    let text = library.page(id, 1).await;
    assert!(text.contains("2 It asks no ship for thanks."), "{text}");
    assert!(text.contains("6 His name is on no map."), "{text}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn heads_that_change_and_numbers_in_words_stay_out(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let words = ["One", "Two", "Three", "Four"];
    let pages: Vec<(String, &str)> = (1..)
        .zip(words)
        .map(|(number, word)| {
            let head = format!("14773_00_r9jm.qxd 2/10/04 3:{} PM Page {number}", 45 + number);
            let prose = lines(72.0, 700.0, 11.0, &LIGHTHOUSE);
            (
                line(72.0, 760.0, 8.0, &head) + &prose + &line(280.0, 60.0, 11.0, &format!("Page {word}")),
                "",
            )
        })
        .collect();
    let id = read(&library, "proofs.pdf", &drawn_pages(&pages)).await;
    for number in 1..=4 {
        assert_eq!(library.page(id, number).await, whole(&LIGHTHOUSE), "page {number}");
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_title_comes_from_the_metadata_unless_that_names_a_file(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    for (name, metadata, title) in [
        ("scan-17.pdf", "The Keeper", "The Keeper"),
        ("the-orchard.pdf", "Microsoft Word - orchard.doc", "The orchard"),
    ] {
        let mut pdf = Pdf::new();
        let contents = pdf.add_stream("", lines(72.0, 700.0, 11.0, &LIGHTHOUSE).as_bytes());
        let page = pdf.add_page(contents, "");
        let info = pdf.add(format!("<< /Title ({metadata}) >>"));
        pdf.trail(&format!("/Info {info} 0 R"));
        let id = read(&library, name, &pdf.write(&[page])).await;
        let found: String = sqlx::query_scalar("select title from document where id = $1")
            .bind(id)
            .fetch_one(&db)
            .await
            .expect("readable");
        assert_eq!(found, title);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn words_of_no_language_are_left_out(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let gibberish = pdf_writer::with_shifted_map(&[page_about(1), "It goes on overleaf.".to_owned()]);
    let id = library.upload("gibberish.pdf", &gibberish).await;
    assert_eq!(library.until_processed(id).await.reason.as_deref(), Some(NO_TEXT));
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn divided_words_are_joined_as_they_are_spelled(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let text = [
        "Our grandparents taught us to be God-",
        "fearing and kind, and a God-fearing man told us of twenty-",
        "five fellow-",
        "workers who were Christ-",
        "like in their compas-",
        "sion, as he had read in a letter about being Christlike.",
    ];
    let id = read(
        &library,
        "hyphens.pdf",
        &drawn_pages(&[(lines(72.0, 700.0, 11.0, &text), "")]),
    )
    .await;
    assert_eq!(
        library.page(id, 1).await,
        "Our grandparents taught us to be God-fearing and kind, and a God-fearing man told us of twenty-five \
         fellow-workers who were Christlike in their compassion, as he had read in a letter about being Christlike."
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_footnote_is_kept_apart_from_the_sentence_that_goes_on_overleaf(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let (first, second) = LIGHTHOUSE.split_at(4);
    let mark = "BT /F1 6 Tf 5 Ts 430 649.6 Td (1) Tj ET\n";
    let prose = lines(72.0, 700.0, 12.0, first);
    let note = line(
        72.0,
        95.0,
        7.0,
        "1 See the letter to his sister, and the answer of the same year.",
    );
    let pages = [(prose + mark + &note, ""), (lines(72.0, 700.0, 12.0, second), "")];
    let id = read(&library, "note.pdf", &drawn_pages(&pages)).await;
    assert_eq!(
        library.page(id, 1).await,
        format!(
            "{}\n\n1 See the letter to his sister, and the answer of the same year.",
            whole(first)
        )
    );
    let passages = passages(&library, id).await;
    assert!(passages[0].contains(&whole(&LIGHTHOUSE)), "{passages:?}");
    assert!(passages[1].starts_with("1 See the letter"), "{passages:?}");
}

/// A form with these widgets and comments on its only page.
fn form(annotations: &[&str]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let printed = line(60.0, 780.0, 12.0, "What did the keeper do?") + &line(60.0, 700.0, 12.0, "What is it to you?");
    let contents = pdf.add_stream("", printed.as_bytes());
    let numbers: Vec<String> = annotations
        .iter()
        .map(|entry| format!("{} 0 R", pdf.add(*entry)))
        .collect();
    let page = pdf.add_page(contents, &format!("/Annots [{}]", numbers.join(" ")));
    let fields = numbers.join(" ");
    pdf.set(
        1,
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{fields}] /DA (/F1 0 Tf) >> >>"),
    );
    pdf.write(&[page])
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn what_was_typed_into_a_form_stands_where_it_stands_on_the_page(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let file = form(&[
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [60 730 510 750] /V (He lit the lamp for every ship.) >>",
        "<< /Type /Annot /Subtype /Widget /FT /Ch /T (b) /F 4 /Ff 131072 /Rect [60 660 510 680] /Opt [[(1) (Courage)] [(2) (Rest)]] /V (2) >>",
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (c) /F 4 /Ff 4096 /Rect [60 560 510 640] /V (The first line.\\rThe second line.) >>",
        "<< /Type /Annot /Subtype /FreeText /F 4 /DA (/F1 10 Tf) /Rect [60 500 510 520] /Contents (A comment beside it.) >>",
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (d) /F 2 /Rect [60 460 510 480] /V (hidden) >>",
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (e) /F 4 /Ff 8192 /Rect [60 430 510 450] /V (password) >>",
        // The page itself says this already.
        "<< /Type /Annot /Subtype /FreeText /F 4 /DA (/F1 12 Tf) /Rect [50 690 510 715] /Contents (What is it to you?) >>",
    ]);
    let id = read(&library, "form.pdf", &file).await;
    let text = library.page(id, 1).await;
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "What did the keeper do? He lit the lamp for every ship. What is it to you? Rest The first line. The second line. \
         A comment beside it."
    );
}
