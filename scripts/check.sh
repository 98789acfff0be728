#!/bin/sh
# check.sh: formatting, vet, staticcheck, the types of the browser code and the imports between packages. Runs all of
# them, prints what they say and fails when any says anything.
set -u
bad=0

# quiet NAME COMMAND...: fails where the command fails or prints.
quiet() {
    name=$1
    shift
    said=$("$@" 2>&1)
    status=$?
    if [ $status -ne 0 ] || [ -n "$said" ]; then
        printf '%s: not clean\n%s\n' "$name" "$said" >&2
        bad=1
    else
        echo "$name: clean"
    fi
}

layering() {
    go test ./internal/layering >/dev/null || go test -count=1 ./internal/layering
}

types() {
    [ -z "$(find internal/web/assets -name '*.ts' -print -quit 2>/dev/null)" ] || node_modules/.bin/tsc --noEmit
}

quiet gofumpt go tool gofumpt -l cmd internal oracle bench
quiet 'go vet' go vet ./...
quiet staticcheck go tool staticcheck ./...
quiet tsc types
quiet layering layering
exit $bad
