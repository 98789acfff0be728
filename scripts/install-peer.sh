#!/bin/sh
# install-peer.sh: installs the peer, Actual Budget, into .cache/peer, unless the version in oracle/peer/package-lock.json is
# already installed. The folder is a separate npm project. The repository's .npmrc forbids install scripts, but one of the
# peer's scripts downloads its database engine. Without the download, it builds the engine with python3, make and g++.
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
