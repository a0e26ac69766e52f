# shellcheck shell=bash
# Starts docker-compose.yml with podman, uses it, and stops it. Read with `.` after lib-containers.sh.
#
# podman of Debian 12 runs no health checks by itself and does not wait for them: here each is run until it succeeds, in
# the order that `depends_on` demands.

PROJECT=stillwater-$(clone_id)
SERVERS=(postgres redis storage mail standin)
PASSWORD=$(head -c 12 /dev/urandom | od -An -tx1 | tr -d ' \n')
BESIDE=()

# Settings of the compose file, chosen once.
choose_settings() {
    [ -z "${WEB_PORT:-}" ] || return 0
    WEB_PORT=$(free_port 4000)
    MAIL_PORT=$(free_port 4100)
    STRIPE_PORT=$(free_port 4200)
    NGINX_PORT=$(free_port 4300)
    HAPROXY_PORT=$(free_port 4400)
    ENC_KEYS=containers:$(head -c 32 /dev/urandom | base64)
    ADMIN_PASSWORD_HASH=$(printf '%s' "$PASSWORD" | podman run --rm -i localhost/stillwater web-api hash-password)
    export WEB_PORT MAIL_PORT STRIPE_PORT NGINX_PORT HAPROXY_PORT ENC_KEYS ADMIN_PASSWORD_HASH
    export STILLWATER_IMAGE=localhost/stillwater
    export STRIPE=standin STRIPE_URL=http://127.0.0.1:12111 STRIPE_SECRET_KEY=sk_test_standin
    export STRIPE_PUBLISHABLE_KEY=pk_test_standin STRIPE_PRICE_ID=price_premium_monthly STRIPE_WEBHOOK_SECRETS=whsec_standin
    # All calls come from this machine.
    export ADDRESS_RATE_LIMIT=1000000 STORY_LIMIT=100000 GUEST_STORY_ADDRESS_LIMIT=100000
}

# Puts the stand-in for Stripe on the loopback address of a container. Without TLS the programs send requests nowhere else.
lead_to_stripe() {
    podman run --detach --replace --name "$PROJECT-stripe-of-$1" --network "container:$(container "$1")" \
        --volume "$ROOT/tools/containers/proxies:/etc/stillwater:ro" localhost/proxies \
        haproxy -W -f /etc/stillwater/stripe.cfg >/dev/null
}

compose() {
    "$LOCAL/podman-compose/bin/podman-compose" --in-pod false --project-name "$PROJECT" \
        -f docker-compose.yml -f tools/containers/compose.yml ${POOLER_FILE:+-f "$POOLER_FILE"} "$@" >>"$CONTAINERS/compose.log" 2>&1 || {
        tail -n 30 "$CONTAINERS/compose.log" >&2
        die "podman-compose $* failed"
    }
}

# The container of a service.
container() { printf '%s_%s_1\n' "$PROJECT" "$1"; }

# Waits until a command succeeds. usage: await SECONDS "what is awaited" command [argument…]
await() {
    local deadline=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$deadline" ] || die "waited too long until $what"
        sleep 0.5
    done
}

await_healthy() { await 90 "$1 is healthy" podman healthcheck run "$(container "$1")"; }
await_ready() { await 90 "web is ready" curl -fsS "http://127.0.0.1:$WEB_PORT/readyz"; }

# Starts all services in the order of depends_on, from empty volumes. usage: start_product [SERVICE-BEFORE-MIGRATE…]
start_product() {
    choose_settings
    start_servers_of_compose "$@"
    compose up -d --no-deps migrate
    await 120 "the database is migrated" has_ended migrate
    [ "$(podman inspect --format '{{.State.ExitCode}}' "$(container migrate)")" = 0 ] || {
        podman logs "$(container migrate)" >&2
        die "web-api migrate failed"
    }
    compose up -d --no-deps web worker
    lead_to_stripe web
    lead_to_stripe worker
    await_healthy web
    await_ready
}

start_servers_of_compose() {
    local service
    POOLER_FILE=''
    if [ -n "${DATABASE_URL_OF_ALL:-}" ]; then
        POOLER_FILE=$CONTAINERS/pooler.yml
        write_pooler_file
    fi
    compose up -d --no-deps "${SERVERS[@]}"
    for service in postgres redis storage; do await_healthy "$service"; done
    [ "$#" -eq 0 ] || compose up -d --no-deps "$@"
}

# All programs with another DATABASE_URL, and Postgres itself beside it.
write_pooler_file() {
    local service
    {
        echo 'services:'
        for service in migrate web worker; do
            printf '  %s:\n    environment:\n      DATABASE_URL: %s\n      DATABASE_DIRECT_URL: %s\n' "$service" \
                "$DATABASE_URL_OF_ALL" postgres://stillwater:stillwater@postgres/stillwater
        done
    } >"$POOLER_FILE"
}

has_ended() { [ "$(podman inspect --format '{{.State.Status}}' "$(container "$1")")" = exited ]; }

# Starts a killed container again, unless its restart policy has.
revive() {
    podman start "$(container "$1")" >/dev/null
    case $1 in
    postgres | redis | storage) await_healthy "$1" ;;
    # A container that starts again has a network of its own.
    web | worker) lead_to_stripe "$1" ;;
    esac
}

# Does one part of the journey. usage: journey PART [FILE]
journey() {
    local said
    said=$(STAFF_PASSWORD=$PASSWORD node tools/containers/journey.mjs "$@") || {
        podman logs --tail 15 "$(container web)" >&2
        podman logs --tail 15 "$(container worker)" >&2
        die "the journey failed: $*"
    }
    say "  $1: $said"
}

# A service runs as somebody who is not root, with a file system that cannot be written.
is_confined() {
    local name
    name=$(container "$1")
    [ "$(podman exec "$name" id -u)" -ne 0 ] || die "$1 runs as root"
    [ "$(podman inspect --format '{{.HostConfig.ReadonlyRootfs}}' "$name")" = true ] || die "$1 can write its file system"
    ! podman exec "$name" touch /app/anything 2>/dev/null || die "$1 wrote into /app"
    podman exec "$name" touch /tmp/anything || die "$1 cannot write its temporary files"
}

# The settings of the running web container as a file for podman.
note_settings() {
    podman inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$(container web)" |
        grep -vE '^(PATH|HOSTNAME|HOME|container|TERM)=' | sed '/^$/d' >"$CONTAINERS/settings.env"
}

# Starts a program beside those of the compose file, with their settings. usage: run_beside NAME IMAGE PORT|'' COMMAND…
run_beside() {
    local name=$PROJECT-$1 image=$2 port=$3 published=()
    shift 3
    [ -z "$port" ] || published=(--publish "127.0.0.1:$port:3000")
    note_settings
    podman run --detach --replace --name "$name" --network "${PROJECT}_default" --read-only --cap-drop all \
        --security-opt no-new-privileges --env-file "$CONTAINERS/settings.env" \
        ${published[@]+"${published[@]}"} "$image" "$@" >/dev/null
    BESIDE+=("$name")
    [ -z "$port" ] || await 60 "$name is ready" curl -fsS "http://127.0.0.1:$port/readyz"
}

# A command in a new container with the settings of the compose file, and others. usage: one_off NAME=VALUE… -- COMMAND…
one_off() {
    local changed=()
    while [ "$1" != -- ]; do
        changed+=(--env "$1")
        shift
    done
    shift
    note_settings
    podman run --rm --network "${PROJECT}_default" --read-only --env-file "$CONTAINERS/settings.env" \
        ${changed[@]+"${changed[@]}"} localhost/stillwater "$@"
}

# A program stops by itself after a signal, with success. usage: stops_by SIGNAL NAME SECONDS
stops_by() {
    local name=$PROJECT-$2 code
    # It must have begun to work.
    await 30 "$2 works" bash -c "podman logs $name 2>&1 | grep -qE 'working|listening'"
    podman kill --signal "$1" "$name" >/dev/null
    await "$3" "$2 ends within $3 s after SIG$1" is_over "$name"
    code=$(podman inspect --format '{{.State.ExitCode}}' "$name")
    [ "$code" = 0 ] || die "$2 ended with $code after SIG$1"
    say "✓ Ended by itself after SIG$1: $2"
}

is_over() { [ "$(podman inspect --format '{{.State.Status}}' "$1")" = exited ]; }

# Heroku: the release command in a shell, a user without a name, a port of its choice, a disk that is gone afterwards.
as_on_heroku() {
    local port
    port=$(free_port 4600)
    note_settings
    podman run --rm --network "${PROJECT}_default" --user 31337:31337 --env-file "$CONTAINERS/settings.env" \
        localhost/stillwater sh -c 'web-api migrate'
    podman run --detach --replace --name "$PROJECT-heroku" --network "${PROJECT}_default" --user 31337:31337 \
        --env-file "$CONTAINERS/settings.env" --env PORT=5678 --publish "127.0.0.1:$port:5678" \
        localhost/stillwater sh -c 'exec web-api serve' >/dev/null
    BESIDE+=("$PROJECT-heroku")
    await 60 "web is ready on the platform's port" curl -fsS "http://127.0.0.1:$port/readyz"
    podman rm --force --time 10 "$PROJECT-heroku" >/dev/null
}

# The limits of time as a client of the pooler sees them, and as Postgres enforces them.
limits_hold() {
    local through=(podman exec --env PGPASSWORD=stillwater "$(container postgres)" psql -XAtq -h pgbouncer -p 6432 -U stillwater)
    [ "$("${through[@]}" -c 'show statement_timeout')" = 15s ] || die "no limit for statements through the pooler"
    ! "${through[@]}" -c 'select pg_sleep(20)' 2>/dev/null || die "a statement of 20 s was not ended"
    say "✓ A statement of 20 s is ended after 15 through the pooler"
}

# What must be saved: Postgres first, then the files that its rows name. The keys are kept elsewhere.
back_up() {
    podman exec "$(container postgres)" pg_dump --username stillwater --format custom stillwater >"$1/postgres.dump"
    bucket_copy "$1" storage:stillwater /backup/bucket
}

# Copies between the bucket and a folder. usage: bucket_copy FOLDER FROM TO
bucket_copy() {
    podman run --rm --network "${PROJECT}_default" --volume "$1:/backup" \
        --env RCLONE_CONFIG_STORAGE_TYPE=s3 --env RCLONE_CONFIG_STORAGE_PROVIDER=Other \
        --env RCLONE_CONFIG_STORAGE_ENDPOINT=http://storage:3900 --env RCLONE_CONFIG_STORAGE_REGION=us-east-1 \
        --env "RCLONE_CONFIG_STORAGE_ACCESS_KEY_ID=$(compose_value S3_ACCESS_KEY_ID)" \
        --env "RCLONE_CONFIG_STORAGE_SECRET_ACCESS_KEY=$(compose_value S3_SECRET_ACCESS_KEY)" \
        --env RCLONE_CONFIG=/tmp/rclone.conf localhost/proxies rclone sync --checksum "$2" "$3"
}

# A fixed value of docker-compose.yml. usage: compose_value S3_ACCESS_KEY_ID
compose_value() { sed -nE "s/^ +$1: &[a-z_]+ (.+)$/\\1/p" docker-compose.yml; }

# Restores into empty servers and starts the product. Redis stays empty: it holds nothing that is not in Postgres.
restore() {
    start_servers_of_compose
    podman exec -i "$(container postgres)" pg_restore --username stillwater --dbname stillwater --no-owner --exit-on-error <"$1/postgres.dump"
    bucket_copy "$1" /backup/bucket storage:stillwater
    start_product
}

# The commit of the release of before: PREVIOUS, or that before the newest migration.
release_before() {
    local newest
    if [ -n "${PREVIOUS:-}" ]; then
        git rev-parse --short "$PREVIOUS"
        return
    fi
    newest=$(git log -1 --format=%h --diff-filter=A -- migrations/'*.sql')
    git rev-parse --short "$newest^"
}

# Old programs over their schema, then the new schema under them, then both, then the new ones alone; and all the way back.
upgrade() {
    local old new
    choose_settings
    old=$WEB_PORT new=$(free_port 4850)
    STILLWATER_IMAGE=localhost/stillwater-before
    start_product
    STILLWATER_IMAGE=localhost/stillwater
    under_load 20 "the old release while the new schema comes" "$old" -- one_off -- web-api migrate
    run_beside new-web localhost/stillwater "$new" web-api serve
    run_beside new-worker localhost/stillwater '' worker run
    under_load 20 "old and new side by side" "$old" "$new" -- true
    podman stop --time 30 "$(container web)" "$(container worker)" >/dev/null
    WEB_PORT=$new journey short
    under_load 15 "the new release alone" "$new" -- true
    podman start "$(container web)" "$(container worker)" >/dev/null
    await_ready
    under_load 15 "both, on the way back" "$old" "$new" -- true
    podman stop --time 30 "$PROJECT-new-web" "$PROJECT-new-worker" >/dev/null
    journey short
    say "✓ The release of before and this one ran side by side, forwards and back, and no call failed"
}

# Load on each port while something happens. usage: under_load SECONDS "what" PORT… -- COMMAND…
under_load() {
    local seconds=$1 what=$2 pids=() pid port status=0
    shift 2
    while [ "$1" != -- ]; do
        WEB_PORT=$1 journey load "$seconds" &
        pids+=("$!")
        shift
    done
    shift
    "$@" >&2 || status=1
    for pid in "${pids[@]}"; do wait "$pid" || status=1; done
    [ "$status" -eq 0 ] || die "calls failed with $what"
    say "✓ No call failed with $what"
}

# Stops and removes the containers, volumes and network of this clone.
stop_product() {
    local name
    for name in ${BESIDE[@]+"${BESIDE[@]}"}; do podman rm --force --time 5 "$name" >/dev/null 2>&1 || true; done
    BESIDE=()
    name=$(podman ps --all --quiet --filter "name=^$PROJECT")
    # shellcheck disable=SC2086  # the ids are words
    [ -z "$name" ] || podman rm --force --time 10 --volumes $name >/dev/null 2>&1 || true
    name=$(podman volume ls --quiet | grep "^$PROJECT" || true)
    # shellcheck disable=SC2086  # the names are words
    [ -z "$name" ] || podman volume rm --force $name >/dev/null 2>&1 || true
    podman network rm --force "${PROJECT}_default" >/dev/null 2>&1 || true
}

# At the end, whatever happened.
stop_all_containers() { [ -z "${CONTAINERS_CONF:-}" ] || stop_product; }

# Deletes everything that this clone has made for containers.
clean_containers() {
    stop_product
    podman rmi --all --force >/dev/null 2>&1 || true
    umount "$CONTAINERS/storage/overlay" 2>/dev/null || true
    rm -rf "${CONTAINERS:?}" "${CONTAINERS_RUN:?}"
    say "✓ Deleted"
}
