--[[
  Delete a player: its name and all of its tokens.

  KEYS[1]  the player, a hash

  Returns the number of fields deleted.
]]

local fields = redis.call('HGETALL', KEYS[1])
for place = 1, #fields, 2 do
  redis.call('HDEL', KEYS[1], fields[place])
end
return #fields / 2
