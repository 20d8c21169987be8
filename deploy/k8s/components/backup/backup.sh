#!/bin/sh
# Take a snapshot of each node in NODES, as /backups/TIME/NODE.rdb, and remove those beyond KEEP. Of
# a Cluster, name all nodes: replicas are left out, and the slots of a primary are in the name
# (NODE.0-5460.rdb), by which restore.sh finds where it belongs. Only a snapshot that is complete gets
# its name.
set -eu
umask 077
[ -n "${REDISCLI_AUTH-}" ] || REDISCLI_AUTH="$(cat /run/passwords/admin)"
export REDISCLI_AUTH
folder=${FOLDER:-/backups}
part="$folder/part"
rm -rf "$part"
mkdir -p "$part"
size=1
for node in $(echo "$NODES" | tr , ' '); do
  cli() { redis-cli --user admin --no-auth-warning -h "${node%:*}" -p "$port" "$@"; }
  port=6379
  case $node in *:*) port=${node##*:} ;; esac
  cli role | head -n 1 | grep -qx master || continue
  of=$(cli cluster info | tr -d '\r' | sed -n 's/^cluster_size://p')
  size=${of:-1}
  # Slots that are on their way to another node stand in brackets.
  slots=$(cli cluster nodes | grep myself | cut -d ' ' -f 9- | sed 's/ *\[[^]]*\]//g' | tr ' ' ,)
  file="$part/$node${slots:+.$slots}.rdb"
  cli --rdb "$file"
  [ "$(head -c 5 "$file")" = REDIS ] || [ "$(head -c 6 "$file")" = VALKEY ]
done
found=$(ls "$part" | wc -l)
[ "$found" -eq "$size" ] || { echo "$found of $size primaries answer, of $NODES" >&2; exit 1; }
mv "$part" "$folder/$(date -u +%Y%m%dT%H%M%SZ)"
ls "$folder" | sort -r | tail -n +"$((${KEEP:-7} + 1))" | while read -r old; do rm -rf "${folder:?}/$old"; done
