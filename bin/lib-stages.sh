# shellcheck shell=bash
# Follows the Dockerfile without a container engine: each stage is a folder that holds only what was copied into it, as
# committed, and sees Node only if its base image has it or it was copied. Read with `.` after lib.sh.
#
# Everything else in a base image is the machine's own; steps other than bin/build (system packages, the wheel of
# PDFium) are named and not run.

STAGES='' STAGE='' WORKDIR=''

# Goes through the Dockerfile. usage: follow_dockerfile FOLDER      each stage is then in FOLDER/NAME, the last in FOLDER/image
follow_dockerfile() {
    local instruction arguments
    STAGES=$1
    hide_node
    while read -r instruction arguments <&4; do
        case $instruction in
        FROM) begin_stage "$arguments" ;;
        WORKDIR) WORKDIR=$arguments && mkdir -p "$STAGES/$STAGE$WORKDIR" ;;
        COPY) copy_into_stage "$arguments" ;;
        RUN) run_in_stage "$arguments" ;;
        esac
    done 4< <(instructions)
}

# The instructions, each on one line.
instructions() { sed -e '/^#/d' -e :more -e '/\\$/{N;s/ *\\\n */ /;b more' -e '}' Dockerfile; }

# The programs of Node, hidden from a stage that does not have them.
hide_node() {
    local program
    mkdir -p "$STAGES/.hidden"
    for program in node npm npx; do
        printf '#!/bin/sh\necho "%s is not in this stage" >&2\nexit 127\n' "$program" >"$STAGES/.hidden/$program"
        chmod +x "$STAGES/.hidden/$program"
    done
}

# usage: begin_stage "BASE [AS NAME]"
begin_stage() {
    local base=${1%% *} program
    case $1 in *' AS '*) STAGE=${1##* } ;; *) STAGE=image ;; esac
    WORKDIR=/
    mkdir -p "$STAGES/$STAGE/usr/local/bin"
    case $base in
    node:*) for program in node npm npx; do ln -s "$(command -v "$program")" "$STAGES/$STAGE/usr/local/bin/$program"; done ;;
    *)
        [ -d "$STAGES/$base" ] || return 0
        cp -RP "$STAGES/$base/." "$STAGES/$STAGE/"
        WORKDIR=/src
        ;;
    esac
}

# Maps a path of the stage to one of this machine. usage: in_stage PATH
in_stage() {
    case $1 in
    /*) printf '%s\n' "$STAGES/$STAGE$1" ;;
    *) printf '%s\n' "$STAGES/$STAGE${WORKDIR%/}/$1" ;;
    esac
}

# usage: copy_into_stage "[--from=STAGE] SOURCE… TARGET"
copy_into_stage() {
    local from='' words target source
    read -ra words <<<"$1"
    if [[ ${words[0]} == --from=* ]]; then from=${words[0]#--from=} && words=("${words[@]:1}"); fi
    target=${words[${#words[@]} - 1]}
    for source in "${words[@]:0:${#words[@]}-1}"; do
        if [ -z "$from" ]; then
            copy_committed "$source" "$target"
        elif [ -e "$STAGES/$from$source" ]; then
            copy_as_docker_does "$STAGES/$from$source" "$target"
        else
            say "  not copied, since it was not made: $source of $from"
        fi
    done
}

# usage: copy_committed PATH TARGET
copy_committed() {
    local tree
    tree=$(mktemp -d "$STAGES/.tree-XXXXXX")
    git archive HEAD "$1" | tar -x -C "$tree" || die "$1 is copied by the Dockerfile and not committed"
    copy_as_docker_does "$tree/$1" "$2"
    rm -rf "$tree"
}

# A folder's contents, or a file: into the target if that ends with a slash or is a folder, else as the target.
copy_as_docker_does() {
    local target
    target=$(in_stage "$2")
    if [ -d "$1" ]; then
        mkdir -p "$target" && cp -RP "$1/." "$target/"
    elif [[ $2 == */ || $2 == . ]]; then
        mkdir -p "$target" && cp -P "$1" "$target"
    else
        mkdir -p "$(dirname "$target")" && cp -P "$1" "$target"
    fi
}

# usage: run_in_stage "[--mount=…] COMMAND"
run_in_stage() {
    local command=$1
    while [[ $command == --* ]]; do command=${command#* }; done
    if [[ $command != bin/build\ * ]]; then
        say "  not run in $STAGE: $command"
        return
    fi
    say "▸ $STAGE: $command"
    (
        cd "$(in_stage .)" || exit 1
        PATH=$STAGES/$STAGE/usr/local/bin:$STAGES/.hidden:$PATH
        # An absolute path belongs to the stage.
        exec bash -c "${command// \// $STAGES/$STAGE/}"
    ) || die "The Dockerfile's stage $STAGE does not build: $command; $STAGES is left to look at."
}
