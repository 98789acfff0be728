#!/bin/sh
# citus.sh build           builds Citus from its public source for this machine's PostgreSQL and installs it (as root, some minutes)
# citus.sh start DIR       makes and starts a coordinator and two workers in DIR, and prints the address for holdover --database
# citus.sh join DIR        makes and starts one more worker, and moves its part of the budgets to it while people go on
# citus.sh stop DIR        stops them; what they keep stays in DIR
# This is for testing a cluster on one machine. On several machines each runs its own server: see docs/guide/large-installations.md.
set -eu
version=v13.2.2
usage() { sed -n '2,5s/^# //p' "$0" >&2 && exit 2; }
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "no PostgreSQL is installed (Debian: apt-get install postgresql)" >&2 && exit 1; }

# as_server COMMAND...: runs a command as the user of the servers.
as_server() {
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp "$@"; else "$@"; fi
}

build() {
    apt-get install -y --no-install-recommends "postgresql-server-dev-$(basename "$(dirname "$bin")")" git make gcc libcurl4-openssl-dev liblz4-dev \
        libzstd-dev libssl-dev libxml2-dev libxslt1-dev libpam0g-dev libselinux1-dev libkrb5-dev zlib1g-dev
    source=$(mktemp -d)
    trap 'rm -rf "$source"' EXIT
    git clone --quiet --depth 1 --branch "$version" "${CITUS_SOURCE:-https://github.com/citusdata/citus}" "$source"
    cd "$source"
    # Newer minor versions of PostgreSQL 15 define a function of this name.
    sed -i 's/\bhave_createdb_privilege/of_citus_&/' src/include/pg_version_compat.h src/backend/distributed/commands/serialize_distributed_ddls.c
    touch configure src/include/citus_config.h.in # if they were older than their sources, make would regenerate them, with tools that are not installed
    ./configure PG_CONFIG="$(ls /usr/lib/postgresql/*/bin/pg_config | sort -V | tail -1)"
    make -j"$(nproc)" extension
    make install-extension
}

# asked DIR NAME STATEMENT: runs a statement on a server.
asked() { as_server "$bin/psql" -h "$1" -p "$(cat "$1/$2.port")" -U postgres -d postgres -XAtqc "$3"; }

# server DIR NAME PORT: creates a server if it does not exist, and starts it. wal_level = logical allows budgets to move to
# another worker while they are written.
server() {
    if [ ! -d "$1/$2" ]; then
        as_server "$bin/initdb" -D "$1/$2" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
        echo "$3" >"$1/$2.port"
        cat >>"$1/$2/postgresql.conf" <<CONFIG
shared_preload_libraries = 'citus'
port = $3
listen_addresses = 'localhost'
unix_socket_directories = '$1'
max_connections = 300
max_prepared_transactions = 600
wal_level = logical
citus.node_conninfo = 'sslmode=disable'
CONFIG
    fi
    as_server "$bin/pg_ctl" -D "$1/$2" -l "$1/$2/log" -w start >/dev/null
    asked "$1" "$2" "SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS citus"
}

# workers DIR: lists the names of the workers.
workers() { for port in "$1"/worker*.port; do basename "$port" .port; done | sort -V; }

start() {
    dir=$1 port=${2:-9700}
    mkdir -p "$dir"
    [ "$(id -u)" != 0 ] || chown postgres "$dir"
    server "$dir" coordinator "$port"
    if [ ! -e "$dir/worker1.port" ]; then
        server "$dir" worker1 $((port + 1))
        server "$dir" worker2 $((port + 2))
        asked "$dir" coordinator "SELECT citus_set_coordinator_host('localhost', $port)" >/dev/null
        for name in worker1 worker2; do asked "$dir" coordinator "SELECT citus_add_node('localhost', $(cat "$dir/$name.port"))" >/dev/null; done
    else
        for name in $(workers "$dir"); do server "$dir" "$name" ""; done
    fi
    echo "postgres://postgres@localhost:$(cat "$dir/coordinator.port")/postgres"
}

join() {
    last=$(workers "$1" | tail -1)
    name=worker$((${last#worker} + 1))
    server "$1" "$name" $(($(cat "$1/$last.port") + 1))
    asked "$1" coordinator "SELECT citus_add_node('localhost', $(cat "$1/$name.port"))" >/dev/null
    asked "$1" coordinator "SELECT rebalance_table_shards(shard_transfer_mode => 'auto')" >/dev/null
    echo "$name has joined"
}

stop() {
    for name in $(workers "$1") coordinator; do as_server "$bin/pg_ctl" -D "$1/$name" -m fast stop >/dev/null; done
}

case ${1:-} in
build) [ $# = 1 ] || usage && build ;;
start) [ $# -ge 2 ] && [ $# -le 3 ] || usage && start "$2" "${3:-}" ;;
join) [ $# = 2 ] || usage && join "$2" ;;
stop) [ $# = 2 ] || usage && stop "$2" ;;
*) usage ;;
esac
