--[[
  Let an identity lead to an account, unless it has come to lead to another one meanwhile.

  KEYS[1]  the identity, a string
  ARGV[1]  the player to whom it led before, who has it no more; "" for nobody
  ARGV[2]  the player who has it

  Returns the player to whom it leads now.
]]

local found = redis.call('GET', KEYS[1]) or ''
if found ~= ARGV[1] then
  return found
end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
