#!/bin/sh
# onday.sh DAYS PACKAGE...: runs tests with the clock set so many days ahead (or back, with a minus), as tests must pass on any
# day: sh scripts/onday.sh 30 ./internal/surface/api/...
#
# The clock is changed in the standard library, for this run only. The browser, Node, PostgreSQL, modification times of files,
# and programs that a test starts with its own environment use the real date: tests that compare with these fail.
set -eu

days=${1:-}
case $days in '' | - | *[!0-9-]* | ?*-*) echo "usage: sh scripts/onday.sh DAYS PACKAGE..., such as 30 ./internal/surface/api/..." >&2; exit 2 ;; esac
shift
moved=$(mktemp -d)
trap 'rm -rf "$moved"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

time=$(go env GOROOT)/src/time/time.go
sed -e 's/^import ($/&\n\t"syscall"/' -e '/^func Now() Time {/,/^}/s/.*runtimeNow()$/&\n\tsec += moved()/' "$time" >"$moved/time.go"
cat >>"$moved/time.go" <<'GO'

func moved() (days int64) {
	text, _ := syscall.Getenv("MOVED_BY_DAYS")
	sign := int64(1)
	for _, c := range []byte(text) {
		if c == '-' {
			sign = -1
		} else {
			days = days*10 + int64(c-'0')
		}
	}
	return sign * days * 86400
}
GO
printf '{"Replace": {"%s": "%s"}}\n' "$time" "$moved/time.go" >"$moved/overlay.json"

export MOVED_BY_DAYS="$days" GOFLAGS="$(go env GOFLAGS) -overlay=$moved/overlay.json"
go test -count=1 -vet=off "$@"
