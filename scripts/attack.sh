#!/bin/sh
# attack.sh HOWLONG: attacks Holdover for that time (90s, 10m, 1h) and prints a table of the resources used. It runs all attacks
# by name; then, for half of the time, bombs of every format and random forms, files and calls against a running server; then
# every parser and every form with hostile inputs, each for an equal share of the rest. It fails if one exceeds its bound, which
# the tests themselves check.
set -eu
case ${1:-} in
*h) seconds=$((${1%h} * 3600)) ;;
*m) seconds=$((${1%m} * 60)) ;;
*s) seconds=${1%s} ;;
*) echo "usage: $0 HOWLONG, such as 90s, 10m or 1h" >&2 && exit 2 ;;
esac
dir=$PWD/.cache/attack
rm -rf "$dir"
mkdir -p "$dir/temporary"
bad=0
began=$(date +%s)

# watched NAME COMMAND...: runs a command with its own temporary folder, and records in MB the maximum size of the folder, and
# any files left in it.
watched() {
    name=$1
    shift
    (
        most=0
        while sleep 1; do
            now=$(du -sm "$dir/temporary" 2>/dev/null | cut -f1)
            [ "${now:-0}" -le "$most" ] || { most=$now && echo "$most" >"$dir/most"; }
        done
    ) &
    watcher=$!
    echo 0 >"$dir/most"
    status=held
    TMPDIR=$dir/temporary "$@" >"$dir/$name.log" 2>&1 || { status=FAILED && bad=1; }
    kill $watcher
    wait $watcher 2>/dev/null || true
    left=$(find "$dir/temporary" -mindepth 1 -print -quit)
    [ -z "$left" ] || { status="left $left" && bad=1; }
    rm -rf "$dir/temporary" && mkdir "$dir/temporary"
}

# row NAME INPUTS RATE MEMORY DISK SLOWEST HOW
row() {
    printf '%-24s %12s %10s %10s %8s %14s  %s\n' "$@" | tee -a "$dir/table"
}

row 'what' 'inputs' 'a second' 'memory MB' 'disk MB' 'slowest' 'bounds'
watched names go test ./internal/... -run 'Attack|Advisory|Limited|Encrypted|LockedOut|LockTheOwnerOut' -skip TestAttackEveryAddress -v -p 1
passed=$(grep -c '^--- PASS' "$dir/names.log" || true)
row 'attacks by name' "$passed" '' '' "$(cat "$dir/most")" "$(sed -n 's/^--- PASS.*(\(.*\)s)$/\1/p' "$dir/names.log" | sort -rn | head -1)s" "$status"

watched outbox env HOLDOVER_SEQUENCES=1000 go test ./internal/surface/web/offline -run '^TestRandomSequencesLoseAndDoubleNothing$' -v -timeout 0
row 'a phone, offline' 1000 '' '' "$(cat "$dir/most")" '' "$status"

watched server go test ./internal/surface/server -run '^(TestAttackEveryAddress|TestExtremeValuesAtEveryAddressAreHandled)$' -v -timeout 0 -attack "$((seconds / 2))s"
said=$(grep -o 'seed [0-9]*: [0-9]* requests.*' "$dir/server.log" | tail -1)
part() { printf '%s' "$said" | sed -n "s/.*$1.*/\\1/p"; }
row 'a running server' "$(part ': \([0-9]*\) requests')" '' "$(part 'most \([0-9]*\) MB of memory')" "$(part 'and \([0-9]*\) MB of disk')" "$(part 'slowest \([^ ]*\)')" "$status"

fuzzers=$(grep -rho --include='*_test.go' '^func Fuzz[A-Za-z0-9]*' internal | sed 's/func //' | sort)
rest=$((seconds - ($(date +%s) - began)))
each=$((rest / $(echo "$fuzzers" | wc -l)))
[ $each -ge 1 ] || each=1
for fuzzer in $fuzzers; do
    package=./$(grep -rl --include='*_test.go' "^func $fuzzer(" internal | xargs dirname)
    HAMMER=${each}s watched "$fuzzer" go test "$package" -run "^$fuzzer\$" -v -timeout 0
    said=$(grep -o 'Fuzz[A-Za-z0-9]*: [0-9]* inputs in.*' "$dir/$fuzzer.log" | tail -1)
    row "$fuzzer" "$(part ': \([0-9]*\) inputs')" "$(part '(\([0-9]*\) a second')" "$(part 'most \([0-9]*\) MB')" "$(cat "$dir/most")" "$(part 'slowest \([^,]*\)')" "$status"
done
echo "it took $((($(date +%s) - began) / 60)) minutes; logs and this table are in .cache/attack"
exit $bad
