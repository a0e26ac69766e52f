//! The parser of the phrase language: parts, alternatives, nested word lists.
//!
//! Invariant: an invalid phrase is an error with its reason; it is never parsed as something else.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::phrases::Set;
use super::vocabulary::Vocabulary;

/// The word lists of the file. Each is expanded once: most parts of phrases name one.
pub(super) struct WordLists<'a> {
    sources: &'a BTreeMap<String, Vec<String>>,
    expanded: BTreeMap<&'a str, Rc<[Vec<u32>]>>,
}

impl<'a> WordLists<'a> {
    pub fn new(sources: &'a BTreeMap<String, Vec<String>>) -> Self {
        Self {
            sources,
            expanded: BTreeMap::new(),
        }
    }

    /// The lines of a list, as they are written.
    pub fn lines(&self, name: &str) -> Option<&'a [String]> {
        self.sources.get(name).map(Vec::as_slice)
    }

    /// Whether a number is one of the ways of a list.
    fn has_number(&self, name: &str) -> bool {
        let lines = self.lines(name).unwrap_or_default();
        lines.iter().flat_map(|line| alternatives(line)).any(|way| way == "#")
    }

    /// The word sequences of a list, without numbers.
    fn rows(&mut self, name: &str, vocabulary: &mut Vocabulary, depth: u8) -> Result<Rc<[Vec<u32>]>, String> {
        if let Some(expanded) = self.expanded.get(name) {
            return Ok(Rc::clone(expanded));
        }
        let (name, lines) = self
            .sources
            .get_key_value(name)
            .ok_or_else(|| format!("there is no word list `{name}`"))?;
        let mut all = Vec::new();
        for way in lines
            .iter()
            .flat_map(|line| alternatives(line))
            .filter(|way| *way != "#")
        {
            all.extend(rows(way, self, vocabulary, depth + 1)?);
        }
        let all: Rc<[Vec<u32>]> = all.into();
        self.expanded.insert(name, Rc::clone(&all));
        Ok(all)
    }
}

/// The first part of a phrase, and what follows it.
pub(super) fn next_part(source: &str) -> Result<(&str, &str), String> {
    let mut depth = 0_i32;
    for (at, letter) in source.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && letter.is_whitespace() => return Ok((&source[..at], &source[at..])),
            _ => {}
        }
        if depth < 0 {
            return Err("a `)` without its `(`".into());
        }
    }
    if depth == 0 {
        Ok((source, ""))
    } else {
        Err("a `(` without its `)`".into())
    }
}

/// Collects all alternatives of one part.
pub(super) fn collect(
    part: &str,
    lists: &mut WordLists<'_>,
    vocabulary: &mut Vocabulary,
    set: &mut Set,
    depth: u8,
) -> Result<(), String> {
    let inner = part
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(part);
    for way in alternatives(inner) {
        set.number |= way == "#" || way.strip_prefix('@').is_some_and(|name| lists.has_number(name));
        set.end |= way == ">";
        if way == "#" || way == ">" {
            continue;
        }
        for row in rows(way, lists, vocabulary, depth)? {
            match row[..] {
                [] => return Err(format!("`{way}` can be empty; put a `?` behind the whole part instead")),
                [word] => drop(set.words.insert(word)),
                _ => drop(set.rows.insert(row)),
            }
        }
    }
    Ok(())
}

/// The word sequences that one alternative expands to.
fn rows(way: &str, lists: &mut WordLists<'_>, vocabulary: &mut Vocabulary, depth: u8) -> Result<Vec<Vec<u32>>, String> {
    if depth > 6 {
        return Err(format!("word lists refer to each other in a circle at `{way}`"));
    }
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    let mut rest = way.trim();
    if rest.is_empty() {
        return Err("an alternative is empty".into());
    }
    while !rest.is_empty() {
        let (part, after) = next_part(rest)?;
        rest = after.trim_start();
        let optional = part.ends_with('?');
        let part = part.trim_end_matches('?');
        let mut ways = Vec::new();
        if let Some(name) = part.strip_prefix('@') {
            ways.extend_from_slice(&lists.rows(name, vocabulary, depth)?);
        } else if let Some(inner) = part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            for way in alternatives(inner) {
                ways.extend(rows(way, lists, vocabulary, depth + 1)?);
            }
        } else if part.contains(['(', ')', '~', '<', '>', '#']) {
            return Err(format!("`{part}` can't stand among alternatives"));
        } else {
            ways.push(vocabulary.intern(part));
        }
        if optional {
            ways.push(Vec::new());
        }
        found = found
            .iter()
            .flat_map(|before| ways.iter().map(move |way| [before.as_slice(), way].concat()))
            .collect();
        if found.len() > 5000 {
            return Err(format!("`{way}` stands for too many phrases"));
        }
    }
    Ok(found)
}

/// Splits at every `|` outside parentheses.
pub(super) fn alternatives(source: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    source
        .split(move |letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == '|' && depth == 0
        })
        .map(str::trim)
}
