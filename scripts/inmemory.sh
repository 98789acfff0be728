#!/bin/sh
# inmemory.sh COMMAND...: runs a command that keeps its temporary files in memory, where Linux has a folder there with 4 GB to
# spare that programs may be run from, else where they always are. What the tests write is gone with them; on a disk they wait
# for each commit of SQLite, and work for it. What Go makes while it builds stays where it always is.
set -eu

spare() { df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }'; }

if [ -w /dev/shm ] && [ "$(spare)" -ge 4194304 ]; then
    memory=$(mktemp -d /dev/shm/holdover-test-XXXXXX)
    trap 'rm -rf "$memory"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    chmod 755 "$memory" # servers that the tests start run as other users
    printf '#!/bin/sh\n' >"$memory/runs"
    chmod 755 "$memory/runs"
    if "$memory/runs" 2>/dev/null; then
        GOTMPDIR=${GOTMPDIR:-${TMPDIR:-/tmp}}
        TMPDIR=$memory
        export GOTMPDIR TMPDIR
    fi
fi
"$@"
