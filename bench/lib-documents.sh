# shellcheck shell=bash
# What the benches of documents share: one worker on a private stack, and the memory of what reads. Read with `.` after
# lib.sh, lib-servers.sh, lib-build.sh and lib-run.sh.

PIDS=()
WATCH=''

# Ends what was started, and wipes the private servers.
clean_up_documents() {
    stop_beat
    stop_step
    [ -z "$WATCH" ] || kill "$WATCH" 2>/dev/null || true
    [ "${#PIDS[@]}" -eq 0 ] || stop_all 10 "${PIDS[@]}"
    wipe_servers bench
}

# The peak memory of any process that reads a document, sampled every 50 ms, in kB. It starts no process for each sample:
# on two cores that would take a fifth of what is measured. usage: watch_readers WORKER FILE
watch_readers() {
    exec python3 - "$1" "$2" <<'WATCH'
import glob, sys, time

worker, file = sys.argv[1:]
peak = 0
while True:
    for children in glob.glob(f"/proc/{worker}/task/*/children"):
        try:
            for pid in open(children).read().split():
                status = open(f"/proc/{pid}/status").read()
                size = int(status.partition("VmHWM:")[2].split()[0])
                if size > peak:
                    peak = size
                    open(file, "w").write(f"{peak}\n")
        except (OSError, IndexError):
            pass  # It has ended meanwhile.
    time.sleep(0.05)
WATCH
}

# Starts a Postgres that waits for the disk, a Redis and one worker, and watches its readers.
start_document_worker() {
    wipe_servers bench
    DATABASE_URL=$(start_postgres bench)
    REDIS_URL=$(start_redis bench)
    STORAGE_URL=$LOCAL/bench/storage
    ENC_KEYS=bench:$(head -c 32 /dev/urandom | base64)
    export DATABASE_URL REDIS_URL STORAGE_URL ENC_KEYS APP_ENV=production TRUSTED_PROXY_HOPS=0 RUST_LOG=warn
    PASSWORD=$(head -c 12 /dev/urandom | base64)
    ADMIN_PASSWORD_HASH=$(printf '%s' "$PASSWORD" | target/release/web-api hash-password)
    PORT=$(free_port 3700)
    export ADMIN_PASSWORD_HASH PORT
    target/release/web-api migrate
    target/release/worker run >>"$LOCAL/bench/worker.log" 2>&1 &
    PIDS+=($!)
    printf '0\n' >"$LOCAL/bench/reader-peak"
    watch_readers "${PIDS[0]}" "$LOCAL/bench/reader-peak" &
    WATCH=$!
    until psql -qAtX "$DATABASE_URL" -c "select 1 from job where schedule_key like 'index_passages%'" 2>/dev/null | grep -q 1; do
        kill -0 "${PIDS[0]}" || die "the worker did not start"
        sleep 0.1
    done
    MEMORY_BEFORE=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/${PIDS[0]}/status")
    # Resets the peak: loading the models takes more for a moment.
    echo 5 >"/proc/${PIDS[0]}/clear_refs"
}

# Prints the peak memory of the worker and of its readers.
print_peak_memory() {
    printf 'peak memory: worker %s MB (%s MB before the first document), reader %s MB\n' \
        "$(awk '/^VmHWM/ { print int($2 / 1024) }' "/proc/${PIDS[0]}/status")" \
        "$MEMORY_BEFORE" "$(($(cat "$LOCAL/bench/reader-peak") / 1024))"
}
