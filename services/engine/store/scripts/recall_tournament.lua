--[[
  Put a tournament back that is in the archive, for a while.

  KEYS[1]  the tournament's hash
  KEYS[2]  its log
  KEYS[3]  its players, a hash
  KEYS[4]  the log as it was put together, a stream
  KEYS[5]  the players as they were put together, a hash; none if all names have gone
  ARGV[1]  milliseconds until log and players expire
  ARGV[2]  milliseconds until the hash expires, if there is none
  ARGV[..] its fields, names and values in turn

  Returns 1, or 0 if its log is there: then nothing is changed.
]]

if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('UNLINK', KEYS[4], KEYS[5])
  return 0
end
redis.call('RENAME', KEYS[4], KEYS[2])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
redis.call('UNLINK', KEYS[3])
if redis.call('EXISTS', KEYS[5]) == 1 then
  redis.call('RENAME', KEYS[5], KEYS[3])
  redis.call('PEXPIRE', KEYS[3], ARGV[1])
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  for place = 3, #ARGV, 2 do
    redis.call('HSET', KEYS[1], ARGV[place], ARGV[place + 1])
  end
  redis.call('HSET', KEYS[1], 'archived', '1')
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
