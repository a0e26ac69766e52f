# shellcheck shell=bash
# What a change can reach: which steps of bin/test, and which tests within them. Read with `.` after lib.sh.
#
# A step that is not named here is always run. What is left out is said, with the reason. What is compared with the regular
# expressions is the path of each changed file.

# Names of the changed files, and what they leave of the tests: a filter of nextest, a commit for vitest and playwright.
CHANGED='' REACHED_RUST='' REACHED_FRONTEND='' REACHED_BROWSER=''

# Notes which files are others than at that commit, committed or not. usage: look_at_changes COMMIT|last
look_at_changes() {
    local since=$1
    if [ "$since" = last ]; then
        since=$(cat "$LOCAL/test-passed" 2>/dev/null) || die "All of it has not passed in this clone yet: name a commit, as in bin/test --changed HEAD~3"
    fi
    git rev-parse --quiet --verify "$since^{commit}" >/dev/null || die "$since is no commit"
    CHANGED=$({ git diff --name-only "$since" && git ls-files --others --exclude-standard; } | sort -u)
    say "Changed since $(git log -1 --format='%h, %s' "$since"): $(grep -c . <<<"$CHANGED" || true) files"
    note_reached_rust
    REACHED_FRONTEND=$since
    # What the screens are made of may show anywhere; a journey that was changed shows in itself.
    if ! touches "$(a_running_product)"; then REACHED_BROWSER=$since; fi
}

# Is a changed file of this kind? usage: touches REGULAR-EXPRESSION
touches() { grep -qE "$1" <<<"$CHANGED"; }

# What makes a difference to somebody who uses the product in a browser.
a_running_product() {
    printf '%s' '^(care|shared|stripe-standin|web-api|worker|content|migrations)/|^Cargo|^frontend/(src|public|tools|[^/]*$)|^bin/lib|^frontend/e2e/doubles/'
}

# Which Rust tests: those of the crates that were changed, and of all that use them or start their programs.
note_reached_rust() {
    local reached=()
    # Settings of the build, and the scripts that start servers, reach everything.
    if touches '^(Cargo|\.cargo/|\.config/|bin/lib|tools/(linker|pdfium))'; then return 0; fi
    # Content and models are read by the tests of every crate.
    touches '^(care|content)/' && reached+=('rdeps(care)')
    touches '^(shared|migrations)/' && reached+=('rdeps(shared)')
    touches '^stripe-standin/' && reached+=('package(stripe-standin)' 'package(shared)' 'package(web-api)' 'package(worker)')
    touches '^(web-api/|frontend/src/app/tokens\.css)' && reached+=('package(web-api)' 'package(worker)')
    touches '^worker/' && reached+=('package(worker)')
    # These compare what Rust says with a file of another place.
    touches '^frontend/' && reached+=('package(web-api) & (test(frontend::) | test(admin_jobs::))')
    touches '^(docker-compose\.yml|\.env\.example)$' && reached+=('package(shared) & test(config::)')
    [ "${#reached[@]}" -gt 0 ] || return 0
    REACHED_RUST=$(printf ' | (%s)' "${reached[@]}")
    REACHED_RUST=${REACHED_RUST# | }
}

# Can the change reach this step? Says so if it cannot. usage: is_reached "what is checked"
is_reached() {
    local by
    case $1 in
    format) by='\.rs$|^rustfmt' ;;
    operations) by='/src/.*\.rs$|^docs/|^deploy/|^Dockerfile|^tools/check-operations' ;;
    'build, clippy and queries' | content)
        by="$(a_running_product)|\\.rs$|^(frontend|tools)/|^\\.(cargo|config|sqlx)/|^docker-compose|^\\.env\\.example"
        ;;
    'layers and licences') by='Cargo\.|package(-lock)?\.json$|\.rs$|^tools/check-dependencies' ;;
    'unused dependencies') by='Cargo\.|\.rs$' ;;
    documentation | 'tests in the documentation') by='\.rs$|Cargo\.' ;;
    'migrations and the code before them') by='^migrations/|^\.sqlx/|^tools/check-migrations' ;;
    'tests of the program') by="$(a_running_product)|^\\.(cargo|config|sqlx)/|^frontend/|^docker-compose|^\\.env\\.example|^tools/(linker|pdfium)" ;;
    'fuzz targets') by='^(care|fuzz)/|^shared/src/(document|payments|subscription)/|^worker/src/pdf/|^content/' ;;
    'contract is fresh' | 'contract under odd requests') by='^(care|shared|web-api|stripe-standin|content|migrations)/|^Cargo|^tools/(try-contract|schemathesis)' ;;
    'generated client is fresh') by='^web-api/|^frontend/(src/lib/api/|package)' ;;
    'frontend: checks' | 'frontend: tests') by='^frontend/|^content/|^care/|^web-api/openapi' ;;
    browser) by="$(a_running_product)|^frontend/" ;;
    *) return 0 ;;
    esac
    touches "$by" && return
    say "  left out: $1 (nothing that it looks at was changed)"
    return 1
}
