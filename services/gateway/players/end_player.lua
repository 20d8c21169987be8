--[[
  Delete a player: its name and all of its tokens, and what is kept beside it.

  KEYS[1]  and following, the player and what is beside it, hashes

  Returns the number of fields deleted.
]]

local deleted = 0
for _, key in ipairs(KEYS) do
  local fields = redis.call('HGETALL', key)
  for place = 1, #fields, 2 do
    deleted = deleted + redis.call('HDEL', key, fields[place])
  end
end
return deleted
