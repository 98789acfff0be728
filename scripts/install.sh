#!/bin/sh
# install.sh WHAT...: ensures that programs and fonts from outside of Go and npm are installed. WHAT is chromium, nginx,
# caddy, rclone, postgresql, beancount, fonts-dejavu-core, fonts-liberation, fonts-noto-core or a program such as python3, named as
# Debian's packages. As root on Debian it installs missing packages; elsewhere it prints their names and fails.
#
# For chromium it installs only the headless shell, which takes half as long; if the shell is not available, all of Chromium.
set -eu

present() {
    case $1 in
    chromium) best chromium || command -v chromium || command -v chromium-browser || command -v google-chrome ;;
    nginx) command -v nginx || ls /usr/sbin/nginx ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null || command -v initdb ;;
    beancount) command -v bean-check ;;
    fonts-dejavu-core) font DejaVuSans.ttf ;;
    fonts-liberation) font LiberationSans-Regular.ttf ;;
    fonts-noto-core) font NotoSans-Regular.ttf ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

# font searches the same folders as the tests (internal/testing/browsertest/fonts.go).
font() {
    find /usr/share/fonts /usr/local/share/fonts "$HOME/.local/share/fonts" "$HOME/.fonts" -name "$1" 2>/dev/null | grep .
}

best() {
    case $1 in
    chromium) command -v chromium-headless-shell ;;
    *) present "$1" ;;
    esac >/dev/null 2>&1
}

package() {
    case $1 in
    chromium) if apt-cache show chromium-headless-shell >/dev/null 2>&1; then echo chromium-headless-shell; else echo chromium; fi ;;
    *) echo "$1" ;;
    esac
}

install() {
    apt-get update -qq </dev/null || return
    packages=
    for what in "$@"; do
        packages="$packages $(package "$what")"
    done
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages </dev/null
}

wanted=
missing=
for what in "$@"; do
    best "$what" || wanted="$wanted $what"
    present "$what" || missing="$missing $what"
done
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    [ -n "$missing" ] || exit 0
    echo "missing:$missing. Install with your system's packages (Debian: sudo apt-get install$missing)." >&2
    exit 1
fi
echo "installing$wanted"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # a list of words
if ! install $wanted >"$log" 2>&1 && [ -n "$missing" ]; then
    tail -n 20 "$log" >&2
    echo "could not install$missing with apt-get" >&2
    exit 1
fi
for what in $wanted; do
    present "$what" || { echo "$what is still missing after its installation" >&2; exit 1; }
done
