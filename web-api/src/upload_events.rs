//! What happens to documents, as server-sent events.
//!
//! Invariant: no matter how many listen, this process asks the database once when documents have changed, and not to
//! find out whether they have. While nobody listens it asks nothing.

mod board;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use board::{Board, Changes};
use futures::stream::{Stream, StreamExt as _, iter, unfold};
use shared::ctx::Ctx;
use shared::document;
use shared::error::Result;
use shared::news::Notice;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

/// Changes that come within this are told together.
const GATHER: Duration = Duration::from_millis(150);
/// When the database could not be asked, it is asked again after this.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// What the streams of this process share: one reader, and the board on which it writes.
#[derive(Clone, Default)]
pub struct Uploads(watch::Sender<Board>);

impl Uploads {
    /// Everything as it stands, then every change. Resolves when it is known how everything stands.
    pub async fn follow(&self, ctx: &Ctx) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
        let mut board = self.0.subscribe();
        // Under the board's lock: either a reader that is about to end sees this stream, or this stream sees that the
        // reader has ended.
        self.0.send_if_modified(|written| {
            if !written.has_reader {
                written.has_reader = true;
                begin_to_read(self.0.clone(), ctx.clone());
            }
            false
        });
        // It fails when there is no sender, and then the stream ends below.
        let _ = board.wait_for(|board| board.has_news_for(None)).await;
        unfold((board, None), async |(mut board, known)| {
            let (events, known) = board
                .wait_for(|board| board.has_news_for(known))
                .await
                .ok()?
                .news_for(known)?;
            Some((iter(events), (board, known)))
        })
        .flatten()
        .map(Ok)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it serves the streams of this process and is lost with them"
)]
fn begin_to_read(board: watch::Sender<Board>, ctx: Ctx) {
    tokio::spawn(read_while_wanted(board, ctx));
}

async fn read_while_wanted(board: watch::Sender<Board>, ctx: Ctx) {
    let mut is_over = false;
    while !is_over {
        tokio::select! {
            () = read(&board, &ctx) => {
                board.send_modify(|board| board.is_closing = true);
                return;
            }
            () = board.closed() => {}
        }
        board.send_if_modified(|written| {
            is_over = board.receiver_count() == 0;
            if is_over {
                written.forget();
            }
            false
        });
    }
}

/// Writes everything on the board, then every change, until the process is asked to stop.
async fn read(board: &watch::Sender<Board>, ctx: &Ctx) {
    // Whoever asks first what is there and then listens would miss what happens in between.
    let mut news = ctx.news.subscribe();
    let mut heard = Heard {
        anything: true,
        ..Heard::default()
    };
    let mut patience = Duration::ZERO;
    loop {
        let until = Instant::now() + patience;
        while !heard.is_closing
            && let Ok(notice) = timeout_at(until, news.next()).await
        {
            heard.note(notice);
        }
        if heard.is_closing {
            return;
        }
        match heard.write(board, ctx).await {
            Ok(()) => {
                heard = Heard::default();
                patience = GATHER;
                while heard == Heard::default() {
                    heard.note(news.next().await);
                }
            }
            Err(error) => {
                tracing::debug!(%error, "documents could not be read");
                patience = ASK_AGAIN;
            }
        }
    }
}

/// What was heard and is not written yet.
#[derive(Default, PartialEq, Eq)]
struct Heard {
    anything: bool,
    changed: BTreeSet<Uuid>,
    gone: Vec<String>,
    is_closing: bool,
}

impl Heard {
    fn note(&mut self, notice: Notice) {
        match notice {
            Notice::Document(id) => {
                self.changed.insert(id);
            }
            Notice::DocumentGone(name) => self.gone.push(name),
            Notice::Anything => self.anything = true,
            Notice::Closing => self.is_closing = true,
            Notice::Generation | Notice::Subscription(_) => {}
        }
    }

    /// Asks the database about it, in one question.
    async fn write(&self, board: &watch::Sender<Board>, ctx: &Ctx) -> Result<()> {
        if self.anything {
            let documents = document::list(&ctx.db).await?;
            board.send_modify(|board| board.write_all(documents));
            return Ok(());
        }
        let ids: Vec<Uuid> = self.changed.iter().copied().collect();
        let changes = Changes {
            gone: self.gone.clone(),
            changed: document::among(&ctx.db, &ids).await?,
        };
        board.send_modify(|board| board.write(changes));
        Ok(())
    }
}
