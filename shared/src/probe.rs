//! Connectivity checks of the configured servers, for operators.
//!
//! Invariant: messages name hosts and ports, never the user name or password of a URL.

use std::time::Duration;

use openidconnect::url::Url;
use redis::{AsyncConnectionConfig, Client, ErrorKind, RedisError};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::ctx::{http_client, use_one_tls};
use crate::mail::{Mailer, Smtp};

/// How long a server may take to answer. A resolver asks again after five seconds (`resolv.conf(5)`), and one lost packet
/// is no outage.
const PROBE_TIMEOUT: Duration = Duration::from_secs(8);

/// Checks that something listens at the host and port of a URL, for example `http://user:password@host:4318`.
///
/// # Errors
/// Names the problem, without the secrets of the URL.
pub async fn listens(address: &str, default_port: u16) -> Result<String, String> {
    let url = Url::parse(address).map_err(|_| "this is no address".to_owned())?;
    let host = url.host_str().ok_or("this address has no host")?;
    let port = url.port_or_known_default().unwrap_or(default_port);
    match timeout(PROBE_TIMEOUT, TcpStream::connect((host, port))).await {
        Ok(Ok(_)) => Ok(format!("{host}:{port} listens")),
        Ok(Err(error)) => Err(format!("{host}:{port}: {error}")),
        Err(_) => Err(format!("{host}:{port} does not answer")),
    }
}

/// Checks that Redis answers a `PING`. With `rediss://` its certificate must be trusted, and it must accept the user
/// name and password of the URL, if there are any.
///
/// # Errors
/// Names the problem, without the secrets of the URL.
pub async fn redis(address: &str) -> Result<String, String> {
    use_one_tls();
    let client = Client::open(address).map_err(|_| "this is no address of a Redis".to_owned())?;
    let server = client.get_connection_info().addr().to_string();
    match timeout(PROBE_TIMEOUT, ping(&client)).await {
        Ok(Ok(())) => Ok(format!("{server} answers")),
        Ok(Err(error)) => Err(format!("{server}: {}", redis_problem(&error))),
        // A Redis without TLS waits for more input after a TLS handshake, and so does the client.
        Err(_) if address.starts_with("rediss:") => Err(format!("{server} does not answer over TLS")),
        Err(_) => Err(format!("{server} does not answer")),
    }
}

async fn ping(client: &Client) -> Result<(), RedisError> {
    // The caller's timeout covers everything.
    let settings = AsyncConnectionConfig::new()
        .set_connection_timeout(None)
        .set_response_timeout(None);
    let mut connection = client.get_multiplexed_async_connection_with_config(&settings).await?;
    redis::cmd("PING").exec_async(&mut connection).await
}

/// Describes an error by its code or category, since Redis's own message may quote a user name.
fn redis_problem(error: &RedisError) -> String {
    if error.is_io_error() {
        return error.to_string();
    }
    if error.kind() == ErrorKind::AuthenticationFailed {
        return "it refuses the name or the password".to_owned();
    }
    error.code().unwrap_or_else(|| error.category()).to_owned()
}

/// Checks that a server answers over HTTPS, with any status.
///
/// # Errors
/// Says that it does not.
pub async fn answers(address: &str) -> Result<String, String> {
    let no_answer = || format!("{address} does not answer");
    let http = http_client().map_err(|error| error.to_string())?;
    let answer = timeout(PROBE_TIMEOUT, http.get(address).send()).await;
    match answer {
        Ok(Ok(_)) => Ok(format!("{address} answers")),
        Ok(Err(_)) | Err(_) => Err(no_answer()),
    }
}

/// Checks that the mail server accepts our user name and password. Sends no mail.
///
/// # Errors
/// Says that it does not. The server's own message is dropped, since it may quote a user name.
pub async fn mail(mailer: &Mailer) -> Result<String, String> {
    match mailer {
        Mailer::Smtp(smtp) => match timeout(PROBE_TIMEOUT, Smtp::accepts_login(smtp)).await {
            Ok(true) => Ok("the mail server knows us".to_owned()),
            Ok(false) => Err("the mail server refuses us".to_owned()),
            Err(_) => Err("the mail server does not answer".to_owned()),
        },
        Mailer::Memory(_) | Mailer::None => Ok("no mail server is named".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_contain_no_secrets_of_the_url() {
        for address in [
            "redis://user:xqzsecret@127.0.0.1:1/0",
            "xqzsecret",
            "redis:///xqzsecret",
        ] {
            let message = listens(address, 6379).await.expect_err("nothing listens");
            assert!(!message.contains("xqzsecret"), "{message}");
            let message = redis(address).await.expect_err("nothing listens");
            assert!(!message.contains("xqzsecret"), "{message}");
        }
    }
}
