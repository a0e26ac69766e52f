//! The reduced copy of the patterns that screens in the browser, offline.
//!
//! Invariant: at most [`MAX_SIZE`] bytes, and every source in it becomes a regular expression of JavaScript by four replacements.
//! How the browser reads it is told in `docs/crisis-screening.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Screener;
use super::grammar::{alternatives, next_part};
use super::rules::Rules;
use super::sources::PatternSource;

/// No more than this is sent to the browser.
pub const MAX_SIZE: usize = 30_000;

/// Phrases that would take more than this alone are left to the server.
const MAX_PHRASE_LEN: usize = 420;

/// The rules for the browser as JSON: first of all what finds the given plain statements.
#[must_use]
pub fn browser_rules(screener: &Screener, plain_statements: &[String]) -> String {
    let rules = &screener.rules;
    let mut chosen = Chosen {
        rules,
        lists: BTreeSet::new(),
        kept: vec![Vec::new(); rules.patterns.len()],
        size: 0,
    };
    chosen.size = chosen.frame_size();
    // One phrase for each plain statement, the shortest that finds it, then what finds most of the patterns' own lines.
    for statement in plain_statements {
        let found = rules.finders(statement);
        if let Some((index, phrase)) = found.into_iter().min_by_key(|(_, phrase)| phrase.len()) {
            chosen.offer(index, phrase, MAX_SIZE);
        }
    }
    let mut phrases = rules.yields();
    phrases.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    for (index, phrase, _) in phrases {
        chosen.offer(index, phrase, MAX_PHRASE_LEN);
    }
    chosen.json()
}

/// The phrases that still fit.
struct Chosen<'a> {
    rules: &'a Rules,
    lists: BTreeSet<String>,
    kept: Vec<Vec<String>>,
    size: usize,
}

impl Chosen<'_> {
    /// Keeps a phrase if it isn't longer than allowed and fits with what it needs.
    fn offer(&mut self, index: usize, phrase: &str, longest: usize) {
        let mut lists = BTreeSet::new();
        let source = self.source(phrase, &mut lists);
        if self.kept[index].contains(&source) {
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
        if source.len() <= longest && self.size + cost < MAX_SIZE {
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

    /// What comes before word lists and rules: the version, spelling and the guard against negation.
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

    /// A rule up to its phrases.
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

    /// A phrase in short form: `{a|b}` one of several, `~3` a gap, `@name@` a list, `^` and `$` the ends of a sentence.
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

    /// Alternatives, spelled as the browser will have spelled the text.
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

    /// Words separated by `|`, each as spelling has it.
    fn spelled(&self, words: &str) -> String {
        words
            .split('|')
            .map(|word| {
                self.rules
                    .spelling
                    .get(&plain(word))
                    .map_or_else(|| plain(word), Clone::clone)
            })
            .collect::<Vec<_>>()
            .join("|")
    }
}

/// Puts lists that stand inside lists in their place.
fn expand(source: &str, lists: &BTreeMap<String, Vec<String>>, chosen: &Chosen) -> String {
    let mut out = source.to_owned();
    for _ in 0..4 {
        for (name, lines) in lists {
            let mark = format!("@{name}@");
            if out.contains(&mark) {
                let ways: Vec<String> = lines
                    .iter()
                    .map(|line| chosen.ways(line, &mut BTreeSet::new()))
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
