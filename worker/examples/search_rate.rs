//! Measures queries of the index alone: the library's search, and guidance's search for quotes.
//!
//! usage: `search_rate QUERIES`, with the settings of a worker, after `worker rebuild-index`.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::search::{self, Query, QuoteQuery};

const OPEN_TIMEOUT: Duration = Duration::from_secs(30);
const WORDS_OF_A_QUERY: usize = 3;
const WORDS_OF_A_LETTER: usize = 60;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let number: i64 = std::env::args().nth(1).context("how many queries?")?.parse()?;
    let ctx = Ctx::open(Config::from_env()?)?;
    tokio::select! {
        never = search::follow(&ctx) => match never {},
        opened = tokio::time::timeout(OPEN_TIMEOUT, opened(&ctx)) => opened.context("no index is published")?,
    }
    let texts: Vec<String> = sqlx::query_scalar("select text from passage order by md5(text) limit $1")
        .bind(number)
        .fetch_all(&ctx.db)
        .await?;
    let mut found = 0;
    let library = timed(&texts, |text| {
        let query = Query::parse(&some_words(text, WORDS_OF_A_QUERY), None)?;
        found += usize::from(!ctx.search.find(&query)?.is_empty());
        Ok(())
    })?;
    anyhow::ensure!(
        found == texts.len(),
        "{found} of {} queries found something",
        texts.len()
    );
    report("library", &library)?;
    let topic = ctx.content.english.topic("grief").context("no topic is called grief")?;
    let mut quoted = 0;
    let guidance = timed(&texts, |text| {
        let words = some_words(text, WORDS_OF_A_LETTER);
        let embedding = ctx.care.vectors.embed(&words);
        let query = QuoteQuery {
            words: &words,
            embedding: &embedding,
            topic,
        };
        quoted += usize::from(!ctx.search.quotes(query).is_empty());
        Ok(())
    })?;
    writeln!(std::io::stdout(), "{quoted} letters were answered with quotations")?;
    report("guidance", &guidance)
}

async fn opened(ctx: &Ctx) {
    while ctx.search.generation().is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The first longer words of a text after its middle.
fn some_words(text: &str, number: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() > 3).collect();
    let from = words.len() / 2;
    words.into_iter().skip(from).take(number).collect::<Vec<_>>().join(" ")
}

fn timed(texts: &[String], mut ask: impl FnMut(&str) -> shared::error::Result<()>) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(texts.len());
    for text in texts {
        let began = Instant::now();
        ask(text)?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}

fn report(name: &str, times: &[Duration]) -> anyhow::Result<()> {
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
    writeln!(
        std::io::stdout(),
        "{name:<10} {} queries: p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms",
        times.len(),
        at(50),
        at(95),
        at(99)
    )?;
    Ok(())
}
