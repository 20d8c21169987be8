#!/bin/sh
# Create a Cluster of the nine nodes, unless it exists.
set -eu
export REDISCLI_AUTH="$(cat /run/passwords/admin)"
cli() { redis-cli --user admin --no-auth-warning "$@"; }
nodes=
for each in 0 1 2 3 4 5 6 7 8; do
  until cli -h "redis-$each.redis" ping 2>/dev/null | grep -qx PONG; do sleep 1; done
  nodes="$nodes $(getent hosts "redis-$each.redis" | cut -d ' ' -f 1):6379"
done
if cli -h redis-0.redis cluster info | grep -q '^cluster_slots_assigned:16384'; then
  echo "The cluster exists already."
else
  cli --cluster create $nodes --cluster-replicas 2 --cluster-yes
fi
