#!/bin/sh
# install-peer.sh: installs the peer, Actual Budget, into .cache/peer unless the version of oracle/peer/package-lock.json is
# there. The folder is a project of its own: the repository's .npmrc, which forbids install scripts, has no effect there, since
# the peer's database engine is built or downloaded by one.
set -eu

cd "$(dirname "$0")/.."
dir=.cache/peer
if cmp -s oracle/peer/package-lock.json "$dir/installed-lock.json"; then
    exit 0
fi
mkdir -p "$dir"
cp oracle/peer/package.json oracle/peer/package-lock.json "$dir/"
(cd "$dir" && npm ci --no-fund --no-audit --loglevel=error)
cp oracle/peer/package-lock.json "$dir/installed-lock.json"
