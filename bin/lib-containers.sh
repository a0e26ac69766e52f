# shellcheck shell=bash
# Containers with podman and buildah: a storage of their own, base images made on the spot, and the machine's way to the
# package registries handed into builds. Read with `.` after lib.sh.
#
# No registry of images is needed: each base image that our files name is made from Debian's packages, npm's and this
# machine's Rust, under the same name and tag. They prove our files; what else the published images bring they do not.

CONTAINERS=$LOCAL/containers
# Outside the clone: paths of sockets must be short.
CONTAINERS_RUN=/run/stillwater-$(clone_id)
MACHINE=$CONTAINERS/machine

# Points podman and buildah at a storage of this clone, so that no container or image of others is touched.
use_own_storage() {
    mkdir -p "$CONTAINERS/storage" "$CONTAINERS/networks" "$CONTAINERS/volumes" "$CONTAINERS_RUN"
    cat >"$CONTAINERS/storage.conf" <<EOF
[storage]
driver = "overlay"
graphroot = "$CONTAINERS/storage"
runroot = "$CONTAINERS_RUN/storage"
EOF
    # crun needs cgroups that some machines do not have. Limits of open files above the machine's own are refused.
    cat >"$CONTAINERS/containers.conf" <<EOF
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$CONTAINERS_RUN/libpod"
volume_path = "$CONTAINERS/volumes"
[network]
network_backend = "netavark"
network_config_dir = "$CONTAINERS/networks"
EOF
    export CONTAINERS_STORAGE_CONF=$CONTAINERS/storage.conf CONTAINERS_CONF=$CONTAINERS/containers.conf
    export BUILDAH_ISOLATION=chroot BUILDAH_FORMAT=docker TMPDIR=$CONTAINERS/tmp
    mkdir -p "$TMPDIR"
}

# Copies the settings with which this machine reaches the package registries, for the time of a build: they are mounted
# and reach no image.
note_machine() {
    local ca file
    rm -rf "$MACHINE"
    (umask 077 && mkdir -p "$MACHINE")
    MOUNTS=()
    ca=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
    if [ -f "$ca" ]; then
        cp "$ca" "$MACHINE/ca.crt"
    else
        ca=''
    fi
    MOUNTS+=(--volume "$MACHINE:/run/machine:ro")
    { printf '[global]\n'; grep -shE '^[[:space:]]*[a-z-]+[[:space:]]*=' /etc/pip.conf ~/.config/pip/pip.conf | grep -v '^ *cert' || true
        [ -z "$ca" ] || echo 'cert = /run/machine/ca.crt'; } >"$MACHINE/pip.conf"
    { grep -shv '^cafile' ~/.npmrc || true; [ -z "$ca" ] || echo 'cafile=/run/machine/ca.crt'; } >"$MACHINE/npmrc"
    { cat "${CARGO_HOME:-$HOME/.cargo}/config.toml" 2>/dev/null || true; } >"$MACHINE/cargo.toml"
    [ -z "$ca" ] || grep -q '^\[http\]' "$MACHINE/cargo.toml" || printf '[http]\ncainfo = "/run/machine/ca.crt"\n' >>"$MACHINE/cargo.toml"
    MOUNTS+=(--volume "$MACHINE/pip.conf:/etc/pip.conf:ro" --volume "$MACHINE/npmrc:/root/.npmrc:ro")
    MOUNTS+=(--volume "$MACHINE/cargo.toml:/usr/local/cargo/config.toml:ro")
    for file in /etc/apt/apt.conf.d/9*; do
        [ ! -f "$file" ] || cat "$file" >>"$MACHINE/apt.conf"
    done
    [ ! -f "$MACHINE/apt.conf" ] || MOUNTS+=(--volume "$MACHINE/apt.conf:/etc/apt/apt.conf.d/99machine:ro")
}

# Prints the whole name of an image in our files. usage: image_named node:
image_named() {
    local name
    name=$(grep -hoE "(FROM|image:) $1[^ ]+" Dockerfile docker-compose.yml | head -n 1)
    [ -n "$name" ] || die "neither Dockerfile nor docker-compose.yml names an image $1…"
    printf '%s\n' "${name##* }"
}

# The name under which podman looks for an image that our files name. usage: full_name node:22
full_name() {
    case $1 in
    */*) printf 'docker.io/%s\n' "$1" ;;
    *) printf 'docker.io/library/%s\n' "$1" ;;
    esac
}

# Makes an image of Debian as small as the official slim one. usage: make_debian SUITE NAME
make_debian() {
    local archive=$CONTAINERS/$1.tar container path options=()
    ! podman image exists "$2" || return 0
    for path in man doc locale info lintian; do options+=("--dpkgopt=path-exclude=/usr/share/$path/*"); done
    options+=('--dpkgopt=path-include=/usr/share/doc/*/copyright' '--aptopt=APT::Install-Recommends "false"')
    # Without these Debian 12 brings Perl, to merge /usr.
    options+=(--include=usr-is-merged --hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr)
    [ -f "$archive" ] || mmdebstrap --variant=minbase "${options[@]}" "$1" "$archive"
    container=$(buildah from scratch)
    buildah add --quiet "$container" "$archive" / >/dev/null
    buildah config --cmd bash "$container"
    buildah commit --quiet --rm "$container" "$2" >/dev/null
}

# Makes one of the images that stand in for published ones. usage: make_image RECIPE NAME [PART…]
# PART is a file or folder that the recipe copies.
make_image() {
    local recipe=$1 name=$2 context=$CONTAINERS/parts/$1 wanted part
    shift 2
    wanted=$(fingerprint "tools/containers/images/$recipe.Dockerfile" tools/containers/images/*entrypoint tools/containers/images/*.py)
    if podman image exists "$name" && [ "$(podman image inspect --format '{{index .Labels "made-from"}}' "$name")" = "$wanted" ]; then
        return 0
    fi
    mkdir -p "$context"
    for part in "$@"; do cp -R "tools/containers/images/$part" "$context/"; done
    buildah build --quiet --network host "${MOUNTS[@]}" --label "made-from=$wanted" --tag "$name" \
        --build-arg "BOOKWORM=$(full_name "$(image_named debian:)")" --build-arg TRIXIE=localhost/debian:trixie-slim \
        --file "tools/containers/images/$recipe.Dockerfile" "$context" >/dev/null
}

# Fetches Node and npm into a folder as the official image has them. usage: fetch_node VERSION FOLDER
fetch_node() {
    local arch=x64
    [ ! -x "$2/bin/node" ] || return 0
    [ "$(uname -m)" = x86_64 ] || arch=arm64
    rm -rf "$2" "$CONTAINERS/npm"
    npm install --prefix "$CONTAINERS/npm" --no-save --no-audit --no-fund --ignore-scripts "node-linux-$arch@$1" npm@10.9.4
    mkdir -p "$2/bin" "$2/lib/node_modules"
    cp "$CONTAINERS/npm/node_modules/node-linux-$arch/bin/node" "$2/bin/node"
    cp -R "$CONTAINERS/npm/node_modules/npm" "$2/lib/node_modules/npm"
    rm -rf "$CONTAINERS/npm"
}

# Copies this machine's Rust of that version without its documentation. usage: copy_rust VERSION FOLDER
copy_rust() {
    local from
    [ ! -x "$2/bin/cargo" ] || return 0
    from=$(rustc "+$1" --print sysroot 2>/dev/null || rustc --print sysroot)
    [ "$("$from/bin/rustc" --version | cut -d ' ' -f 2)" = "$1" ] || die "the Dockerfile builds with Rust $1, which is not here: rustup toolchain install $1"
    mkdir -p "$2"
    tar -C "$from" --exclude=./share -cf - . | tar -C "$2" -xf -
}

# Builds Garage from its crate, once. usage: build_garage VERSION FILE
build_garage() {
    [ ! -x "$2" ] || return 0
    mkdir -p "$(dirname "$2")"
    # Only what a bucket needs, and little optimised: it is tried here, not measured.
    CARGO_TARGET_DIR=$CONTAINERS/garage CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0 \
        cargo install --locked --root "$CONTAINERS/garage-root" --no-default-features --features bundled-libs,lmdb "garage@$1"
    cp "$CONTAINERS/garage-root/bin/garage" "$2"
    rm -rf "$CONTAINERS/garage" "$CONTAINERS/garage-root"
}

# Makes every image that Dockerfile and compose file name, and those that bin/containers needs beside them.
make_images() {
    local debian node rust garage
    debian=$(full_name "$(image_named debian:)")
    node=$(image_named node:) rust=$(image_named rust:) garage=$(image_named dxflrs/garage:)
    step "Making Debian 12" make_debian bookworm "$debian"
    step "Making Debian 13" make_debian trixie localhost/debian:trixie-slim
    step "Fetching Node" fetch_node "$(version_in "$node")" "$CONTAINERS/parts/node/node"
    step "Copying Rust" copy_rust "$(version_in "$rust")" "$CONTAINERS/parts/rust/rust"
    step "Making the image of Node" make_image node "$(full_name "$node")"
    step "Making the image of Python" make_image python "$(full_name "$(image_named python:)")"
    step "Making the image of Rust" make_image rust "$(full_name "$rust")"
    step "Making the image of Postgres" make_image postgres "$(full_name "$(image_named postgres:)")" postgres-entrypoint
    step "Making the image of Redis" make_image redis "$(full_name "$(image_named redis:)")"
    step "Making the image of the mail catcher" make_image mail "$(full_name "$(image_named axllent/mailpit:)")" mail.py
    step "Making the image of PgBouncer, nginx and HAProxy" make_image proxies localhost/proxies
    step "Building Garage (once; some minutes)" build_garage "$(version_in "$garage")" "$CONTAINERS/parts/garage/garage"
    step "Making the image of Garage" make_image garage "$(full_name "$garage")"
}

# The version in a tag. usage: version_in node:22.1.0-bookworm-slim
version_in() { printf '%s\n' "$1" | sed -E 's/.*:v?([0-9.]+).*/\1/'; }

# Builds the image of a commit, or of what is checked out here, from committed files. Files that are as at the last build
# keep their time, so that cargo compiles only what changed. usage: build_product COMMIT NAME
build_product() {
    local context=$CONTAINERS/context commit tree
    commit=$(git rev-parse --verify "$1^{commit}")
    if podman image exists "$2" && [ "$(podman image inspect --format '{{index .Labels "commit"}}' "$2")" = "$commit" ]; then
        say "  $2 is of $commit already"
        return 0
    fi
    tree=$(mktemp -d "$CONTAINERS/tree-XXXXXX")
    mkdir -p "$context"
    git archive "$commit" | tar -x -C "$tree"
    # An older commit is built by the Dockerfile of today: its base images are those that are here.
    [ "$commit" = "$(git rev-parse HEAD)" ] || git archive HEAD Dockerfile bin/build bin/lib.sh | tar -x -C "$tree"
    synchronise "$tree" "$context"
    rm -rf "$tree"
    # The stage with the programs first: it has the stand-in for Stripe, too.
    [ "$2" != localhost/stillwater ] || build_stage "$context" localhost/stillwater-tools --target program
    build_stage "$context" "$2" --label "commit=$commit"
}

# usage: build_stage CONTEXT NAME [OPTION…]
build_stage() {
    local context=$1 name=$2
    shift 2
    buildah build --network host --layers "${MOUNTS[@]}" --tag "$name" --build-arg BUILD_PROFILE="${BUILD_PROFILE:-preview}" "$@" \
        --file "$context/Dockerfile" "$context"
}

# Makes a folder the same as another one; what is equal stays untouched, what differs gets the time of now.
# usage: synchronise FROM TO
synchronise() {
    local path
    (cd "$2" && find . \( -type f -o -type l \) -print0) | while IFS= read -r -d '' path; do
        [ -e "$1/$path" ] || [ -L "$1/$path" ] || rm -f "${2:?}/$path"
    done
    (cd "$1" && find . -type f -print0) | while IFS= read -r -d '' path; do
        if cmp -s "$1/$path" "$2/$path" && [ "$(stat -c %a "$1/$path")" = "$(stat -c %a "$2/$path")" ]; then continue; fi
        mkdir -p "$2/$(dirname "$path")"
        rm -f "$2/$path"
        cp "$1/$path" "$2/$path"
        chmod "$(stat -c %a "$1/$path")" "$2/$path"
    done
    (cd "$1" && find . -type l -print0) | while IFS= read -r -d '' path; do
        mkdir -p "$2/$(dirname "$path")"
        cp -fP "$1/$path" "$2/$path"
    done
}
