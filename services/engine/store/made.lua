--[[
  Note that the match of tickets has been made, and tell those who wait for it.

  KEYS     the tickets, hashes
  ARGV     the channel of each

  Returns how many of the tickets there still are.
]]

local left = 0
for place, ticket in ipairs(KEYS) do
  if redis.call('EXISTS', ticket) == 1 then
    redis.call('HSET', ticket, 'made', '1')
    left = left + 1
  end
  redis.call('PUBLISH', ARGV[place], 'matched')
end
return left
