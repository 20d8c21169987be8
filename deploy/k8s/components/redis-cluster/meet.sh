#!/bin/sh
# Inform the other nodes of this node's address: after a restart of all pods, every address has
# changed. The others recognize the node by its id, which is on its disk. A node that is not in a
# cluster yet does nothing.
set -eu
export REDISCLI_AUTH="$(cat /run/passwords/admin)"
cli() { redis-cli --user admin --no-auth-warning "$@"; }
until cli ping 2>/dev/null | grep -qx PONG; do sleep 1; done
cli cluster info | grep -q '^cluster_known_nodes:1.$' && exit
for each in 0 1 2 3 4 5 6 7 8; do
  address=$(getent hosts "redis-$each.redis" | cut -d ' ' -f 1) || continue
  [ -z "$address" ] || cli cluster meet "$address" 6379 >/dev/null
done
