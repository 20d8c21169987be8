#!/bin/sh
# Give Redis the data of a backup: sh restore.sh FOLDER, on your own machine, with kubectl. The folder
# has one snapshot of a single Redis, or one of each primary of a Cluster, as backup.sh has named
# them. Engines and gateways must be stopped. NAMESPACE is `croupier` unless it is set. What this
# replaces stays on the volumes (load.sh). It may be run again at any time.
set -eu
folder=${1:?the folder with the snapshots}
kube() { kubectl -n "${NAMESPACE:-croupier}" "$@"; }
labelled() { kube get pods -l "app.kubernetes.io/component in ($1)" -o name; }
load() { pod=$1 && shift && kube exec -i "$pod" -c redis -- sh /etc/croupier/load.sh "$@"; }
ask() { load "$@" < /dev/null; }
fail() { echo "$1" >&2; exit 1; }

# Waits until a node is ready: while it starts and reads its data, it does not answer.
await() {
  tries=0
  until ask "$1" ready > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt "${TRIES:-1800}" ] || fail "$1 is not ready: see kubectl logs $1 --previous"
    sleep 1
  done
}

# The one snapshot of these slots. That of a single Redis may have any name.
snapshot_of() {
  case $1 in all) set -- "$folder"/*.rdb ;; *) set -- "$folder"/*."$1".rdb ;; esac
  [ $# = 1 ] && [ -f "$1" ] && echo "$1"
}

nodes=$(labelled redis)
[ -n "$nodes" ] || fail "There is no Redis."
running=$(labelled "engine, gateway")
[ -z "$running" ] || fail "Stop engines and gateways first: $(echo $running)"
primaries=
for node in $nodes; do
  slots=$(ask "$node" slots)
  [ -n "$slots" ] || continue
  snapshot=$(snapshot_of "$slots") || fail "$folder has not one snapshot for $node (slots: $slots)."
  echo "$node (slots: $slots) gets $snapshot"
  primaries="$primaries $node"
done
set -- "$folder"/*.rdb
[ $# = "$(echo $primaries | wc -w)" ] || fail "$folder has $# snapshots, for these primaries:$primaries"

trap 'for node in $nodes; do ask "$node" failover yes || true; done' EXIT
for node in $nodes; do ask "$node" failover no; done
for node in $primaries; do
  load "$node" put < "$(snapshot_of "$(ask "$node" slots)")"
  ask "$node" stop || true # what runs in a container ends with it
  await "$node"
done
for node in $nodes; do await "$node"; done
echo "Redis is restored. Start the engines, and run croupierctl verify --all and croupierctl reindex"
echo "there. Then start the gateways."
