//! Connections that are held, stalled and piled up, over real sockets.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::PgPool;
use testing::http::Call;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use web_api::connections::{self, Limits, Peer};

use super::app::TestApp;
use super::crisis_first::DANGER;
use super::socket::send;

/// As in a process that may have 256 descriptors, with shorter times.
fn limits() -> Limits {
    Limits {
        head: Duration::from_millis(400),
        idle: Duration::from_millis(900),
        write: Duration::from_millis(400),
        ..Limits::of(256, Peer::Caller)
    }
}

async fn listen(app: &mut TestApp, limits: Limits, peer: Peer) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let router = app.router.clone();
    app.spawn(connections::serve(
        listener,
        router,
        limits,
        peer,
        std::future::pending(),
    ));
    address
}

async fn connect(address: SocketAddr, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("accepted");
    stream.write_all(sent.as_bytes()).await.expect("sent");
    stream
}

/// Waits until the server has closed a connection, and returns how long that took. What it sent is thrown away.
async fn closed(stream: &mut TcpStream) -> Duration {
    let began = Instant::now();
    let mut buffer = [0; 1_024];
    while !matches!(stream.read(&mut buffer).await, Ok(0) | Err(_)) {}
    began.elapsed()
}

const HALF_A_HEAD: &str = "POST /api/guidance HTTP/1.1\r\nHost: a\r\nX-Slow: ";

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn the_numbers_come_while_heads_are_written_byte_by_byte(db: PgPool) {
    let mut app = TestApp::new(db).await;
    for peer in [Peer::Caller, Peer::Proxy] {
        let address = listen(&mut app, limits(), peer).await;
        let mut held = Vec::new();
        for number in 0..330 {
            let sent = if number % 3 == 0 { "" } else { HALF_A_HEAD };
            held.push(connect(address, sent).await);
        }
        send(address, &Call::get("/api/crisis-resources")).await.expect(200);
        let danger = json!({ "struggle": DANGER });
        let answer = send(address, &Call::post("/api/guidance", &danger)).await.expect(200);
        assert_eq!(answer.json["crisis"], true);
        for stream in &mut held {
            closed(stream).await;
        }
        send(address, &Call::get("/api/crisis-resources")).await.expect(200);
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn connections_that_send_or_take_nothing_are_closed(db: PgPool) {
    let mut app = TestApp::new(db).await;
    let address = listen(&mut app, limits(), Peer::Proxy).await;
    // The one with the shortest time begins first: however slow this machine is, it ends first.
    let mut half = connect(address, HALF_A_HEAD).await;
    let mut silent = connect(address, "").await;
    let mut kept = connect(address, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").await;
    let many = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400);
    let mut deaf = connect(address, &many).await;
    let (of_half, of_silent, of_kept) = tokio::join!(closed(&mut half), closed(&mut silent), closed(&mut kept));
    assert!(
        of_half < of_silent && of_half < of_kept,
        "{of_half:?} {of_silent:?} {of_kept:?}"
    );
    // Only now somebody reads: what the server had not sent by then never comes.
    let mut got = Vec::new();
    let _ = deaf.read_to_end(&mut got).await;
    let answers = String::from_utf8_lossy(&got).matches("HTTP/1.1 200").count();
    assert!(answers < 400, "{answers}");
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn a_stream_of_new_connections_keeps_no_old_one_open(db: PgPool) {
    let mut app = TestApp::new(db).await;
    let address = listen(&mut app, limits(), Peer::Proxy).await;
    let mut half = connect(address, HALF_A_HEAD).await;
    let others = async {
        loop {
            drop(connect(address, "").await);
        }
    };
    tokio::select! {
        _ = closed(&mut half) => {}
        () = others => {}
    }
}

#[sqlx::test(migrator = "shared::database::MIGRATIONS")]
async fn while_all_connections_are_busy_the_reserve_answers_crisis_help_alone(db: PgPool) {
    let mut app = TestApp::new(db).await;
    let few = Limits {
        in_all: 3,
        reserve: 2,
        ..limits()
    };
    let address = listen(&mut app, few, Peer::Proxy).await;
    let slow =
        format!("POST /api/guidance HTTP/1.1\r\nHost: {address}\r\nExpect: 100-continue\r\nContent-Length: 90\r\n\r\n");
    let mut busy = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(address, &slow).await;
        // The answer to the head: the server waits for the body now.
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 100");
        busy.push(stream);
    }
    let topics = Call::get("/api/topics");
    let answer = send(address, &topics).await.expect_error(503, "UNAVAILABLE");
    assert_eq!(answer.header("connection"), "close");
    send(address, &Call::get("/api/crisis-resources")).await.expect(200);
    let danger = Call::post("/api/guidance", &json!({ "struggle": DANGER }));
    assert_eq!(send(address, &danger).await.expect(200).json["crisis"], true);
    drop(busy);
}
