--[[
  Count a test message of a player.

  KEYS[1]  the number of them, a string
  ARGV[1]  how many there may be
  ARGV[2]  in how many seconds

  Returns 0, or in how many seconds there may be another one.
]]

local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then
  return math.max(math.ceil(redis.call('PTTL', KEYS[1]) / 1000), 1)
end
local left = redis.call('PTTL', KEYS[1])
redis.call('SET', KEYS[1], count + 1, 'PX', left > 0 and left or ARGV[2] * 1000)
return 0
