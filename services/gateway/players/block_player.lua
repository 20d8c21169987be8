--[[
  Block another player, and end the friendship with it on the own side.

  KEYS[1]  whom the player has blocked, a sorted set: other -> since when
  KEYS[2]  the player's friends, a hash
  KEYS[3]  the player's account
  ARGV[1]  the other player
  ARGV[2]  the time, ms since the epoch
  ARGV[3]  how many a player may block

  Returns 1; 0 if there is no account; or -1 if as many are blocked.
]]

if redis.call('HEXISTS', KEYS[3], 'player') == 0 then
  return 0
end
local last = ARGV[3] - 1
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZRANGE', KEYS[1], last, last)[1] then
  return -1
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
