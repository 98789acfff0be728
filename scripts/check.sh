#!/bin/sh
# check.sh: formatting, vet, staticcheck, modules, dead code, known vulnerabilities, the browser code and the imports between
# packages. Runs all checks, prints their output and fails if one has findings.
set -u
bad=0

# quiet NAME COMMAND...: records a failure if the command fails or prints anything but Go's downloads of modules.
quiet() {
    name=$1
    shift
    said=$("$@" 2>&1)
    status=$?
    said=$(printf '%s\n' "$said" | grep -v '^go: downloading ')
    if [ $status -ne 0 ] || [ -n "$said" ]; then
        printf '%s: not clean\n%s\n' "$name" "$said" >&2
        bad=1
    else
        echo "$name: clean"
    fi
}

layering() {
    go test ./internal/testing/layering >/dev/null || go test -count=1 ./internal/testing/layering
}

types() {
    node_modules/.bin/tsc --noEmit
    node_modules/.bin/tsc --noEmit -p tsconfig.worker.json
}

# failing COMMAND...: prints the output of the command only if it fails.
failing() {
    said=$("$@" 2>&1) || echo "$said"
}

# dead lists functions that no program calls, except those for tests. No program may call auth.Cheapen, which weakens passwords.
dead() {
    uncalled=$(go tool deadcode ./cmd/... ./oracle/... ./bench/... ./scripts/...)
    echo "$uncalled" | grep -v -E '^internal/(testing|app/apptest|storage/database/databasetest|logic/exporter/exportertest|logic/cleanup/cleanuptest)/|: Cheapen$'
    echo "$uncalled" | grep -q '^internal/model/auth/.*: Cheapen$' || echo 'a program calls auth.Cheapen, which is for tests alone'
}

# vulnerable needs the network, and passes if the database of vulnerabilities cannot be fetched.
vulnerable() {
    said=$(go tool govulncheck ./... 2>&1)
    status=$?
    case $said in
    *'fetching vulnerabilities'*) echo 'govulncheck: its data cannot be had here, so nothing was looked up' ;;
    *) quiet govulncheck sh -c '[ "$1" -eq 0 ] || echo "$2"' sh "$status" "$said" ;;
    esac
}

# within FOLDER COMMAND...: runs a command in a separate module.
within() {
    (cd "$1" && shift && "$@")
}

quiet gofumpt go tool gofumpt -l cmd internal oracle bench scripts packaging
quiet 'go vet' go vet ./...
quiet staticcheck go tool staticcheck ./...
quiet 'go mod tidy' go mod tidy -diff
for module in packaging/release oracle/provider; do
    quiet "go vet of $module" within $module go vet ./...
    quiet "staticcheck of $module" within $module "$(go tool -n staticcheck)" ./...
    quiet "go mod tidy of $module" within $module go mod tidy -diff
done
quiet deadcode dead
vulnerable
quiet tsc types
quiet biome failing node_modules/.bin/biome lint --error-on-warnings
quiet 'node --test' failing node scripts/test-browser-code.mjs
quiet layering layering
exit $bad
