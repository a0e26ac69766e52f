# shellcheck shell=bash
# How program, content and frontend are built, each only if it is stale. Read with `.` after lib.sh.

# Queries are checked against .sqlx/, not against a database that happens to run.
export SQLX_OFFLINE=true

# The scripts look for the programs here, wherever this machine usually builds.
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

# Lists the files below the given folders, without generated and installed ones.
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

# Compiles the programs. usage: compile debug|preview|release [option of cargo…]
compile() {
    local profile=$1
    shift
    [ "$profile" != debug ] || profile=dev
    cargo build --locked --profile "$profile" --workspace --bins "$@"
}

# Builds the programs into target/PROFILE. usage: build_program debug|preview|release
build_program() {
    case $1 in
    debug) step "Building the program (the first time takes some minutes)" compile debug ;;
    *) step "Building the program, optimised (the first time takes long)" compile "$1" ;;
    esac
}

# Makes clippy the compiler of our crates from here on, so that what is linted is what is built and tested. Cargo shares
# nothing between a clippy check and a build: without this, dependencies would be compiled twice.
compile_with_clippy() {
    RUSTC_WORKSPACE_WRAPPER=$(rustc --print sysroot)/bin/clippy-driver
    [ -x "$RUSTC_WORKSPACE_WRAPPER" ] || die "clippy is missing: rustup component add clippy"
    # The way cargo-clippy passes its arguments on.
    export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__'
}

# Builds and lints everything: programs, tests and examples.
build_with_tests() {
    compile_with_clippy
    cargo build --locked --workspace --all-targets
}

# Writes the documentation of our libraries if their sources have changed, with warnings as errors. It reuses the build,
# as the doc tests do: `cargo doc` would check every library again, and cargo writes it anew every time.
document_libraries() {
    local wanted stamp=$CARGO_TARGET_DIR/documented
    wanted=$(fingerprint_below care content-tools shared stripe-standin testing web-api worker Cargo.toml Cargo.lock)
    [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && say "The documentation is of these sources" && return
    RUSTDOC=$ROOT/tools/rustdoc RUSTDOCFLAGS='-D warnings' cargo test --locked --quiet --workspace --doc || return
    printf '%s\n' "$wanted" >"$stamp"
}

# The fingerprint of what the content is made from: words, data, and the code that packs them and trains models.
content_sources() {
    fingerprint_below content care content-tools/src shared/src/content shared/src/content.rs tools \
        shared/src/screening.rs Cargo.lock
}

# Is content/build made from what is here?
content_is_fresh() { [ "$(cat content/build/.made-from 2>/dev/null)" = "$(content_sources)" ]; }

# Runs `content-tools build` unless the content is fresh. usage: build_content PATH-OF-CONTENT-TOOLS
build_content() {
    local sources
    if content_is_fresh; then return; fi
    sources=$(content_sources)
    rm -f content/build/.made-from
    step "Building the content" "$1" build
    printf '%s\n' "$sources" >content/build/.made-from
}

# Builds the programs and the content. If both are stale, the content is built while the programs compile.
# usage: build_program_and_content debug|preview|release
build_program_and_content() {
    local sources
    if content_is_fresh; then
        build_program "$1"
        return
    fi
    sources=$(content_sources)
    rm -f content/build/.made-from
    step "Building the program and the content (the first time takes some minutes)" compile_with_content "$1"
    printf '%s\n' "$sources" >content/build/.made-from
}

# Compiles all programs, and builds the content as soon as cargo says that content-tools among them is there: it trains
# the models while the rest compiles, and no core waits for the other. usage: compile_with_content debug|preview|release
compile_with_content() {
    local line content='' status=1
    while IFS= read -r line; do
        case $line in
        *'"executable":"'*'/content-tools"'*) "target/$1/content-tools" build & content=$! ;;
        'status '*) status=${line#status } ;;
        esac
    done < <(
        compile "$1" --message-format json-render-diagnostics && status=0 || status=$?
        printf 'status %s\n' "$status"
    )
    [ -z "$content" ] || wait "$content" || status=$?
    return "$status"
}

# Builds what a bench measures: the release programs, their content, and the named examples.
# usage: build_for_bench [EXAMPLE…]
build_for_bench() {
    local example examples=()
    build_program_and_content release
    for example in "$@"; do examples+=(--example "$example"); done
    [ "$#" -eq 0 ] || cargo build --locked --release --quiet --workspace "${examples[@]}"
}

# The fingerprint of all sources of the frontend.
frontend_sources() {
    # Separate, because files_below leaves content/build out.
    fingerprint content/build/app/* && fingerprint_below frontend
}

# Records that frontend/dist is up to date. The record is elsewhere, because everything in dist is served.
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
