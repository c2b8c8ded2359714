# Set-up shared by ./run and ./test; sourced, not run. Quick and silent when nothing is missing.
# Installs only through apt-get and the Python package index, and says what it installs before it does.
# Functions: need_compiler, need_rust, need_z3 (sets LYDIAN_Z3), need_both_z3 (also LYDIAN_Z3_SECOND), need_ocaml,
# need_languages (what the tests of `crates/sut` run), need_services (what `examples/models/services` is tested with).

z3_version=5.4.0.0
z3_folder="${XDG_CACHE_HOME:-$HOME/.cache}/lydian/z3"

say() { printf 'lydian: %s\n' "$*" >&2; }

# Runs a command silently; shows what it printed only if it fails.
silently() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        say "this failed: $*"
        cat "$log" >&2
    fi
    rm -f "$log"
    return "$status"
}

apt_install() {
    local prefix=()
    if ! command -v apt-get >/dev/null; then
        say "please install: $* (this machine has no apt-get)"
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "please install as root: apt-get install $*"
            return 1
        fi
        prefix=(sudo)
    fi
    say "installing $*"
    if ! "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1; then
        silently "${prefix[@]}" apt-get update
        silently "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
    fi
}

need_compiler() {
    command -v cc >/dev/null || apt_install gcc libc6-dev
}

need_rust() {
    if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
        PATH="$HOME/.cargo/bin:$PATH"
    fi
    if ! command -v cargo >/dev/null; then
        say "Rust is missing. Install it with rustup (https://rustup.rs), then run this again."
        return 1
    fi
}

# Z3 5 from the Python package index into our cache folder; `lydian` looks for it there.
fetch_z3() {
    [ -f "$z3_folder/libz3.so" ] && [ "$(cat "$z3_folder/version" 2>/dev/null)" = "$z3_version" ] && return 0
    command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1 || return 1
    say "fetching Z3 $z3_version"
    local download status=0
    download=$(mktemp -d)
    silently python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$download" "z3-solver==$z3_version" || status=1
    if [ "$status" -eq 0 ]; then
        silently python3 "$root/scripts/unpack_z3.py" "$download" "$z3_folder" || status=1
    fi
    if [ "$status" -eq 0 ]; then
        printf '%s\n' "$z3_version" >"$z3_folder/version"
        rm -f "$z3_folder/could-not-be-fetched"
    fi
    rm -rf "$download"
    return "$status"
}

# The path of the system's libz3, or nothing.
system_z3() {
    local candidate
    for candidate in /usr/lib/*/libz3.so.4 /usr/lib/libz3.so.4 /usr/lib64/libz3.so.4 /usr/local/lib/libz3.so; do
        if [ -f "$candidate" ]; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}

# Any Z3 will do; version 5 is preferred. A Z3 that the user has chosen is left alone.
need_z3() {
    [ -n "${LYDIAN_Z3:-}" ] && return 0
    # A machine without a network is asked once, not at every run.
    local failed="$z3_folder/could-not-be-fetched"
    if [ -f "$failed" ] && system_z3 >/dev/null; then
        LYDIAN_Z3=$(system_z3)
        export LYDIAN_Z3
        return 0
    fi
    if fetch_z3; then
        export LYDIAN_Z3="$z3_folder/libz3.so"
        return 0
    fi
    mkdir -p "$z3_folder" && : >"$failed"
    system_z3 >/dev/null || apt_install libz3-4
    LYDIAN_Z3=$(system_z3) || { say "no Z3 was found after installing it"; return 1; }
    export LYDIAN_Z3
}

# The tests want version 5 and the one that Debian ships.
need_both_z3() {
    if ! python3 -m pip --version >/dev/null 2>&1; then
        apt_install python3 python3-pip
    fi
    fetch_z3 || { say "Z3 $z3_version could not be fetched"; return 1; }
    export LYDIAN_Z3="$z3_folder/libz3.so"
    system_z3 >/dev/null || apt_install libz3-4
    LYDIAN_Z3_SECOND=$(system_z3) || { say "no Z3 of the system was found after installing it"; return 1; }
    export LYDIAN_Z3_SECOND
}

need_ocaml() {
    command -v ocaml >/dev/null || apt_install ocaml-nox
    # Real QCheck is looked at beside ours where there is one; the tests do without.
    if ! ocamlfind query qcheck-core >/dev/null 2>&1; then
        apt_install ocaml-findlib libqcheck-core-ocaml-dev || say "without QCheck, its generators are not compared with ours"
    fi
}

# The languages whose programs the tests run under tracing. One call of apt-get for all that is missing.
need_languages() {
    local command package missing=()
    while read -r command package; do
        command -v "$command" >/dev/null || missing+=("$package")
    done <<'LIST'
g++ g++
musl-gcc musl-tools
/usr/bin/python3 python3
javac default-jdk-headless
node nodejs
ocamlopt ocaml-nox
go golang-go
perl perl
LIST
    [ "${#missing[@]}" -eq 0 ] || apt_install "${missing[@]}"
}

need_services() {
    local command package missing=()
    while read -r command package; do
        PATH="$PATH:/usr/sbin" command -v "$command" >/dev/null || missing+=("$package")
    done <<'LIST'
redis-server redis-server
memcached memcached
beanstalkd beanstalkd
lighttpd lighttpd
sqlite3 sqlite3
LIST
    ls /usr/lib/lighttpd/mod_webdav.so >/dev/null 2>&1 || missing+=(lighttpd-mod-webdav)
    [ "${#missing[@]}" -eq 0 ] || apt_install "${missing[@]}"
}
