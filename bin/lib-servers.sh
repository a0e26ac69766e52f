# shellcheck shell=bash
# A private Postgres and a private Redis under .local/NAME: own data, own socket, own port.
# No server that was already there is touched. Read with `.` after lib.sh.
#
# Postgres listens on a Unix socket only, Redis on a free port of the loopback address.
# A name that begins with "test" gets a Postgres that does not wait for the disk.

# Runs a command as the user who owns the private Postgres (it refuses to run as root).
as_postgres() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && runuser -u postgres -- "$@")
    else
        "$@"
    fi
}

# The folder with initdb and pg_ctl: Debian's newest, else Homebrew's, else the one on the PATH.
postgres_bin() {
    local folder best='' best_version=0 version
    for folder in /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin \
        /usr/local/opt/postgresql@*/bin /usr/pgsql-*/bin; do
        if ! [ -x "$folder/initdb" ] || ! [ -x "$folder/postgres" ]; then continue; fi
        version=$(printf '%s' "$folder" | tr -dc '0-9')
        if [ "$version" -gt "$best_version" ]; then
            best=$folder
            best_version=$version
        fi
    done
    if [ -z "$best" ] && have initdb && have postgres; then
        best=$(dirname "$(command -v initdb)")
    fi
    [ -n "$best" ] && printf '%s\n' "$best"
}

# The data folder of the private Postgres: under .local if its owner has access. For tests it is in memory where there
# is room: each test has a database of a thousand small files, and creating them on disk takes longer than the test.
postgres_folder() {
    local name=$1 here=$LOCAL/$1/postgres elsewhere there
    elsewhere=$(folder_elsewhere "$name")
    there=$elsewhere/$name/postgres
    mkdir -p "$LOCAL/$name"
    if [ -d "$there" ] || [[ $elsewhere == /dev/shm/* ]] || ! as_postgres test -x "$LOCAL/$name"; then
        mkdir -p "$there"
        [ -O "$elsewhere" ] || die "$elsewhere belongs to somebody else"
        printf '%s\n' "$there"
    else
        mkdir -p "$here"
        printf '%s\n' "$here"
    fi
}

# The folder outside this clone for its servers of that name.
folder_elsewhere() {
    local name free=0
    name=stillwater-$(clone_id)
    case $1 in test*) free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }') ;; esac
    if [ -d "/dev/shm/$name/$1" ] || { [ -w /dev/shm ] && [ "${free:-0}" -gt 2000000 ]; }; then
        printf '/dev/shm/%s\n' "$name"
    else
        printf '/var/tmp/%s\n' "$name"
    fi
}

# The short folder of the sockets (a socket's path must stay under 107 bytes), created if it is missing.
socket_folder() {
    local note=$LOCAL/$1/socket-folder folder
    if [ -f "$note" ]; then
        folder=$(cat "$note")
        if [ -d "$folder" ] && [ -O "$folder" ]; then
            printf '%s\n' "$folder"
            return
        fi
    fi
    folder=$(mktemp -d /tmp/stillwater-XXXXXX)
    chmod 755 "$folder"
    mkdir -p "$folder/pg"
    [ "$(id -u)" -ne 0 ] || chown postgres "$folder/pg"
    printf '%s\n' "$folder" >"$note"
    printf '%s\n' "$folder"
}

# A UTF-8 locale of this machine.
utf8_locale() {
    case $(locale -a 2>/dev/null) in
    *C.UTF-8* | *C.utf8*) printf 'C.UTF-8\n' ;;
    *en_US.UTF-8*) printf 'en_US.UTF-8\n' ;;
    *) printf 'C\n' ;;
    esac
}

# Starts the private Postgres unless it runs, and prints its URL.
start_postgres() {
    local name=$1 bin folder sockets options='' tries
    bin=$(postgres_bin) || die "no Postgres server found; bin/setup installs one"
    if [ "$(id -u)" -eq 0 ] && ! { have runuser && id postgres >/dev/null 2>&1; }; then
        die "Postgres refuses to run as root, and there is no user 'postgres' to run it as"
    fi
    folder=$(postgres_folder "$name")
    sockets=$(socket_folder "$name")
    [ "$(id -u)" -ne 0 ] || chown postgres "$folder"
    if [ ! -f "$folder/ready" ]; then
        rm -rf "$folder/data"
        as_postgres "$bin/initdb" -D "$folder/data" -U app --auth=trust --no-sync -E UTF8 \
            --locale="$(utf8_locale)" >"$LOCAL/$name/initdb.log" 2>&1 ||
            die "initdb failed: $(tail -n 5 "$LOCAL/$name/initdb.log")"
        touch "$folder/ready"
    fi
    case $name in test*) options='-c fsync=off -c synchronous_commit=off -c full_page_writes=off' ;; esac
    for tries in {1..60}; do
        ! as_postgres "$bin/pg_isready" -q -h "$sockets/pg" -p 5432 || break
        # A server that was killed counts as running until it is reaped, and its memory is held until its last statement
        # is through.
        if ! as_postgres "$bin/pg_ctl" -D "$folder/data" status >/dev/null 2>&1; then
            ! as_postgres "$bin/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/log" \
                -o "-p 5432 -k $sockets/pg -c listen_addresses='' -c max_connections=300 $options" \
                start >/dev/null 2>&1 || break
            tail -n 5 "$folder/log" | grep -q 'pre-existing shared memory block' ||
                die "Postgres did not start: $(tail -n 5 "$folder/log")"
        fi
        [ "$tries" -lt 60 ] || die "Postgres does not answer: $(tail -n 5 "$folder/log")"
        sleep 1
    done
    if ! as_postgres "$bin/psql" -h "$sockets/pg" -p 5432 -U app -d postgres -Atqc \
        "select 1 from pg_database where datname = 'stillwater'" | grep -q 1; then
        as_postgres "$bin/createdb" -h "$sockets/pg" -p 5432 -U app stillwater
    fi
    printf 'postgres://app@localhost:5432/stillwater?host=%s\n' "$sockets/pg"
}

# Does the private Redis of this folder answer?
redis_answers() {
    [ -f "$1/port" ] && [ -f "$1/pid" ] && kill -0 "$(cat "$1/pid")" 2>/dev/null &&
        [ "$(redis-cli -h 127.0.0.1 -p "$(cat "$1/port")" config get dir 2>/dev/null | tail -n 1)" = "$1" ]
}

# Starts the private Redis unless it runs, and prints its URL.
start_redis() {
    local name=$1 folder=$LOCAL/$1/redis first port attempt tries
    have redis-server || die "no redis-server found; bin/setup installs one"
    mkdir -p "$folder"
    # Each name starts at another port, so that no other Redis takes the port of one that a rehearsed fault has stopped.
    first=$((6390 + $(printf '%s' "$name" | cksum | cut -d ' ' -f 1) % 1000 * 8))
    for attempt in 1 2 3 4 5; do
        redis_answers "$folder" && break
        port=$(free_port $((first + attempt)))
        printf '%s\n' "$port" >"$folder/port"
        # The path goes in on stdin, quoted: it may hold spaces.
        printf '%s\n' 'bind 127.0.0.1' "port $port" 'daemonize yes' "dir \"$folder\"" \
            "pidfile \"$folder/pid\"" "logfile \"$folder/log\"" 'databases 64' \
            'appendonly yes' 'save ""' 'maxmemory-policy noeviction' |
            redis-server - >/dev/null 2>&1 || true
        tries=0
        while [ "$tries" -lt 50 ] && ! redis_answers "$folder"; do
            sleep 0.1
            tries=$((tries + 1))
        done
    done
    redis_answers "$folder" || die "Redis did not start: $(tail -n 5 "$folder/log" 2>/dev/null)"
    printf 'redis://127.0.0.1:%s\n' "$(cat "$folder/port")"
}

# Stops the private servers of that name and removes their socket folder; the data stays.
stop_servers() {
    local name=$1 bin folder
    [ -d "$LOCAL/$name" ] || return 0
    folder=$(postgres_folder "$name")
    if [ -f "$folder/data/postmaster.pid" ] && bin=$(postgres_bin); then
        as_postgres "$bin/pg_ctl" -D "$folder/data" -m fast -w -t 30 stop >/dev/null 2>&1 || true
    fi
    if redis_answers "$LOCAL/$name/redis"; then
        stop_process "$(cat "$LOCAL/$name/redis/pid")" 15
    fi
    if [ -f "$LOCAL/$name/socket-folder" ]; then
        rm -rf "$(cat "$LOCAL/$name/socket-folder")" "$LOCAL/$name/socket-folder"
    fi
}

# Deletes all data of the private servers of that name.
wipe_servers() {
    local folder
    stop_servers "$1"
    rm -rf "$(postgres_folder "$1")" "${LOCAL:?}/$1"
    # The parent folders are deleted too, if they are empty.
    for folder in "/var/tmp/stillwater-$(clone_id)" "/dev/shm/stillwater-$(clone_id)"; do
        rm -rf "${folder:?}/$1"
        rmdir "$folder" 2>/dev/null || true
    done
}
