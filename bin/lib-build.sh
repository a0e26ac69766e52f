# shellcheck shell=bash
# How program, content and frontend are built, each only if it is stale. Read with `.` after lib.sh.

# Queries are checked against .sqlx/, not against whatever database is at hand.
export SQLX_OFFLINE=true

# The programs are looked for here, wherever else this machine usually builds.
export CARGO_TARGET_DIR="$ROOT/target"

# Prints the path of a Chromium for the browser tests: the one in CHROMIUM, or the machine's. The headless shell comes
# first: the same engine without the windows of a desktop, which take a third of the time.
find_chromium() {
    local name
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome \
        '/Applications/Chromium.app/Contents/MacOS/Chromium' \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
        if [ -n "$name" ] && have "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

# Lists the files below the given folders, without what is made from them or installed.
files_below() {
    find "$@" \( -name node_modules -o -name dist -o -path content/build -o -name test-results \
        -o -name playwright-report \) -prune -o -type f -print
}

# The fingerprint of all files below the given folders and files.
fingerprint_below() {
    local path files=()
    while IFS= read -r path; do files+=("$path"); done < <(files_below "$@")
    fingerprint ${files[@]+"${files[@]}"}
}

# Installs the npm packages of a folder when its lock has changed.
ensure_npm() {
    local folder=$1 wanted stamp=$1/node_modules/.installed
    [ -f "$folder/package-lock.json" ] || die "$folder/package-lock.json is missing"
    wanted=$(fingerprint "$folder/package.json" "$folder/package-lock.json")
    [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && return
    step "Installing the packages of $folder/" npm ci --prefix "$folder" --no-audit --no-fund
    mkdir -p "$folder/node_modules"
    printf '%s\n' "$wanted" >"$stamp"
}

# Builds the programs into target/PROFILE. usage: build_program debug|preview|release
build_program() {
    case $1 in
    debug) step "Building the program (the first time takes some minutes)" cargo build --locked --workspace --bins ;;
    *) step "Building the program, optimised (the first time takes long)" cargo build --locked --profile "$1" --workspace --bins ;;
    esac
}

# Lets clippy be the compiler of our crates from here on. What is linted is then what is built and tested: cargo shares
# nothing between a check by clippy and a build, and the libraries that we use would be compiled twice.
compile_with_clippy() {
    RUSTC_WORKSPACE_WRAPPER=$(rustc --print sysroot)/bin/clippy-driver
    [ -x "$RUSTC_WORKSPACE_WRAPPER" ] || die "clippy is missing: rustup component add clippy"
    # As cargo-clippy hands its arguments on.
    export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__'
}

# Builds and lints everything: programs, tests and examples.
build_with_tests() {
    compile_with_clippy
    cargo build --locked --workspace --all-targets
}

# Writes the documentation of our libraries, with warnings as errors. It is made from what the build has left: cargo
# runs the tests in the documentation on that, and `cargo doc` would have every library checked anew.
document_libraries() {
    RUSTDOC=$ROOT/tools/rustdoc RUSTDOCFLAGS='-D warnings' cargo test --locked --quiet --workspace --doc
}

# Runs `worker build-content` if words, data or the code that packs and teaches them have changed.
# usage: build_content PATH-OF-WORKER
build_content() {
    local wanted
    wanted=$(fingerprint_below content care shared/src/content shared/src/content.rs tools \
        shared/src/screening.rs worker/src/build_content worker/src/build_content.rs Cargo.lock)
    [ "$(cat content/build/.made-from 2>/dev/null)" = "$wanted" ] && return
    rm -f content/build/.made-from
    step "Building the content" "$1" build-content
    printf '%s\n' "$wanted" >content/build/.made-from
}

# Builds what a bench measures: the program as it is deployed, its content, and the examples that are named.
# usage: build_for_bench [EXAMPLE…]
build_for_bench() {
    local example examples=()
    build_program release
    for example in "$@"; do examples+=(--example "$example"); done
    [ "$#" -eq 0 ] || cargo build --locked --release --quiet --workspace "${examples[@]}"
    build_content target/release/worker
}

# The fingerprint of all that the frontend is built from.
frontend_sources() {
    # Its own line: files_below leaves content/build out.
    fingerprint content/build/app/* && fingerprint_below frontend
}

# Notes that frontend/dist is up to date. The note lies elsewhere: everything in dist is served.
note_frontend() {
    mkdir -p "$LOCAL"
    frontend_sources >"$LOCAL/frontend-made-from"
}

# Builds the frontend if its files or the content in it have changed.
build_frontend() {
    if [ -f frontend/dist/index.html ] &&
        [ "$(cat "$LOCAL/frontend-made-from" 2>/dev/null)" = "$(frontend_sources)" ]; then
        return
    fi
    step "Building the frontend" npm run --prefix frontend build
    note_frontend
}
