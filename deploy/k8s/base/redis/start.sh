#!/bin/sh
# Start Redis with the *.conf files of this folder, and with users.acl, in which NAME_SHA256 stands
# for the SHA-256 of the password of NAME. The passwords are the files of /run/passwords; a user without
# one is left out, such as that of the herald where there is none. Redis reads the configuration from its standard input, so no password is in another file or on a command line.
#
# Nobody can log in as `default`, and yet it may do everything: Redis replays its append-only file as
# that user. Redis 7.2 and 8.0, and others until they have mended it (redis#14541, valkey#3983), leave
# out each transaction that it may not make, which is every change of a match.
set -eu
here=$(dirname "$0")
users=$(cat "$here/users.acl")
for file in /run/passwords/*; do
  hash=$(printf %s "$(cat "$file")" | sha256sum | cut -d ' ' -f 1)
  name=$(basename "$file" | tr a-z A-Z)
  users=$(printf '%s\n' "$users" | sed "s/${name}_SHA256/$hash/")
done
users=$(printf '%s\n' "$users" | grep -v '#[A-Z]*_SHA256 ')
sh "$here/load.sh" take # a snapshot that is to be restored
[ ! -e "$here/meet.sh" ] || sh "$here/meet.sh" &
exec redis-server - <<END
$(cat "$here"/*.conf)
masteruser replica
masterauth "$(cat /run/passwords/replica)"
$users
END
