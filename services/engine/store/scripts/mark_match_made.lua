--[[
  Note that the match of tickets has been made, and tell those who wait for it. Nobody
  needs to see to it any more.

  KEYS[1]  the tickets whose match may not have been made, a sorted set of ids
  KEYS[2]  and on: the tickets of the match, hashes
  ARGV[1]  what the channels of all tickets begin with
  ARGV[2]  and on: the id of each ticket

  Returns how many of the tickets there still are.
]]

local left = 0
for place = 2, #KEYS do
  if redis.call('EXISTS', KEYS[place]) == 1 then
    redis.call('HSET', KEYS[place], 'made', '1')
    left = left + 1
  end
  redis.call('ZREM', KEYS[1], ARGV[place])
  redis.call('PUBLISH', ARGV[1] .. ARGV[place], 'matched')
end
return left
