#!/bin/sh
# Make the empty node of a pod a replica, in place of the one that was lost with its disk.
# sh replace.sh NUMBER, in a pod of a node that is in the Cluster.
set -eu
: "${1:?the number of the pod whose node is empty}"
port=${REDIS_PORT:-6379}
[ -z "${REDISCLI_AUTH-}" ] && export REDISCLI_AUTH="$(cat /run/passwords/admin)"
cli() { redis-cli --user admin --no-auth-warning "$@"; }
nodes() { cli -p "$port" cluster nodes; }
host=${REDIS_HOST:-$(getent hosts "redis-$1.redis" | cut -d ' ' -f 1)}
new=${REDIS_NEW:-$host:6379}

# Every node that lives forgets those that have failed.
for lost in $(nodes | grep -E ' (slave|master),fail ' | cut -d ' ' -f 1); do
  for each in $(nodes | grep -v fail | cut -d ' ' -f 2 | cut -d @ -f 1); do
    cli -h "${each%:*}" -p "${each##*:}" cluster forget "$lost" || true
  done
done
# Without --cluster-master-id, redis-cli takes the primary that has the fewest replicas.
own=$(nodes | grep myself | cut -d ' ' -f 2 | cut -d @ -f 1)
cli --cluster add-node "$new" "$own" --cluster-slave
