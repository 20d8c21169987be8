#!/bin/sh
# Take a snapshot of Redis now, and every 24 hours unless told `now`. Once one is taken, remove
# those of before KEEP days: the last good ones stay while none comes. Only a snapshot that has
# come whole gets its name.
set -eu
umask 077
cd "${FOLDER:-/data}"
part=$(mktemp part.XXXXXX)
trap 'rm -f "$part"' EXIT
trap 'exit 143' TERM

take() {
  # What one has left that was killed: it may be the space that this one needs.
  find . -name 'part.*' -mmin +120 -exec rm -f {} +
  redis-cli -h "${REDIS_HOST:-redis}" -p "${REDIS_PORT:-6379}" --rdb "$part" &&
    head -c 6 "$part" | grep -qE '^(REDIS|VALKEY)' && mv "$part" "$(date -u +%FT%H%M).rdb"
}

if [ "${1-}" = now ]; then take; exit; fi
while true; do
  if take; then find . -name '*.rdb' -mtime "+${KEEP:-14}" -exec rm {} +
  else echo "There is no backup of today." >&2; fi
  sleep 86400 &
  wait $! # or TERM would wait for it
done
