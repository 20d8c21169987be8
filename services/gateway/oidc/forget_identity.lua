--[[
  Let an identity lead to an account no more.

  KEYS[1]  the identity, a string
  ARGV[1]  the player to whom it may lead

  Returns 1, or 0 if it leads to somebody else.
]]

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
