--[[
  Let a session go on, unless it has ended or was renewed meanwhile.

  KEYS[1]  the player, a hash
  ARGV[1]  the field of its token
  ARGV[2]  the token as it was read
  ARGV[3]  the token with its new time

  Returns nothing.
]]

if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
