# shellcheck shell=bash
# How web and worker are started by the Procfile's lines, watched and stopped. Read with `.` after lib.sh.

# No colours in a file or a pipe.
[ -t 1 ] || export NO_COLOR=1

# Prints the command of one line of the Procfile. usage: procfile_command web
procfile_command() {
    local command
    command=$(sed -n "s/^$1:[[:space:]]*//p" Procfile)
    [ -n "$command" ] || die "Procfile has no line '$1'"
    printf '%s\n' "$command"
}

# Prefixes each line of a process with its name, as in `web    | …`. Ends with the process, not by Ctrl-C.
prefix_lines() {
    local line
    trap '' INT TERM
    while IFS= read -r line || [ -n "$line" ]; do printf '%-6s | %s\n' "$1" "$line"; done
}

# Starts one line of the Procfile. usage: start_line web target/debug
start_line() {
    local command
    command=$(procfile_command "$1")
    PATH="$ROOT/$2:$PATH" start_command "$1" "$command"
}

# Starts a command in a process group of its own; STARTED_PID is its process. usage: start_command NAME COMMAND
start_command() {
    set -m
    bash -c "exec $2" </dev/null > >(prefix_lines "$1") 2>&1 &
    STARTED_PID=$!
    set +m
    printf '%s %s\n' "$STARTED_PID" "$2" >>"$LOCK/started"
}

# Starts the Stripe stand-in on loopback, and points web and worker at it. Needs PORT, where web will listen, and
# adds its process to PIDS. With a file it goes on where the last run ended.
# usage: start_stripe_stand_in target/debug [FILE]
start_stripe_stand_in() {
    local port
    port=$(free_port 12111)
    start_command stripe "$1/stripe-standin $port http://127.0.0.1:$PORT/api/webhooks/stripe ${2:+$(printf %q "$2")}"
    PIDS+=("$STARTED_PID")
    export STRIPE=standin STRIPE_URL=http://127.0.0.1:$port STRIPE_SECRET_KEY=sk_test_standin \
        STRIPE_PUBLISHABLE_KEY=pk_test_standin STRIPE_PRICE_ID=price_premium_monthly \
        STRIPE_PRICE_ID_YEARLY=price_premium_yearly STRIPE_WEBHOOK_SECRETS=whsec_standin
    for _ in $(seq 100); do ! answers_ok "$port" /stripe.js || return 0; sleep 0.1; done
    die "The stand-in for Stripe does not answer"
}

# Requests a path by HTTP on the loopback address; succeeds if the answer is 200.
# In a subshell, because a connection that breaks would end the whole script.
answers_ok() {
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
        printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
        read -r -t 5 status <&3 || exit 1
        case $status in *' 200 '*) exit 0 ;; *) exit 1 ;; esac
    ) 2>/dev/null
}

# Waits until the web tier is ready, or until one of the processes has ended.
# usage: wait_until_ready PORT SECONDS PID…
wait_until_ready() {
    local port=$1 deadline=$((SECONDS + $2)) pid
    shift 2
    until answers_ok "$port" /readyz; do
        for pid in "$@"; do kill -0 "$pid" 2>/dev/null || return 1; done
        [ "$SECONDS" -lt "$deadline" ] || return 1
        sleep 0.2
    done
}

# Stops processes all at once, and waits for each. usage: stop_all SECONDS PID…
stop_all() {
    local grace=$1 pid
    shift
    for pid in "$@"; do kill -TERM "$pid" 2>/dev/null || true; done
    for pid in "$@"; do
        stop_process "$pid" "$grace"
        wait "$pid" 2>/dev/null || true
    done
}

# Prints the command line of a process, or nothing. Small systems have no `ps`.
command_of() {
    if [ -r "/proc/$1/cmdline" ]; then
        tr '\0' ' ' <"/proc/$1/cmdline" | sed 's/ $//'
    else
        ps -o args= -p "$1" 2>/dev/null || true
    fi
}

# Stops the processes that a killed or interrupted run has left behind, if the recorded ids still belong to them.
stop_left_over() {
    local pid command
    [ -f "$1" ] || return 0
    while read -r pid command; do
        if [ "$(command_of "$pid")" = "$command" ]; then stop_process "$pid" 10; fi
    done <"$1"
}

# Takes the lock for one run of a kind in this clone. usage: take_turn dev
# Fails if another one runs; then LOCK_HOLDER is its process and LOCK_NOTE what it has recorded.
take_turn() {
    local lock=$LOCAL/$1.lock
    mkdir -p "$LOCAL"
    LOCK_HOLDER=''
    if ! mkdir "$lock" 2>/dev/null; then
        LOCK_HOLDER=$(cat "$lock/pid" 2>/dev/null || true)
        LOCK_NOTE=$(cat "$lock/note" 2>/dev/null || true)
        case $(command_of "${LOCK_HOLDER:-0}") in *"/$1"*) return 1 ;; esac
        stop_left_over "$lock/started"
        rm -rf "$lock"
        mkdir "$lock" 2>/dev/null || return 1
    fi
    printf '%s\n' "$$" >"$lock/pid"
    LOCK=$lock
}

# Releases the lock, and stops everything that this run has started and not stopped.
end_turn() {
    [ -n "${LOCK:-}" ] || return 0
    stop_left_over "$LOCK/started"
    rm -rf "$LOCK"
    LOCK=''
}
