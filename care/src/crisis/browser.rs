//! The reduced rule set that the browser screens with, offline.
//!
//! Invariant: at most [`MAX_SIZE`] bytes, and every source in it turns into a JavaScript regular expression by four
//! replacements. `docs/crisis-screening.md` describes how the browser reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Screener;
use super::grammar::{alternatives, next_part};
use super::pattern_file::PatternSource;
use super::rules::Rules;
use super::vocabulary::is_unspaced;

/// The size limit of the browser's copy, in bytes.
pub const MAX_SIZE: usize = 34_000;

/// Longer phrases are left to the server.
const MAX_PHRASE_LEN: usize = 420;

/// The browser's rules as JSON. Phrases that match the given plain statements come first.
pub fn browser_rules(screener: &Screener, plain_statements: &[String]) -> String {
    let rules = &screener.rules;
    let mut selection = Selection {
        rules,
        lists: BTreeSet::new(),
        kept: vec![Vec::new(); rules.patterns.len()],
        size: 0,
    };
    selection.size = selection.frame_size();
    // First the shortest matching phrase of each plain statement, then the phrases that match most `yes` lines.
    for statement in plain_statements {
        let found = rules.matching_phrases(statement);
        if let Some((index, phrase)) = found.into_iter().min_by_key(|(_, phrase)| phrase.len()) {
            selection.try_add(index, phrase, MAX_SIZE);
        }
    }
    let mut phrases = rules.match_counts();
    phrases.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    for (index, phrase, _) in phrases {
        selection.try_add(index, phrase, MAX_PHRASE_LEN);
    }
    selection.json()
}

/// The phrases selected within the size limit.
struct Selection<'a> {
    rules: &'a Rules,
    lists: BTreeSet<String>,
    kept: Vec<Vec<String>>,
    size: usize,
}

impl Selection<'_> {
    /// Adds a phrase if it is short enough and fits, together with the word lists it refers to.
    fn try_add(&mut self, index: usize, phrase: &str, max_len: usize) {
        let mut lists = BTreeSet::new();
        let source = self.source(phrase, &mut lists);
        if self.kept[index].contains(&source) {
            return;
        }
        if self.rules.patterns[index].severity < 2 {
            // The browser only opens the dialog; a hint opens none.
            return;
        }
        let mut cost = quoted(&source).len() + 1;
        if self.kept[index].is_empty() {
            cost += self.head(&self.rules.patterns[index], &mut lists).len() + 16;
        }
        cost += lists
            .difference(&self.lists)
            .map(|name| self.list(name).len() + name.len() + 6)
            .sum::<usize>();
        if source.len() <= max_len && self.size + cost < MAX_SIZE {
            self.size += cost;
            self.lists.extend(lists);
            self.kept[index].push(source);
        }
    }

    fn json(&self) -> String {
        let mut out = self.frame();
        let lists: Vec<String> = self
            .lists
            .iter()
            .map(|name| format!("{}:{}", quoted(name), self.list(name)))
            .collect();
        let rules: Vec<String> = self
            .kept
            .iter()
            .enumerate()
            .filter(|(_, kept)| !kept.is_empty())
            .map(|(index, kept)| {
                let find: Vec<String> = kept.iter().map(|source| quoted(source)).collect();
                format!(
                    "{},\"find\":[{}]}}",
                    self.head(&self.rules.patterns[index], &mut BTreeSet::new()),
                    find.join(",")
                )
            })
            .collect();
        let _ = write!(
            out,
            "\"words\":{{{}}},\"rules\":[{}]}}",
            lists.join(","),
            rules.join(",")
        );
        out
    }

    /// The JSON before word lists and rules: version, spelling and the negation guard.
    fn frame(&self) -> String {
        let spelling: Vec<String> = self
            .rules
            .spelling
            .iter()
            .map(|(written, meant)| format!("{}:{}", quoted(&plain(written)), quoted(meant)))
            .collect();
        let named = |name: &str| {
            self.rules
                .lists
                .get(name)
                .map_or_else(String::new, |lines| lines.join("|"))
        };
        let denied = format!(
            "(?: (?:{}))(?: (?:{}))*$",
            self.spelled(&named("negation")),
            self.spelled(&named("filler"))
        );
        format!(
            "{{\"version\":1,\"spelling\":{{{}}},\"denied\":{},",
            spelling.join(","),
            quoted(&denied)
        )
    }

    fn frame_size(&self) -> usize {
        self.frame().len() + 40
    }

    /// The JSON of a rule, up to its phrases.
    fn head(&self, pattern: &PatternSource, lists: &mut BTreeSet<String>) -> String {
        let unless: Vec<String> = pattern
            .unless
            .iter()
            .flat_map(|phrase| alternatives(phrase))
            .map(|phrase| quoted(&self.source(phrase, lists)))
            .filter(|source| source.len() < 160)
            .take(6)
            .collect();
        let also: Vec<String> = pattern
            .also
            .iter()
            .map(|phrase| quoted(&self.source(phrase, lists)))
            .collect();
        format!(
            "{{\"category\":\"{}\",\"severity\":{},\"unless\":[{}],\"also\":[{}]",
            pattern.category.name(),
            pattern.severity,
            unless.join(","),
            also.join(",")
        )
    }

    fn list(&self, name: &str) -> String {
        let mut inner = BTreeSet::new();
        let lines: Vec<String> = self.rules.lists.get(name).map_or_else(Vec::new, |lines| {
            lines.iter().map(|line| self.ways(line, &mut inner)).collect()
        });
        quoted(&expand(&lines.join("|"), &self.rules.lists, self))
    }

    /// A phrase in the browser's short form: `{a|b}` alternatives, `~3` a gap, `@name@` a word list, `^` and `$` the
    /// start and end of a sentence.
    fn source(&self, phrase: &str, lists: &mut BTreeSet<String>) -> String {
        let mut out = String::new();
        let mut rest = phrase.trim();
        while let Ok((part, after)) = next_part(rest) {
            rest = after.trim_start();
            let optional = part.ends_with('?');
            let part = part.trim_end_matches('?');
            match part {
                "<" => out.push('^'),
                ">" => out.push('$'),
                _ => {
                    if part.starts_with('~') {
                        out.push_str(part);
                    } else {
                        let inner = part
                            .strip_prefix('(')
                            .and_then(|rest| rest.strip_suffix(')'))
                            .unwrap_or(part);
                        let ends = alternatives(inner).any(|way| way == ">");
                        let ways = self.ways(inner, lists);
                        let _ = if ends {
                            write!(out, "(?:{{{ways}}}|$)")
                        } else {
                            write!(out, "{{{ways}}}")
                        };
                    }
                    if optional {
                        out.push('?');
                    }
                }
            }
            if rest.is_empty() {
                break;
            }
        }
        out
    }

    /// Alternatives, in the spelling that the browser normalises texts to.
    fn ways(&self, inner: &str, lists: &mut BTreeSet<String>) -> String {
        let mut ways = Vec::new();
        for way in alternatives(inner).filter(|way| *way != ">") {
            let mut words = Vec::new();
            let mut rest = way;
            while let Ok((part, after)) = next_part(rest) {
                rest = after.trim_start();
                let optional = part.ends_with('?');
                let part = part.trim_end_matches('?');
                let source = if part == "#" {
                    "\\d+".to_owned()
                } else if let Some(name) = part.strip_prefix('@') {
                    lists.insert(name.to_owned());
                    format!("@{name}@")
                } else if let Some(group) = part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                    format!("(?:{})", self.ways(group, lists))
                } else {
                    self.spelled(part)
                };
                let space = if words.is_empty() { "" } else { " " };
                words.push(if optional {
                    format!("(?:{space}{source})?")
                } else {
                    format!("{space}{source}")
                });
                if rest.is_empty() {
                    break;
                }
            }
            ways.push(words.concat());
        }
        ways.join("|")
    }

    /// Words separated by `|`, each in its normalised spelling.
    fn spelled(&self, words: &str) -> String {
        words
            .split('|')
            .map(|word| {
                self.rules
                    .spelling
                    .get(&plain(word))
                    .map_or_else(|| spaced(&plain(word)), Clone::clone)
            })
            .collect::<Vec<_>>()
            .join("|")
    }
}

/// Expands word lists that refer to other word lists.
fn expand(source: &str, lists: &BTreeMap<String, Vec<String>>, selection: &Selection) -> String {
    let mut out = source.to_owned();
    for _ in 0..4 {
        for (name, lines) in lists {
            let mark = format!("@{name}@");
            if out.contains(&mark) {
                let ways: Vec<String> = lines
                    .iter()
                    .map(|line| selection.ways(line, &mut BTreeSet::new()))
                    .collect();
                out = out.replace(&mark, &format!("(?:{})", ways.join("|")));
            }
        }
    }
    out
}

fn plain(word: &str) -> String {
    word.replace('\'', "")
}

/// A space between the letters of scripts in which each is a word.
fn spaced(word: &str) -> String {
    if !word.contains(is_unspaced) {
        return word.to_owned();
    }
    let letters: Vec<String> = word.chars().map(|letter| letter.to_string()).collect();
    letters.join(" ")
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}
