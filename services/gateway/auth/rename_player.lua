--[[
  Store another name of a player, unless the player was deleted.

  KEYS[1]  the player, a hash
  ARGV[1]  its public part with the other name, JSON

  Returns whether there is such a player, 1 or 0.
]]

local exists = redis.call('HEXISTS', KEYS[1], 'player')
if exists == 1 then
  redis.call('HSET', KEYS[1], 'player', ARGV[1])
end
return exists
