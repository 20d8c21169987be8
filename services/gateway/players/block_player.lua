--[[
  Block another player, and end the friendship with it on the own side.

  KEYS[1]  whom the player has blocked, a sorted set: other -> since when
  KEYS[2]  the player's friends, a hash
  KEYS[3]  the player's account
  ARGV[1]  the other player
  ARGV[2]  the time, ms since the epoch

  Returns 1, or 0 if there is no account.
]]

if redis.call('HEXISTS', KEYS[3], 'player') == 0 then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
