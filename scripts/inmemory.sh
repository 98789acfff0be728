#!/bin/sh
# inmemory.sh COMMAND...: runs a command with its temporary files in memory, if Linux has a folder there with 4 GB free from
# which programs can be run; otherwise in the usual folder. The files of tests are deleted at the end; on a disk the tests would
# wait for each commit of SQLite. The temporary files of Go's builds stay in their usual folder.
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
