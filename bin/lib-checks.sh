# shellcheck shell=bash
# The checks of bin/test that are more than one command. Read with `.` after the other libraries.

# Is there code in the documentation that can be run?
has_doc_tests() {
    # shellcheck disable=SC2016  # the backticks are Markdown's
    grep -rqE '^[[:space:]]*//[/!] ```(rust|no_run|should_panic)?$' --include='*.rs' care shared web-api worker
}

# Compares a committed file with what made it just now. usage: same COMMITTED FRESH HOW-TO-RENEW
same() {
    diff -u "$1" "$2" && say "$1 is fresh" && return
    say "✗ $1 is stale. Renew it: $3"
    return 1
}

# Is web-api/openapi.json what the program says?
contract_is_fresh() {
    local fresh=$LOCAL/test/openapi.json
    target/debug/web-api openapi >"$fresh"
    same web-api/openapi.json "$fresh" "cargo run -p web-api -- openapi > web-api/openapi.json"
}

# Are the types of the generated client what openapi.json says?
client_is_fresh() {
    local fresh=$LOCAL/test/schema.ts
    (cd frontend && npx --no-install openapi-typescript ../web-api/openapi.json -o "$fresh")
    same frontend/src/lib/api/schema.ts "$fresh" "npm run --prefix frontend api"
}

# Starts web and worker of the test build on a database of their own, with the production frontend.
start_for_browser() {
    local name
    "$(postgres_bin)/psql" -qX "$DATABASE_URL" -c 'create database browser'
    BROWSER_DATABASE_URL=${DATABASE_URL/\/stillwater\?/\/browser?}
    PORT=$(free_port 3100)
    for name in release web worker; do
        # One proxy is trusted, so that each journey can come from an address of its own.
        DATABASE_URL=$BROWSER_DATABASE_URL PORT=$PORT TRUSTED_PROXY_HOPS=1 \
            start_line "$name" target/debug >"$LOCAL/test/$name.log" 2>&1
        if [ "$name" = release ]; then
            wait "$STARTED_PID" || { cat "$LOCAL/test/release.log" >&2; die "The migration failed"; }
        else
            PIDS+=("$STARTED_PID")
        fi
    done
    wait_until_ready "$PORT" 60 "${PIDS[@]}" || {
        tail -n 40 "$LOCAL/test/web.log" "$LOCAL/test/worker.log" >&2
        die "web and worker did not become ready"
    }
}

# Walks through the product in a real browser; shows what the servers said if a journey fails.
browser_journeys() {
    (cd frontend && BASE_URL=http://127.0.0.1:$PORT DATABASE_URL=$BROWSER_DATABASE_URL \
        CHROMIUM=$(find_chromium) npx --no-install playwright test) && return
    say "The last lines of web and worker:"
    tail -n 30 "$LOCAL/test/web.log" "$LOCAL/test/worker.log" >&2
    return 1
}
