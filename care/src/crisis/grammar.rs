//! The parser of the phrase language: parts, alternatives, nested word lists.
//!
//! Invariant: an invalid phrase is an error with its reason; it is never parsed as something else.

use std::collections::BTreeMap;

use super::phrases::Set;
use super::vocabulary::Vocabulary;

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
    lists: &BTreeMap<String, Vec<String>>,
    vocabulary: &mut Vocabulary,
    set: &mut Set,
    depth: u8,
) -> Result<(), String> {
    let inner = part
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(part);
    for way in alternatives(inner) {
        if way == "#"
            || way
                .strip_prefix('@')
                .and_then(|name| lists.get(name))
                .is_some_and(|listed| listed.iter().flat_map(|line| alternatives(line)).any(|way| way == "#"))
        {
            set.number = true;
        }
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
fn rows(
    way: &str,
    lists: &BTreeMap<String, Vec<String>>,
    vocabulary: &mut Vocabulary,
    depth: u8,
) -> Result<Vec<Vec<u32>>, String> {
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
            for listed in lists
                .get(name)
                .ok_or_else(|| format!("there is no word list `{name}`"))?
            {
                for way in alternatives(listed).filter(|way| *way != "#") {
                    ways.extend(rows(way, lists, vocabulary, depth + 1)?);
                }
            }
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
