#!/bin/sh
# install.sh WHAT...: makes sure that programs from outside Go and npm are there. WHAT is chromium, nginx,
# postgresql or python3, named as Debian's packages are. As root on Debian it installs what is missing; elsewhere it says what to
# install and fails.
set -eu

present() {
    case $1 in
    chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
    nginx) command -v nginx || ls /usr/sbin/nginx ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null || command -v initdb ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null
}

missing=
for what in "$@"; do
    present "$what" || missing="$missing $what"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "missing:$missing. Install with your system's packages (Debian: sudo apt-get install$missing)." >&2
    exit 1
fi
echo "installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # a list of words
if ! { apt-get update -qq </dev/null && install $missing; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "could not install$missing with apt-get" >&2
    exit 1
fi
for what in $missing; do
    present "$what" || { echo "$what is still missing after its installation" >&2; exit 1; }
done
