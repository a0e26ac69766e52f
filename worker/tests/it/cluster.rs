//! A private Postgres for one test, which can be stopped and restarted.

use std::path::Path;
use std::process::Command;

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// A private Postgres, started by the scripts of `bin/dev` and removed with its data when the test ends.
pub struct Cluster {
    name: &'static str,
    /// The URL of its database.
    pub database_url: String,
}

impl Cluster {
    /// Starts an empty one of this name.
    pub fn start(name: &'static str) -> Self {
        script("wipe_servers \"$0\"", name);
        let database_url = script("start_postgres \"$0\"", name);
        Self { name, database_url }
    }

    /// Stops it at once, as a crash would.
    pub fn stop(&self) {
        script(
            "as_postgres \"$(postgres_bin)/pg_ctl\" -D \"$(postgres_folder \"$0\")/data\" -m immediate -w stop >&2",
            self.name,
        );
    }

    /// Starts it again with its data.
    pub fn start_again(&self) {
        script("start_postgres \"$0\"", self.name);
    }

    /// Restarts it on a loopback port that accepts TLS only.
    pub fn restart_with_tls(&self, port: u16, [certificate, key]: &[String; 2]) {
        self.stop();
        let command = format!(
            r#"
            data=$(postgres_folder "$0")/data
            give() {{ as_postgres sh -c 'umask 077; cat >"$0"' "$2" <"$1"; }}
            give '{certificate}' "$data/server.pem"
            give '{key}' "$data/key.pem"
            printf 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n' | give /dev/stdin "$data/pg_hba.conf"
            as_postgres "$(postgres_bin)/pg_ctl" -D "$data" -w -l "$data/../log" -o "-p {port} \
                -k $(socket_folder "$0")/pg -c listen_addresses=127.0.0.1 -c ssl=on \
                -c ssl_cert_file=server.pem -c ssl_key_file=key.pem" start >&2
            "#
        );
        script(&command, self.name);
    }

    /// A pool for the test itself.
    pub fn pool(&self) -> PgPool {
        PgPoolOptions::new()
            .max_connections(2)
            .connect_lazy(&self.database_url)
            .expect("a good address")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        script("wipe_servers \"$0\"", self.name);
    }
}

/// Runs a function of `bin/lib-servers.sh` and returns what it prints.
fn script(command: &str, name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = Command::new("bash")
        .current_dir(root)
        .args(["-c", &format!(". bin/lib.sh; . bin/lib-servers.sh; {command}"), name])
        .output()
        .expect("bash runs");
    assert!(
        done.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}
