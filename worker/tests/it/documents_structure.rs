//! Title, author and headings of documents.

use shared::document::{Heading, preview};
use sqlx::PgPool;
use uuid::Uuid;

use super::library::{Library, page_about};
use super::pdf_writer::{Pdf, drawn_pages, line, lines};

const PROSE: [&str; 6] = [
    "The keeper of the lighthouse climbed the stairs at dusk, as he had",
    "done for thirty years, and lit the lamp for ships that he would",
    "never see. He was not asked whether they had passed. He asked",
    "himself only whether the lamp burned, and whether the glass was",
    "clean. In the long nights he mended nets and wrote letters to his",
    "sister, who lived where there was no sea and where it was warm.",
];

fn heading(page: i32, level: i16, title: &str) -> Heading {
    Heading {
        page,
        level,
        title: title.to_owned(),
    }
}

async fn headings_of_passages(library: &Library, id: Uuid) -> Vec<(i32, Option<String>)> {
    sqlx::query_as("select page, heading from passage where document_id = $1 order by position")
        .bind(id)
        .fetch_all(&library.ctx.db)
        .await
        .expect("readable")
}

/// Three pages with an outline of two chapters, the second in a loop with itself, and metadata.
fn with_outline() -> Vec<u8> {
    let mut pdf = Pdf::new();
    let pages: Vec<usize> = (1..=3)
        .map(|number| {
            let drawn: Vec<String> = page_about(number).lines().map(str::to_owned).collect();
            let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
            let contents = pdf.add_stream("", lines(40.0, 700.0, 10.0, &drawn).as_bytes());
            pdf.add_page(contents, "")
        })
        .collect();
    let outline = pdf.add("");
    let (first, part, second) = (outline + 1, outline + 2, outline + 3);
    pdf.add(format!(
        "<< /Title (Of Patience) /Parent {outline} 0 R /Next {second} 0 R /First {part} 0 R /Last {part} 0 R /Count 1 \
         /Dest [{} 0 R /Fit] >>",
        pages[0]
    ));
    pdf.add(format!(
        "<< /Title (Of Rain) /Parent {first} 0 R /Dest [{} 0 R /Fit] >>",
        pages[1]
    ));
    pdf.add(format!(
        "<< /Title (Of Hope) /Parent {outline} 0 R /Prev {first} 0 R /First {second} 0 R /Last {second} 0 R /Count 1 \
         /A << /S /GoTo /D [{} 0 R /Fit] >> >>",
        pages[2]
    ));
    pdf.set(
        outline,
        format!("<< /Type /Outlines /First {first} 0 R /Last {second} 0 R /Count 2 >>"),
    );
    pdf.set(1, format!("<< /Type /Catalog /Pages 2 0 R /Outlines {outline} 0 R >>"));
    let info = pdf.add("<< /Title (The Keeper of the Lighthouse) /Author (Anna Lindqvist) >>");
    pdf.trail(&format!("/Info {info} 0 R"));
    pdf.write(&pages)
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn title_author_and_headings_come_from_metadata_and_outline(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let id = library.upload("scan0017.pdf", &with_outline()).await;
    let document = library.until_processed(id).await;
    assert_eq!(
        (document.title.as_str(), document.author.as_deref(), document.reason),
        ("The Keeper of the Lighthouse", Some("Anna Lindqvist"), None)
    );
    let preview = preview(&db, "scan0017.pdf").await.expect("readable");
    assert_eq!(
        preview.headings[..2],
        [heading(1, 1, "Of Patience"), heading(2, 2, "Of Rain")]
    );
    assert!(
        preview.headings[2..]
            .iter()
            .all(|heading| heading.title == "Of Hope" && heading.page == 3)
    );
    assert!(preview.headings.len() < 10, "the loop ends: {:?}", preview.headings);
    let numbers: Vec<i32> = preview.pages.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(
        preview.pages[1].1.starts_with("Comfort number 0 on page 2"),
        "{:?}",
        preview.pages[1]
    );
    let last = headings_of_passages(&library, id).await.pop().expect("passages");
    assert_eq!(
        (last.0, last.1.as_deref()),
        (3, Some("Of Rain")),
        "its words do not stand on its page"
    );
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn lines_in_larger_type_are_headings_where_there_is_no_outline(db: PgPool) {
    let library = Library::new(&db).await;
    let _worker = library.worker(&[]);
    let pages: Vec<(String, &str)> = ["Of Patience", "Of Rain"]
        .iter()
        .map(|title| {
            let text = line(40.0, 760.0, 18.0, title) + &lines(40.0, 720.0, 10.0, &[PROSE; 2].concat());
            (text, "")
        })
        .collect();
    let id = library.upload("no-outline.pdf", &drawn_pages(&pages)).await;
    assert_eq!(library.until_processed(id).await.reason, None);
    let preview = preview(&db, "no-outline.pdf").await.expect("readable");
    assert_eq!(
        preview.headings,
        [heading(1, 1, "Of Patience"), heading(2, 1, "Of Rain")]
    );
    let passages = headings_of_passages(&library, id).await;
    let titles: Vec<(i32, &str)> = passages
        .iter()
        .map(|(page, heading)| (*page, heading.as_deref().unwrap_or_default()))
        .collect();
    assert!(
        titles.contains(&(1, "Of Patience")) && titles.contains(&(2, "Of Rain")),
        "{titles:?}"
    );
}
