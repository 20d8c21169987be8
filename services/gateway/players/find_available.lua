--[[
  The members of a game that can be had now, by name, after some of those that have expired went:
  nearly always all.

  KEYS[1]  the members by when they expire, in ms since the epoch
  KEYS[2]  the same members, of equal scores
  ARGV[1]  from where on, as ZRANGEBYLEX has it
  ARGV[2]  up to where
  ARGV[3]  how many

  Returns the members.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local until_now = string.format('%.0f', now)
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', until_now, 'LIMIT', 0, 1000)) do
  redis.call('ZREM', KEYS[1], member)
  redis.call('ZREM', KEYS[2], member)
end
return redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
