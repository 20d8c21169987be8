#!/bin/sh
# Start Redis with redis.conf and users.acl, in which @NAME@ stands for the password of NAME.
# The passwords are the files of /run/passwords; Redis gets their hashes, on its standard input.
set -eu
users=$(cat /etc/croupier/users.acl)
for file in /run/passwords/*; do
  hash=$(printf %s "$(cat "$file")" | sha256sum | cut -d ' ' -f 1)
  users=$(printf '%s\n' "$users" | sed "s/@${file##*/}@/#$hash/")
done
exec redis-server - <<END
$(cat /etc/croupier/redis.conf)
$users
END
