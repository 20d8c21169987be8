#!/bin/sh
# Take a snapshot of each node in NODES, as /backups/TIME/NODE.rdb, and remove those beyond KEEP. NODES
# is the URL that engines have, or addresses; of a Cluster, all. Replicas are left out, and the slots of
# a primary are in the name (NODE.0-5460.rdb, a digest if they are many), by which restore.sh finds
# where it belongs. Only a snapshot that is complete gets its name. The volume needs room for one more
# than KEEP.
set -eu
umask 077
[ -n "${REDISCLI_AUTH-}" ] || REDISCLI_AUTH="$(cat /run/passwords/admin)"
export REDISCLI_AUTH
folder=${FOLDER:-/backups}
mkdir -p "$folder"
# What a backup has left that was killed. Another one may be under way, which takes an hour at most.
find "$folder" -maxdepth 1 -name 'part*' -mmin +120 -exec rm -rf {} +
part=$(mktemp -d "$folder/part.XXXXXX")
trap 'rm -rf "$part"' EXIT
trap 'exit 1' HUP INT TERM
size=1
nodes=${NODES#*://}
for node in $(echo "${nodes%%[/?]*}" | tr , ' '); do
  cli() { redis-cli --user admin --no-auth-warning -h "${node%:*}" -p "$port" "$@"; }
  port=6379
  case $node in *:*) port=${node##*:} ;; esac
  cli role | head -n 1 | grep -qx master || continue
  of=$(cli cluster info | tr -d '\r' | sed -n 's/^cluster_size://p')
  size=${of:-1}
  # As load.sh does it: slots that are on their way to another node stand in brackets.
  slots=$(cli cluster nodes | grep myself | cut -d ' ' -f 9- | sed 's/ *\[[^]]*\]//g' | tr ' ' ,)
  [ "${#slots}" -le 150 ] || slots=sha256-$(printf %s "$slots" | sha256sum | cut -d ' ' -f 1)
  file="$part/${node%:6379}${slots:+.$slots}.rdb"
  cli --rdb "$file"
  [ "$(head -c 5 "$file")" = REDIS ] || [ "$(head -c 6 "$file")" = VALKEY ]
done
found=$(ls "$part" | wc -l)
[ "$found" -eq "$size" ] || { echo "$found of $size primaries answer, of $NODES" >&2; exit 1; }
mv "$part" "$folder/$(date -u +%Y%m%dT%H%M%SZ)"
snapshots() { ls "$folder" | grep -Ex '[0-9]{8}T[0-9]{6}Z' | sort -r; }
snapshots | tail -n +"$((${KEEP:-7} + 1))" | while read -r old; do rm -rf "${folder:?}/$old"; done
