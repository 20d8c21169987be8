--[[
  End a friendship on the side of somebody who is blocked by the other. An open request of this side stays:
  that it is gone would tell that the other has done something.

  KEYS[1]  the friends of who is blocked, a hash
  ARGV[1]  who blocks

  Returns how many rows were removed.
]]

local state = redis.call('HGET', KEYS[1], ARGV[1])
if not state or state == 'asked' then
  return 0
end
return redis.call('HDEL', KEYS[1], ARGV[1])
