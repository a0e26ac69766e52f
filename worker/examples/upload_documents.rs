//! Uploads every PDF of a folder, waits until each is completed or failed, and prints times and outcomes.
//!
//! usage: `upload_documents FOLDER`, with the settings of a running worker.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use shared::config::Config;
use shared::ctx::Ctx;
use shared::document::{self, Document, FileName, Incoming};
use shared::error::Error;
use shared::role::Role;
use shared::staff::Staff;
use uuid::Uuid;

const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).context("which folder?")?;
    let ctx = Ctx::open(Config::from_env()?)?;
    let began = Instant::now();
    let mut files = 0;
    for file in pdfs(Path::new(&folder))? {
        match upload(&ctx, &file).await {
            Ok(()) => files += 1,
            Err(error) => writeln!(std::io::stdout(), "{}: {error:#}", file.display())?,
        }
    }
    until_processed(&ctx).await?;
    let took = began.elapsed();
    report(files, &document::list(&ctx.db).await?, took)
}

fn pdfs(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

async fn upload(ctx: &Ctx, path: &Path) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut incoming = Incoming::new(ctx, FileName::parse(&name).map_err(Error::from)?);
    incoming.write(&std::fs::read(path)?).await?;
    let staff = Staff {
        sign_in: Uuid::now_v7(),
        name: "bench".to_owned(),
        role: Role::Owner,
    };
    document::accept(ctx, &staff, vec![incoming.finish().await?]).await?;
    Ok(())
}

/// Waits until every document is completed or failed. It asks for no more than that, so as not to slow down what is
/// measured.
async fn until_processed(ctx: &Ctx) -> anyhow::Result<()> {
    let has_open = "select exists (select from document where status in ('pending', 'processing'))";
    while sqlx::query_scalar::<_, bool>(has_open).fetch_one(&ctx.db).await? {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

fn report(files: usize, documents: &[Document], took: Duration) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    let pages: i32 = documents.iter().map(|document| document.pages_read).sum();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        let outcome = document.reason.as_deref().unwrap_or("completed");
        *outcomes.entry(outcome).or_default() += 1;
        writeln!(
            out,
            "  {:<44} {:>5} pages  {outcome}",
            document.name, document.pages_read
        )?;
    }
    let seconds = took.as_secs_f64();
    writeln!(
        out,
        "{files} files, {pages} pages in {seconds:.2} s: {:.0} pages a second",
        f64::from(pages) / seconds
    )?;
    for (outcome, number) in outcomes {
        writeln!(out, "  {number} {outcome}")?;
    }
    Ok(())
}
