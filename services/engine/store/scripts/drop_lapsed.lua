--[[
  Take the players off the board of a rating pool who have not played for so long that their rating
  is provisional again.

  KEYS     the pool's order and lapse; see redislink.ratings
  ARGV[1]  the maximum number of players

  Returns how many were taken off.
]]

local today = math.floor(redis.call('TIME')[1] / 86400)
local lapsed = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', today, 'LIMIT', 0, ARGV[1])
for _, player in ipairs(lapsed) do
  redis.call('ZREM', KEYS[1], player)
  redis.call('ZREM', KEYS[2], player)
end
return #lapsed
