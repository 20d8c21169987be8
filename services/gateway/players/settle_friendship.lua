--[[
  Store what the other's side has said of a friendship, unless it has been ended meanwhile.

  KEYS[1]  the player's friends, a hash: other -> "asked", "asks" or "friend"
  ARGV[1]  the other player
  ARGV[2]  what the other was to the player before: "asked" or "friend"
  ARGV[3]  what it is by its own side: "asked" or "friend"

  Returns what it is to the player now; nothing if the friendship is not there any more. If both were
  the same, nothing is stored: that could be over what came meanwhile, and nobody would look again.
]]

local state = redis.call('HGET', KEYS[1], ARGV[1])
if state and ARGV[2] ~= ARGV[3] then
  state = ARGV[3]
  redis.call('HSET', KEYS[1], ARGV[1], state)
end
return state
