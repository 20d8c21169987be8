--[[
  Give a player the place on the board of a rating pool that follows from its numbers.

  KEYS     the pool's players, order and lapse; see redislink.ratings
  ARGV[1]  the player
  ARGV[2]  the numbers from which the place follows
  ARGV[3]  the points, "" for no place
  ARGV[4]  the day on which the player leaves the board

  Returns 1, or 0 if the player has other numbers by now.
]]

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
end
return 1
