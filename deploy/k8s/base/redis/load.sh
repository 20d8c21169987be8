#!/bin/sh
# Give this node other data: restore.sh of components/backup runs this in the pod of each primary.
#
#   put            keep the snapshot on standard input beside the data
#   stop           stop Redis, which starts again with it
#   take           put it in the place of the data; start.sh does so before Redis starts
#   slots          print the slots of this primary, or `all` without a Cluster; nothing of a replica
#   ready          succeed once Redis has what was put, and a replica what its primary has
#   failover YES   whether this replica may take over; with `no`, not while its primary starts
#
# A snapshot is the base of a new append-only file: with an empty one, Redis would not read it. The
# data that were there are in /data/before-restore, until the next time.
set -eu
umask 077
data=${DATA:-/data}
[ -n "${REDISCLI_AUTH-}" ] || REDISCLI_AUTH="$(cat /run/passwords/admin)"
export REDISCLI_AUTH
cli() { redis-cli --user admin --no-auth-warning -p "${REDIS_PORT:-6379}" "$@" | tr -d '\r'; }

put() {
  rm -rf "$data/restoring" "$data/restored"
  mkdir "$data/restoring"
  base="$data/restoring/appendonly.aof.1.base.rdb"
  cat > "$base"
  [ "$(head -c 5 "$base")" = REDIS ] || [ "$(head -c 6 "$base")" = VALKEY ] ||
    { echo "That is no snapshot." >&2; exit 1; }
  if command -v redis-check-rdb > /dev/null; then redis-check-rdb "$base" >&2; fi
  echo "file appendonly.aof.1.base.rdb seq 1 type b" > "$data/restoring/appendonly.aof.manifest"
  sync
  mv "$data/restoring" "$data/restored"
}

stop() { cli shutdown nosave; }


take() {
  [ -e "$data/restored" ] || return 0
  if [ -e "$data/appendonlydir" ]; then
    rm -rf "$data/before-restore"
    mv "$data/appendonlydir" "$data/before-restore"
  fi
  mv "$data/restored" "$data/appendonlydir"
}

slots() {
  cli role | head -n 1 | grep -qx master || return 0
  cli info cluster | grep -q '^cluster_enabled:1' || { echo all; return; }
  # Slots that are on their way to another node stand in brackets.
  cli cluster nodes | grep myself | cut -d ' ' -f 9- | sed 's/ *\[[^]]*\]//g' | tr ' ' ,
}

ready() {
  [ ! -e "$data/restored" ] && [ "$(cli ping)" = PONG ] &&
    ! cli info replication | grep -q '^master_link_status:down' &&
    ! cli cluster info | grep -q '^cluster_state:fail'
}

failover() {
  case $1 in yes) never=no ;; *) never=yes ;; esac
  [ "$(cli config set cluster-replica-no-failover $never)" = OK ]
}

"$@"
