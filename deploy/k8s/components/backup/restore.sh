#!/bin/sh
# Give Redis the data of a backup: sh restore.sh FOLDER, on your own machine, with kubectl. The folder
# has one snapshot of a single Redis, or one of each primary of a Cluster, as backup.sh has named
# them. Engines and gateways must be stopped. NAMESPACE is `croupier` unless it is set. What this
# replaces stays on the volumes (load.sh). It may be run again at any time.
set -eu
folder=${1:?the folder with the snapshots}
namespace=${NAMESPACE:-croupier}
kube() { kubectl -n "$namespace" "$@"; }
load() { pod=$1 && shift && kube exec -i "$pod" -c redis -- sh /etc/croupier/load.sh "$@"; }
ask() { load "$@" < /dev/null; }
say() { echo "$1" >&2; }
fail() { say "$1"; exit 1; }

# Those that have ended, such as evicted ones, are listed until somebody deletes them.
pods_of() {
  kube get pods -l "app.kubernetes.io/component in ($1)" -o name \
    --field-selector status.phase!=Failed,status.phase!=Succeeded
}

# Waits until a node is ready: while it starts and reads its data, it does not answer.
await() {
  tries=0
  until said=$(ask "$1" ready 2>&1); do
    [ $((tries % 10)) != 0 ] || say "Waiting for $1: $(echo "$said" | head -n 1)"
    tries=$((tries + 1))
    [ "$tries" -lt "${TRIES:-1800}" ] || give_up "$1"
    sleep 1
  done
}

give_up() {
  say "$1 is not ready. See why, then run this again, or look up \"If Redis does not start\" in the docs:"
  fail "kubectl -n $namespace describe $1; kubectl -n $namespace logs $1 -c redis --previous"
}

# The one snapshot of a node with these slots. That of a single Redis may have any name.
snapshot_of() {
  node=$1 slots=$2
  case $slots in all) set -- "$folder"/*.rdb ;; *) set -- "$folder"/*."$slots".rdb ;; esac
  [ -f "$1" ] || fail "$folder has no snapshot for $node (slots: $slots)."
  [ $# = 1 ] || fail "$folder has $# snapshots for $node, which takes one: $*"
  echo "$1"
}

# Nodes may take over again, and what was sent to them in vain is removed.
end() {
  code=$?
  trap '' HUP INT TERM
  for node in $begun; do
    ask "$node" end ||
      say "Once it answers: kubectl -n $namespace exec $node -c redis -- sh /etc/croupier/load.sh end"
  done
  [ "$code" = 0 ] || say "$outcome"
}

begun=
outcome="Nothing is restored; the data are as they were before."
trap end EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
context=$(kubectl config current-context 2> /dev/null) || context="not set"
say "The context of kubectl is $context; the namespace is $namespace."
[ -d "$folder" ] || fail "There is no folder $folder."
set -- "$folder"/*.rdb
[ -f "$1" ] || fail "$folder has no snapshot: no file in it ends with .rdb."
running=$(pods_of "engine, gateway")
[ -z "$running" ] || fail "Stop engines and gateways first: $(echo $running)"
nodes=
primaries=
for node in $(pods_of redis); do
  slots=$(ask "$node" slots) || { say "$node does not answer, and is left out."; continue; }
  nodes="$nodes $node"
  [ -n "$slots" ] || continue
  snapshot=$(snapshot_of "$node" "$slots")
  say "$node (slots: $slots) gets $snapshot"
  primaries="$primaries $node"
done
[ -n "$nodes" ] || fail "No Redis answers: see kubectl -n $namespace get pods"
[ $# -eq "$(echo $primaries | wc -w)" ] || # some pad the number
  fail "$folder has $# snapshots, for these primaries: ${primaries:-none that has slots}"

begun=$nodes
for node in $nodes; do ask "$node" begin; done
for node in $primaries; do
  slots=$(ask "$node" slots)
  snapshot=$(snapshot_of "$node" "$slots")
  load "$node" put $(($(wc -c < "$snapshot"))) < "$snapshot"
done
outcome="Not all is restored: run this again before engines start."
for node in $primaries; do
  # What runs in a container ends with it; 3 is that Redis has refused.
  ask "$node" stop || [ $? -ne 3 ] || fail "$node does not stop: mend what it says."
  await "$node"
done
for node in $nodes; do await "$node"; done
for node in $primaries; do
  [ -n "$(ask "$node" slots)" ] || fail "Another node has taken over from $node, with the old data."
done
say "Redis is restored. Start the engines, and run croupierctl verify --all and croupierctl reindex"
say "there. Then start the gateways."
