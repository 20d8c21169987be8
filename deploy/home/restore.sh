#!/bin/sh
# Put the snapshot on standard input in the place of the data of Redis, which must be stopped. What was there
# is kept in before-restore.
set -eu
umask 077
export REDISCLI_AUTH=none # Redis is not asked
data=${DATA:-/data}
load=${LOAD:-/load.sh}
trap 'rm -f "$data/given"' EXIT
cat > "$data/given"
sh "$load" put "$(($(wc -c < "$data/given")))" < "$data/given"
mv "$data/restoring" "$data/restored"
sh "$load" take
echo "Redis has these data once it starts."
