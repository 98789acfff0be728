#!/bin/sh
# test-packages.sh: on a fresh Debian, installs the deb of a release, creates the owner, imports a budget, upgrades to the next
# release, restores a backup, removes and purges the package. After each step all figures must be the same. Then it installs,
# upgrades and removes the rpm. It needs root, for the folder of a Debian. systemd does not run in that folder, so the server is
# started by the command and the user that the unit names. .cache keeps the Debian.
set -eu
cd "$(dirname "$0")/.."
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo 'test-packages.sh: left out, because installing packages needs root on Debian'
    exit 0
fi
sh scripts/install.sh mmdebstrap rpm curl
work=$(mktemp -d)
server=
cleanup() {
    status=$?
    trap - EXIT
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    if [ "$status" -ne 0 ] && [ -e "$work/server.log" ]; then cat "$work/server.log" >&2; fi
    rm -rf "$work"
    exit "$status"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

step() { echo "packages: $*"; }
fail() { echo "test-packages.sh: $*" >&2; exit 1; }

# quietly NAME COMMAND...: writes what the command prints into a log, which is shown if the test fails.
quietly() {
    name=$1
    shift
    "$@" >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; fail "$*"; }
}

# release FOLDER: builds a release in a clone.
release() { quietly "release-$(basename "$1")" go run -C "$1/packaging/release" . -targets "linux/$(go env GOARCH)"; }

step 'two releases'
sh scripts/snapshot.sh "$work/first"
git clone --quiet "$work/first" "$work/second"
sed -i '0,/^## \[/s//## [99.0.0] - 2030-01-01\n\nThe next release.\n\n## [/' "$work/second/CHANGELOG.md"
git -C "$work/second" -c user.name=test -c user.email=test@example.com commit --quiet --all --message 'the next release'
release "$work/first"
release "$work/second"
first=$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' "$work/first/CHANGELOG.md" | head -n 1)

step 'a fresh Debian'
debian=.cache/debian-bookworm.tar
if [ ! -f "$debian" ]; then
    mkdir -p .cache
    quietly mmdebstrap mmdebstrap --quiet --variant=minbase bookworm "$work/debian.tar"
    mv "$work/debian.tar" "$debian"
fi
root=$work/root
mkdir "$root"
tar --extract --file "$debian" --directory "$root"
cp "$work"/*/dist/*.deb "$root/var/cache/"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
package() { (cd "$root" && ls var/cache/holdover_"$1"*.deb); }
unit() { sed -n "s/^$1=//p" "$root/usr/lib/systemd/system/holdover.service"; }
port=$((20000 + $$ % 10000))
site=http://127.0.0.1:$port

start() {
    # shellcheck disable=SC2046 # the words of the command
    chroot --userspec="$(unit User):$(unit Group)" "$root" env -i HOME=/var/lib/holdover PATH=/usr/bin $(unit ExecStart) >"$work/server.log" 2>&1 &
    server=$!
    until inside holdover health --listen "127.0.0.1:$port" >/dev/null 2>&1; do
        kill -0 "$server" 2>/dev/null || fail 'the server ended'
        sleep 0.1
    done
}

stop() {
    kill "$server"
    wait "$server" || fail 'the server did not stop cleanly'
    server=
}

data() { inside holdover --data /var/lib/holdover "$@"; }

# figures prints all budgets with the balances of their accounts and months.
figures() {
    data budgets --json
    data accounts "$budget" --json
    data months "$budget" --json
}

# same WHEN: the figures are those of the imported budget.
same() {
    figures >"$work/figures.now"
    cmp "$work/figures" "$work/figures.now" || fail "the figures differ $1"
}

step 'install the deb, start, create the owner'
quietly install inside dpkg --install "/$(package "$(echo "$first" | sed 's/-rc\./~rc/')")"
[ "$(inside stat -c '%U:%G %a' /var/lib/holdover)" = 'holdover:holdover 700' ] || fail 'the data folder is not readable by the service only'
[ -L "$root/etc/systemd/system/multi-user.target.wants/holdover.service" ] || fail 'the service is not enabled'
sed -i "s/^#listen = .*/listen = \"127.0.0.1:$port\"/" "$root/etc/holdover/holdover.toml"
start
curl -fsS "$site/first-start" | grep -q 'name="code"' || fail 'the first page does not ask for the code'
code=$(sed -n 's/.*first-start?code=\([A-Z0-9]*\).*/\1/p' "$work/server.log")
curl -fsS -c "$work/cookies" -d "code=$code" -d name=Anna -d 'password=a long password' -d 'again=a long password' "$site/first-start"

step 'import a budget'
gzip -dc internal/model/sample/family.json.gz >"$work/plan.json"
report=$(curl -fsS -b "$work/cookies" -F "file=@$work/plan.json" -o /dev/null -w '%{redirect_url}' "$site/import")
budget=$(echo "$report" | sed -n 's,.*/budgets/\([^/?]*\).*,\1,p')
[ -n "$budget" ] || fail "the import led to $report"
quietly verify data verify "$budget"
figures >"$work/figures"
[ "$(wc -c <"$work/figures")" -gt 10000 ] || fail 'there are hardly any figures'

step 'upgrade'
rm -rf "$root/var/lib/holdover/backups" # as if the last backup was made yesterday
quietly upgrade inside dpkg --install "/$(package 99)"
grep -q "^listen = \"127.0.0.1:$port\"" "$root/etc/holdover/holdover.toml" || fail 'the upgrade changed the settings'
stop
start
inside holdover version | grep -q 'holdover 99.0.0 ' || fail 'the program is not the new one'
same 'after the upgrade'
curl -fsS -b "$work/cookies" "$site/budgets" | grep -q "$budget" || fail 'the user is no longer signed in'

step 'daily backup, change, restore'
# The server makes the daily backup at its start, unless there is one. The name appears when the file is complete.
until ls "$root"/var/lib/holdover/backups/holdover-*.db >/dev/null 2>&1; do
    kill -0 "$server" 2>/dev/null || fail 'the server ended'
    sleep 0.1
done
backup=$(cd "$root" && ls var/lib/holdover/backups/holdover-*.db)
quietly change data new Another
quietly change data delete "$budget" --yes
! figures >/dev/null 2>&1 || fail 'the deleted budget is still there'
stop
quietly restore data restore --replace "/$backup"
start
same 'after the restore'
curl -fsS -b "$work/cookies" "$site/budgets" | grep -q "$budget" || fail 'the user is no longer signed in after the restore'
stop

# removed NAME: the package is gone, and the data, its owner and nothing else are kept.
removed() {
    [ ! -e "$root/usr/bin/holdover" ] || fail "$1 left the program"
    [ "$(inside stat -c '%U' /var/lib/holdover/holdover.db)" = holdover ] || fail "$1 did not keep the data"
}

step 'remove and purge the deb'
quietly remove inside dpkg --remove holdover
removed 'removing the deb'
[ -e "$root/etc/holdover/holdover.toml" ] || fail 'removing the deb deleted the settings'
quietly purge inside dpkg --purge holdover
grep -q 'The budgets in /var/lib/holdover and the user holdover are kept' "$work/purge.log" || fail 'the purge does not say what it keeps'
removed 'purging the deb'
[ ! -e "$root/etc/holdover" ] || fail 'the purge left the settings'
[ ! -e "$root/etc/systemd/system/multi-user.target.wants/holdover.service" ] || fail 'the purge left the service enabled'

step 'install, upgrade and remove the rpm'
packages() { rpm --root "$root" --dbpath /var/lib/rpm --nodeps "$@"; } # Debian's packages are not in the database of rpm
quietly rpm-install packages --install "$work"/first/dist/*.rpm
sed -i "s/^#listen = .*/listen = \"127.0.0.1:$port\"/" "$root/etc/holdover/holdover.toml"
start
same 'with the rpm'
quietly rpm-upgrade packages --upgrade "$work"/second/dist/*.rpm
grep -q "^listen = \"127.0.0.1:$port\"" "$root/etc/holdover/holdover.toml" || fail 'the upgrade of the rpm changed the settings'
stop
start
same 'after the upgrade of the rpm'
stop
quietly rpm-remove packages --erase holdover
grep -q 'The budgets in /var/lib/holdover and the user holdover are kept' "$work/rpm-remove.log" || fail 'removing the rpm does not say what it keeps'
removed 'removing the rpm'
step 'all figures were the same after each step'
