#!/bin/sh
# snapshot.sh FOLDER: clones this repository into FOLDER, with the changes that are not committed yet as one more commit. Tests of
# releases need a clean clone, but should test what the next commit will contain.
set -eu
mkdir -p "$1"
to=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
git clone --quiet . "$to"
git diff --binary HEAD | git -C "$to" apply --allow-empty --index
git ls-files -z --others --exclude-standard | xargs -0 -r cp --parents -t "$to"
git -C "$to" add --all
git -C "$to" diff --cached --quiet ||
    git -C "$to" -c user.name=test -c user.email=test@example.com commit --quiet --message 'changes that are not committed yet'
