#!/bin/sh
# install-peer.sh: installs the peer, Actual Budget, into .cache/peer unless the version of oracle/peer/package-lock.json is
# there. The folder is a project of its own: the repository's .npmrc, which forbids install scripts, has no effect there, since
# one of them downloads the peer's database engine. If it cannot, it builds the engine, which needs python3, make and g++.
set -eu

cd "$(dirname "$0")/.."
dir=.cache/peer
if cmp -s oracle/peer/package-lock.json "$dir/installed-lock.json"; then
    exit 0
fi
mkdir -p "$dir"
cp oracle/peer/package.json oracle/peer/package-lock.json "$dir/"
install() {
    (cd "$dir" && npm ci --no-fund --no-audit --loglevel=error)
}
install || { sh scripts/install.sh python3 make g++ && install; }
cp oracle/peer/package-lock.json "$dir/installed-lock.json"
