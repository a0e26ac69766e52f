//! A parser for the subset of Markdown that our text pages use: `##` headings, paragraphs, `-` items and `**bold**`.
//!
//! Invariant: the output contains no HTML. The `**` stay in the text, and the frontend renders them.

use serde::Serialize;

/// A heading and the blocks below it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The heading; empty before the first one.
    pub title: String,
    /// Paragraphs and items in order.
    pub blocks: Vec<Block>,
}

/// A paragraph or a list item.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The kind.
    pub kind: BlockKind,
    /// The text, with `**` around bold words.
    pub text: String,
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// A list item.
    Item,
}

/// Splits a page into sections. The lines of a block are joined; `# ` titles and comments are skipped.
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
