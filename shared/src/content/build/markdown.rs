//! The little Markdown our pages use: `##` headings, paragraphs, `-` items, and `**` around what is strong. Nothing else
//! is needed. The marks stay in the text: whoever shows it makes them strong, so that what is shown can never be markup.

use serde::Serialize;

/// A heading and what stands below it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The heading; empty for what stands before the first one.
    pub title: String,
    /// Paragraphs and items in order.
    pub blocks: Vec<Block>,
}

/// A paragraph or an item of a list.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Which of the two.
    pub kind: BlockKind,
    /// Its words, with `**` around what is strong.
    pub text: String,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Words that stand alone.
    Paragraph,
    /// One item of a list.
    Item,
}

/// Cuts a page into sections. Lines that belong together are joined; a `# ` title is skipped.
pub(super) fn sections(page: &str) -> Vec<Section> {
    let mut sections = vec![Section {
        title: String::new(),
        blocks: Vec::new(),
    }];
    let mut continues = false;
    for line in page.lines().map(str::trim) {
        let blocks = &mut sections.last_mut().expect("there is always a section").blocks;
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section {
                title: title.to_owned(),
                blocks: Vec::new(),
            });
            continues = false;
        } else if line.is_empty() || line.starts_with("# ") || line.starts_with("<!--") {
            continues = false;
        } else if let Some(item) = line.strip_prefix("- ") {
            blocks.push(Block {
                kind: BlockKind::Item,
                text: item.to_owned(),
            });
            continues = true;
        } else if let (true, Some(last)) = (continues, blocks.last_mut()) {
            last.text.push(' ');
            last.text.push_str(line);
        } else {
            blocks.push(Block {
                kind: BlockKind::Paragraph,
                text: line.to_owned(),
            });
            continues = true;
        }
    }
    sections.retain(|section| !section.title.is_empty() || !section.blocks.is_empty());
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_sections_of_paragraphs_and_items() {
        let page = "# Page\n\nBefore.\n\n## One\nA line\nand its **rest**.\n\n- first\n- second\n  goes on\n\nAfter.\n";
        let found: Vec<(String, Vec<(BlockKind, String)>)> = sections(page)
            .into_iter()
            .map(|section| {
                (
                    section.title,
                    section
                        .blocks
                        .into_iter()
                        .map(|block| (block.kind, block.text))
                        .collect(),
                )
            })
            .collect();
        let paragraph = |text: &str| (BlockKind::Paragraph, text.to_owned());
        let item = |text: &str| (BlockKind::Item, text.to_owned());
        assert_eq!(
            found,
            vec![
                (String::new(), vec![paragraph("Before.")]),
                (
                    "One".to_owned(),
                    vec![
                        paragraph("A line and its **rest**."),
                        item("first"),
                        item("second goes on"),
                        paragraph("After.")
                    ]
                ),
            ]
        );
    }
}
