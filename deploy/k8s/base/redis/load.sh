#!/bin/sh
# Give this node other data: restore.sh of components/backup runs this in the pods of Redis.
#
#   slots     print the slots of this primary, or `all` without a Cluster; nothing of a replica
#   begin     forbid this node to take over: a replica has the old data while its primary starts
#   put SIZE  lay the snapshot on standard input, which has so many bytes, beside the data
#   stop      stop Redis, which starts again with it; exit with 3 if it refuses
#   take      put it in the place of the data; start.sh does so before Redis starts
#   ready     fail, and print why, until Redis has what was put, and a replica what its primary has
#   end       remove what was put and is not to be taken, and undo `begin`
#
# A snapshot is the base of a new append-only file: with an empty one, Redis would not read it. Only
# `stop` lets it be taken, for an hour, so one that was given up is not found by a restart months later.
# The data that were there are kept, each in a folder of /data/before-restore.
set -eu
umask 077
data=${DATA:-/data}
[ -n "${REDISCLI_AUTH-}" ] || REDISCLI_AUTH="$(cat /run/passwords/admin)"
export REDISCLI_AUTH
cli() { redis-cli --user admin --no-auth-warning -p "${REDIS_PORT:-6379}" "$@" | tr -d '\r'; }
fail() { echo "$1" >&2; exit 1; }

slots() {
  role=$(cli role | head -n 1)
  case $role in slave) return ;; master) ;; *) fail "Redis says: $role" ;; esac
  case $(cli info cluster) in
    *cluster_enabled:0*) echo all && return ;;
    *cluster_enabled:1*) ;;
    *) fail "Redis does not say whether it is a node of a Cluster." ;;
  esac
  # Slots that are on their way to another node stand in brackets.
  slots=$(cli cluster nodes | grep myself | cut -d ' ' -f 9- | sed 's/ *\[[^]]*\]//g' | tr ' ' ,)
  # They are in the name of a file, as backup.sh makes it.
  [ "${#slots}" -le 150 ] || slots=sha256-$(printf %s "$slots" | sha256sum | cut -d ' ' -f 1)
  echo "$slots"
}

begin() { drop; rm -rf "$data/restored"; never_lead yes; }

put() {
  drop
  has_room "$1"
  trap drop EXIT # Redis is running on this disk
  trap 'exit 1' HUP INT PIPE TERM
  mkdir "$data/restoring"
  base="$data/restoring/appendonly.aof.1.base.rdb"
  cat > "$base"
  [ "$(wc -c < "$base")" -eq "$1" ] || fail "The snapshot has not come whole."
  [ "$(head -c 5 "$base")" = REDIS ] || [ "$(head -c 6 "$base")" = VALKEY ] ||
    fail "That is no snapshot."
  said=$(check "$base" 2>&1) || fail "$said"
  echo "file appendonly.aof.1.base.rdb seq 1 type b" > "$data/restoring/appendonly.aof.manifest"
  sync
  trap - EXIT
}

# The server is its own checker, by the name by which it is called.
check() {
  ln -sf "$(command -v redis-server)" "$data/restoring/redis-check-rdb"
  "$data/restoring/redis-check-rdb" "$1"
  code=$?
  rm "$data/restoring/redis-check-rdb"
  return $code
}

# Whether a snapshot of so many bytes fits twice: Redis rewrites its append-only file beside it.
has_room() {
  room=$(df -Pk "$data" | tail -n 1 | tr -s ' ' | cut -d ' ' -f 4)
  [ "$room" -ge $(($1 / 512)) ] && return
  echo "$data has room for $room KiB, and this snapshot needs $(($1 / 512))." >&2
  [ ! -e "$data/before-restore" ] || du -k "$data/before-restore" >&2
  fail "Remove data of before earlier restores that nobody needs, or enlarge the volume."
}

stop() {
  touch "$data/restoring" # from when on it may be taken
  mv "$data/restoring" "$data/restored"
  said=$(cli shutdown nosave 2>&1) || true
  [ -z "$said" ] && return
  mv "$data/restored" "$data/restoring"
  echo "$said" >&2
  exit 3
}

take() {
  [ -e "$data/restored" ] || return 0
  if [ -n "$(find "$data/restored" -maxdepth 0 -mmin +60)" ]; then
    echo "A snapshot that was given up long ago is not taken." >&2
    drop
    mv "$data/restored" "$data/restoring"
    return
  fi
  if [ -e "$data/appendonlydir" ]; then
    mkdir -p "$data/before-restore"
    mv "$data/appendonlydir" "$(mktemp -d "$data/before-restore/$(date -u +%Y%m%dT%H%M%SZ).XXXXXX")"
  fi
  mv "$data/restored" "$data/appendonlydir"
}

ready() {
  for each in "$data/restoring" "$data/restored"; do
    [ ! -e "$each" ] || not_ready "it has not started with the snapshot"
  done
  said=$(cli ping 2>&1)
  [ "$said" = PONG ] || not_ready "$said"
  # Each question needs a yes: of a Redis that does not answer it, nothing is known.
  cli info replication | grep -qE '^(role:master|master_link_status:up)$' ||
    not_ready "it copies the data of its primary"
  cli cluster info 2>&1 | grep -qE '^cluster_state:ok$|cluster support disabled' ||
    not_ready "its Cluster is not complete"
}

not_ready() { echo "$1"; exit 1; }

end() { drop; never_lead no; }

drop() { rm -rf "$data/restoring"; }

never_lead() {
  said=$(cli config set cluster-replica-no-failover "$1" 2>&1)
  [ "$said" = OK ] || fail "$said"
}

"$@"
