--[[
  Store what the other's side has said of a friendship, unless it has been ended meanwhile.

  KEYS[1]  the player's friends, a hash: other -> "asked", "asks" or "friend"
  ARGV[1]  the other player
  ARGV[2]  "asked" or "friend"

  Returns 1 if the friendship was still there.
]]

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
