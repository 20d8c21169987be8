--[[
  Put a tournament back that is in the archive, for a while.

  KEYS[1]  the tournament's hash
  KEYS[2]  its log
  KEYS[3]  its players, a hash
  KEYS[4]  the log as it was put together, a stream
  ARGV[1]  milliseconds until log and players expire
  ARGV[2]  milliseconds until the hash expires, if there is none
  ARGV[3]  how many parts its fields have, names and values in turn; then these, and the players
           likewise

  Returns 1, or 0 if its log is there: then nothing is changed.
]]

if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('UNLINK', KEYS[4])
  return 0
end
redis.call('RENAME', KEYS[4], KEYS[2])
redis.call('UNLINK', KEYS[3])
local fields = 3 + tonumber(ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 0 then
  for place = 4, fields, 2 do
    redis.call('HSET', KEYS[1], ARGV[place], ARGV[place + 1])
  end
  redis.call('HSET', KEYS[1], 'archived', '1')
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
for place = fields + 1, #ARGV, 2 do
  redis.call('HSET', KEYS[3], ARGV[place], ARGV[place + 1])
end
redis.call('PEXPIRE', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[3], ARGV[1])
return 1
