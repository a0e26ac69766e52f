# shellcheck shell=bash
# What a change can reach: which steps of bin/test, and which tests within them. Read with `.` after lib.sh.
#
# A step that is not named here always runs. Skipped steps are printed with the reason. The regular expressions match
# the path of each changed file.

# The changed files, and the tests they leave to run: a filter for nextest, a commit for vitest and playwright.
CHANGED='' REACHED_RUST='' REACHED_FRONTEND='' REACHED_BROWSER=''

# Lists the files changed since that commit, committed or not. usage: look_at_changes COMMIT|last
look_at_changes() {
    local since=$1
    if [ "$since" = last ]; then
        since=$(cat "$LOCAL/test-passed" 2>/dev/null) || die "All of it has not passed in this clone yet: name a commit, as in bin/test --changed HEAD~3"
    fi
    git rev-parse --quiet --verify "$since^{commit}" >/dev/null || die "$since is no commit"
    CHANGED=$({ git diff --no-renames --name-only "$since" && git ls-files --others --exclude-standard; } | sort -u)
    say "Changed since $(git log -1 --format='%h, %s' "$since"): $(grep -c . <<<"$CHANGED" || true) files"
    note_reached_rust
    REACHED_FRONTEND=$since
    # A change of shared screen code may affect any journey; a changed journey affects only itself.
    if ! touches "$(a_running_product)"; then REACHED_BROWSER=$since; fi
}

# Is a changed file of this kind? usage: touches REGULAR-EXPRESSION
touches() { grep -qE "$1" <<<"$CHANGED"; }

# Everything that can affect the product in a browser.
a_running_product() {
    printf '%s' '^(care|content-tools|shared|stripe-standin|web-api|worker|content|migrations)/|^Cargo|^frontend/(src|public|tools|[^/]*$)|^bin/lib|^frontend/e2e/doubles/'
}

# The Rust tests to run: those of the changed crates, and of all crates that use them or start their programs.
note_reached_rust() {
    local reached=()
    # Build settings and the scripts that start servers affect everything.
    if touches '^(Cargo|\.cargo/|\.config/|bin/lib|tools/(linker|pdfium))'; then return 0; fi
    # The tests of every crate read content and models.
    touches '^(care|content|content-tools/src)/' && reached+=('rdeps(simd)')
    touches '^content-tools/' && reached+=('package(content-tools)')
    touches '^(shared|migrations)/' && reached+=('rdeps(shared)')
    touches '^testing/' && reached+=('rdeps(testing)')
    touches '^stripe-standin/' && reached+=('package(stripe-standin)' 'package(shared)' 'package(web-api)' 'package(worker)')
    touches '^(web-api/|frontend/src/app/tokens\.css)' && reached+=('package(web-api)' 'package(worker)')
    touches '^worker/' && reached+=('package(worker)')
    # These tests compare Rust code with a file elsewhere.
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
    'layers and licences') by='Cargo\.|package(-lock)?\.json$|\.rs$|^deny\.toml|^tools/check-dependencies' ;;
    'unused dependencies') by='Cargo\.|\.rs$' ;;
    documentation | 'tests in the documentation') by='\.rs$|Cargo\.' ;;
    'migrations and the code before them') by='^migrations/|^\.sqlx/|^tools/check-migrations' ;;
    'tests of the program') by="$(a_running_product)|^testing/|^\\.(cargo|config|sqlx)/|^frontend/|^docker-compose|^\\.env\\.example|^tools/(linker|pdfium)" ;;
    'fuzz targets') by='^(care|content-tools|fuzz)/|^shared/src/(document|payments|subscription)/|^worker/src/pdf/|^content/' ;;
    'contract is fresh' | 'contract under odd requests') by='^(care|content-tools|shared|web-api|stripe-standin|content|migrations)/|^Cargo|^tools/(try-contract|schemathesis)' ;;
    'generated client is fresh') by='^web-api/|^frontend/(src/lib/api/|package)' ;;
    'frontend: checks' | 'frontend: tests') by='^frontend/|^content/|^content-tools/|^care/|^web-api/openapi' ;;
    browser) by="$(a_running_product)|^frontend/" ;;
    *) return 0 ;;
    esac
    touches "$by" && return
    say "  left out: $1 (nothing that it looks at was changed)"
    return 1
}
