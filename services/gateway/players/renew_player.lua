--[[
  Keep a player that has not played yet for longer; one that has played is kept for good anyway.

  KEYS[1]  the player's hash
  ARGV[1]  the name of its field that says when it was last seen in use
  ARGV[2]  now, in seconds since 1970
  ARGV[3]  seconds until it expires unless it is used

  Returns nothing.
]]

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
