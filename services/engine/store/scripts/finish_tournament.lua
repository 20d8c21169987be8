--[[
  Note that the archive has a tournament, whose log may leave Redis then.

  KEYS[1]  the tournament's hash
  KEYS[2]  its log
  KEYS[3]  its players, a hash
  KEYS[4]  its idempotency records, a hash
  KEYS[5..] what nobody needs any more
  ARGV[1]  the version that was archived
  ARGV[2]  how often anything that is stored of it had changed by then, "" for never
  ARGV[3]  milliseconds until log, players and records expire
  ARGV[4]  milliseconds until the hash expires

  Returns 1, or 0 if anything has changed since, such as a name.
]]

local now = redis.call('HMGET', KEYS[1], 'version', 'changes')
if now[1] ~= ARGV[1] or (now[2] or '') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'archived', '1')
redis.call('HDEL', KEYS[1], 'template')
redis.call('PEXPIRE', KEYS[1], ARGV[4])
for place = 2, #KEYS do
  if place < 5 then
    redis.call('PEXPIRE', KEYS[place], ARGV[3])
  else
    redis.call('UNLINK', KEYS[place])
  end
end
return 1
