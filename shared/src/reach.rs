//! Whether the servers that the settings name can be reached, for whoever sets the product up.
//!
//! Invariant: what is returned names hosts and ports, never a name or a password out of an address.

use std::time::Duration;

use openidconnect::url::Url;
use redis::{AsyncConnectionConfig, Client, ErrorKind, RedisError};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::ctx::{http_client, use_one_tls};
use crate::mail::{Mailer, Smtp};

/// A server that takes longer is not there.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether something listens where an address points, for example `http://user:password@host:4318`.
///
/// # Errors
/// Says what is wrong, without what is secret in the address.
pub async fn listens(address: &str, usual_port: u16) -> Result<String, String> {
    let url = Url::parse(address).map_err(|_| "this is no address".to_owned())?;
    let host = url.host_str().ok_or("this address has no host")?;
    let port = url.port_or_known_default().unwrap_or(usual_port);
    match timeout(PATIENCE, TcpStream::connect((host, port))).await {
        Ok(Ok(_)) => Ok(format!("{host}:{port} listens")),
        Ok(Err(error)) => Err(format!("{host}:{port}: {error}")),
        Err(_) => Err(format!("{host}:{port} does not answer")),
    }
}

/// Whether Redis answers a `PING`: with `rediss://` it must show a certificate that is trusted, and it must take our name
/// and password, if the address has them.
///
/// # Errors
/// Says what is wrong, without what is secret in the address.
pub async fn redis(address: &str) -> Result<String, String> {
    use_one_tls();
    let client = Client::open(address).map_err(|_| "this is no address of a Redis".to_owned())?;
    let place = client.get_connection_info().addr().to_string();
    match timeout(PATIENCE, ping(&client)).await {
        Ok(Ok(())) => Ok(format!("{place} answers")),
        Ok(Err(error)) => Err(format!("{place}: {}", redis_problem(&error))),
        // A Redis without TLS waits for more, and so does whoever greets it with TLS.
        Err(_) if address.starts_with("rediss:") => Err(format!("{place} does not answer over TLS")),
        Err(_) => Err(format!("{place} does not answer")),
    }
}

async fn ping(client: &Client) -> Result<(), RedisError> {
    // We wait ourselves, for everything at once.
    let settings = AsyncConnectionConfig::new()
        .set_connection_timeout(None)
        .set_response_timeout(None);
    let mut connection = client.get_multiplexed_async_connection_with_config(&settings).await?;
    redis::cmd("PING").exec_async(&mut connection).await
}

/// What a Redis says itself may quote a name; then its kind must do.
fn redis_problem(error: &RedisError) -> String {
    if error.is_io_error() {
        return error.to_string();
    }
    if error.kind() == ErrorKind::AuthenticationFailed {
        return "it refuses the name or the password".to_owned();
    }
    error.code().unwrap_or_else(|| error.category()).to_owned()
}

/// Whether a server answers over HTTPS, whatever it answers.
///
/// # Errors
/// Says that it does not.
pub async fn answers(address: &str) -> Result<String, String> {
    let silent = || format!("{address} does not answer");
    let http = http_client().map_err(|error| error.to_string())?;
    let asked = timeout(PATIENCE, http.get(address).send()).await;
    match asked {
        Ok(Ok(_)) => Ok(format!("{address} answers")),
        Ok(Err(_)) | Err(_) => Err(silent()),
    }
}

/// Whether the mail server takes our name and password. No mail is sent.
///
/// # Errors
/// Says that it does not; what the server says may quote a name.
pub async fn mail(mailer: &Mailer) -> Result<String, String> {
    match mailer {
        Mailer::Smtp(smtp) => match timeout(PATIENCE, Smtp::greets(smtp)).await {
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
    async fn what_is_secret_in_an_address_is_not_said() {
        for address in [
            "redis://user:xqzsecret@127.0.0.1:1/0",
            "xqzsecret",
            "redis:///xqzsecret",
        ] {
            let said = listens(address, 6379).await.expect_err("nobody is there");
            assert!(!said.contains("xqzsecret"), "{said}");
            let said = redis(address).await.expect_err("nobody is there");
            assert!(!said.contains("xqzsecret"), "{said}");
        }
    }
}
