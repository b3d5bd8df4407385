# Source this file. `apt_install NAME PACKAGE…` installs packages with apt-get if no password is needed.

# Run a command as root, or fail if that needs a password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_install() {
    title=$1
    shift
    command -v apt-get >/dev/null && as_root true 2>/dev/null || return 1
    echo "Installing $title for the tests (once) ..." >&2
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    if as_root apt-get update >"$log" 2>&1 </dev/null &&
        as_root apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
        rm -f "$log"
    else
        echo "apt-get could not install $title:" >&2
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
}
