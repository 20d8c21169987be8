--[[
  Note that the archive has a tournament, whose log may leave Redis then.

  KEYS[1]  the tournament's hash
  KEYS[2]  its log
  KEYS[3]  its players, a hash
  KEYS[4]  its idempotency records, a hash
  KEYS[5..] what nobody needs any more
  ARGV[1]  the version that was archived
  ARGV[2]  what the hash said when it was made, as it was archived
  ARGV[3]  the SHA-1 of the players as they were archived: names and values in turn
  ARGV[4]  milliseconds until log, players and records expire
  ARGV[5]  milliseconds until the hash expires

  Returns 1, or 0 if anything has changed since, such as a name.
]]

local now = redis.call('HMGET', KEYS[1], 'version', 'made_with')
local players = redis.sha1hex(table.concat(redis.call('HGETALL', KEYS[3]), '\n'))
if now[1] ~= ARGV[1] or now[2] ~= ARGV[2] or players ~= ARGV[3] then
  return 0
end
redis.call('HSET', KEYS[1], 'archived', '1')
redis.call('HDEL', KEYS[1], 'template')
redis.call('PEXPIRE', KEYS[1], ARGV[5])
for place = 2, #KEYS do
  if place < 5 then
    redis.call('PEXPIRE', KEYS[place], ARGV[4])
  else
    redis.call('UNLINK', KEYS[place])
  end
end
return 1
