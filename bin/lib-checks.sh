# shellcheck shell=bash
# The checks of bin/test that are more than one command. Read with `.` after the other libraries.

# Is there code in the documentation that can be run?
has_doc_tests() {
    # shellcheck disable=SC2016  # the backticks are Markdown's
    grep -rqE '^[[:space:]]*//[/!] ```(rust|no_run|should_panic)?$' --include='*.rs' care content-tools shared web-api worker
}

# Checks who may use whom, licences, and versions. Tests may name a library that one crate owns: bans leave them out.
dependencies_hold() {
    tools/check-dependencies.py &&
        cargo deny --offline --locked --exclude-dev check -D warnings bans &&
        cargo deny --offline --locked check -D warnings licenses sources
}

# Runs the tests of the program, each in a process and on a database of its own.
rust_tests() {
    prepare_template &&
        cargo nextest run --locked --workspace --no-fail-fast --test-threads "$(($(getconf _NPROCESSORS_ONLN) + 2))" \
            ${REACHED_RUST:+-E "$REACHED_RUST"}
}

# Migrates the template database, so that each test's new database has all migrations applied. A test that needs an
# empty database creates it from template0.
prepare_template() { DATABASE_URL=$(database_url template1) target/debug/web-api migrate; }

# The URL of another database of the private server. usage: database_url NAME
database_url() { printf '%s' "$DATABASE_URL" | sed -E "s|^([a-z]+://[^/?]*)(/[^?]*)?|\\1/$1|"; }

# Runs the tests in the documentation, if there are any.
doc_tests() {
    has_doc_tests || { say "There are none."; return 0; }
    # With rustc instead of clippy, because rustdoc compiles the tests in the documentation.
    cargo test --locked --workspace --doc
}

# Checks style, types and dead code of the frontend, and builds it.
frontend_checks() {
    # In a condition, bash ignores `set -e`: each command must check for failure itself.
    npm run --prefix frontend check && note_frontend
}

# Runs the tests of the frontend that need no browser.
frontend_tests() { (cd frontend && npx --no-install vitest run ${REACHED_FRONTEND:+--changed "$REACHED_FRONTEND"}); }

# Starts the whole product and walks through it. usage: browser_part NAME-OF-SERVERS
browser_part() {
    build_frontend
    start_for_browser "$1"
    check browser_journeys "$1" ${REACHED_BROWSER:+--only-changed="$REACHED_BROWSER"}
}

# Compares a committed file with what made it just now. usage: same COMMITTED FRESH HOW-TO-RENEW
same() {
    diff -u "$1" "$2" && say "$1 is fresh" && return
    say "✗ $1 is stale. Renew it: $3"
    return 1
}

# Is web-api/openapi.json up to date?
contract_is_fresh() {
    local fresh=$LOCAL/test/openapi.json
    target/debug/web-api openapi >"$fresh"
    same web-api/openapi.json "$fresh" "cargo run -p web-api -- openapi > web-api/openapi.json"
}

# Does the web tier keep its contract for every request? On its own database, with the Stripe stand-in.
# usage: contract_holds NAME-OF-SERVERS
contract_holds() {
    local password='a long and quiet password' database web status=0 PIDS=() PORT
    "$(postgres_bin)/psql" -qX "$DATABASE_URL" -c 'create database contract template template0'
    database=$(database_url contract)
    PORT=$(free_port 3900)
    start_stripe_stand_in target/debug >"$LOCAL/$1/contract-stripe.log" 2>&1
    DATABASE_URL=$database target/debug/web-api migrate
    DATABASE_URL=$database PORT=$PORT ADDRESS_RATE_LIMIT=1000000000 RUST_LOG=error \
        ADMIN_PASSWORD_HASH=$(printf '%s' "$password" | target/debug/web-api hash-password) \
        target/debug/web-api serve >"$LOCAL/$1/contract.log" 2>&1 &
    web=$!
    wait_until_ready "$PORT" 60 "$web" && tools/try-contract "$PORT" "$database" "$password" || status=1
    kill -TERM "$web" && wait "$web" || status=1
    stop_all 10 "${PIDS[@]}"
    [ "$status" -eq 0 ] || tail -n 30 "$LOCAL/$1/contract.log"
    return "$status"
}

# Are the generated client types up to date with openapi.json?
client_is_fresh() {
    local fresh=$LOCAL/test/schema.ts
    (cd frontend && npx --no-install openapi-typescript ../web-api/openapi.json -o "$fresh")
    same frontend/src/lib/api/schema.ts "$fresh" "npm run --prefix frontend api"
}

# Starts the doubles of the journeys on loopback: Google, GitHub, the mail server and Stripe.
# Exports the settings with which web and worker find them, and MAIL_CATCHER, where the journeys read the mail.
# usage: start_doubles FOLDER-OF-LOGS
start_doubles() {
    local logs=$1 google github smtp caught
    google=$(free_port 3300)
    github=$(free_port 3400)
    smtp=$(free_port 3500)
    caught=$(free_port 3600)
    start_double "$logs/google.log" "frontend/e2e/doubles/openid-provider.mjs $google http://127.0.0.1:$PORT/api/login/google/callback"
    start_double "$logs/github.log" "frontend/e2e/doubles/github.mjs $github"
    start_double "$logs/mail.log" "frontend/tools/mail-catcher.mjs $smtp $caught"
    start_stripe_stand_in target/debug >"$logs/stripe.log" 2>&1
    export GOOGLE_ISSUER=http://127.0.0.1:$google GITHUB_URL=http://127.0.0.1:$github GITHUB_API_URL=http://127.0.0.1:$github
    export GOOGLE_CLIENT_ID=stillwater-journeys GOOGLE_CLIENT_SECRET=not-a-secret
    export GITHUB_CLIENT_ID=stillwater-journeys GITHUB_CLIENT_SECRET=not-a-secret
    export SMTP_URL=smtp://127.0.0.1:$smtp MAIL_FROM='Stillwater <hello@stillwater.example>'
    export MAIL_CATCHER=http://127.0.0.1:$caught
}

# usage: start_double LOG "SCRIPT ARGUMENT…"
start_double() {
    start_command "$(basename "$1" .log)" "node $2" >"$1" 2>&1
    PIDS+=("$STARTED_PID")
}

# Starts web and worker of the test build on a database of their own, with the production frontend.
# Their logs go to the folder of the private servers. usage: start_for_browser NAME-OF-SERVERS
start_for_browser() {
    local name logs=$LOCAL/$1
    "$(postgres_bin)/psql" -qX "$DATABASE_URL" -c 'create database browser template template0'
    BROWSER_DATABASE_URL=$(database_url browser)
    PORT=$(free_port 3100)
    start_doubles "$logs"
    # The staff password of the journeys; the server knows only its hash.
    export ADMIN_PASSWORD='a long and quiet password'
    ADMIN_PASSWORD_HASH=$(printf '%s' "$ADMIN_PASSWORD" | target/debug/web-api hash-password)
    export ADMIN_PASSWORD_HASH
    # A reader with the same password, by a name of her own.
    export STAFF="Orpah:reader:$ADMIN_PASSWORD_HASH"
    for name in release web worker; do
        # One proxy is trusted, so that each journey can send its own address. Storage is their own: what bin/dev keeps of
        # its audit trail there would contradict theirs.
        DATABASE_URL=$BROWSER_DATABASE_URL STORAGE_URL=$logs/storage PORT=$PORT TRUSTED_PROXY_HOPS=1 \
            start_line "$name" target/debug >"$logs/$name.log" 2>&1
        if [ "$name" = release ]; then
            wait "$STARTED_PID" || { cat "$logs/release.log" >&2; die "The migration failed"; }
        else
            PIDS+=("$STARTED_PID")
        fi
    done
    wait_until_ready "$PORT" 60 "${PIDS[@]}" || {
        tail -n 40 "$logs/web.log" "$logs/worker.log" >&2
        die "web and worker did not become ready"
    }
}

# Runs the journeys in a real browser; prints the logs of the servers if one fails.
# usage: browser_journeys NAME-OF-SERVERS [argument of playwright…]
browser_journeys() {
    local logs=$LOCAL/$1 name
    shift
    (cd frontend && BASE_URL=http://127.0.0.1:$PORT DATABASE_URL=$BROWSER_DATABASE_URL \
        CHROMIUM=$(find_chromium) npx --no-install playwright test "$@") | tee "$logs/browser.log" && return
    for name in web worker; do
        say "The last warnings of $name:"
        { grep -E ' (WARN|ERROR) ' "$logs/$name.log" || true; } | tail -n 10 | cut -c 1-300
    done
    # Printed again at the end, because people look at the end of a long log.
    grep -E '^ +✘' "$logs/browser.log" || true
    return 1
}
