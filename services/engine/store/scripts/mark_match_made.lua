--[[
  Mark the match of tickets as made, and notify their players. No engine needs to check it
  any more, so the tickets forget who plays it and what was given to its deal.

  KEYS[1]  the tickets whose match may be missing, a sorted set of ids
  KEYS[2]  and following: the tickets of the match, hashes
  ARGV[1]  the prefix of the channels of all tickets
  ARGV[2]  and following: the id of each ticket

  Returns the number of those tickets that have not expired.
]]

local left = 0
for place = 2, #KEYS do
  -- HSET alone would bring back a ticket that has expired, for ever and without its other fields.
  if redis.call('EXISTS', KEYS[place]) == 1 then
    redis.call('HSET', KEYS[place], 'made', '1')
    redis.call('HDEL', KEYS[place], 'players', 'given_by')
    left = left + 1
  end
  -- Only one of the tickets is in the set: that which completed the match.
  redis.call('ZREM', KEYS[1], ARGV[place])
  redis.call('PUBLISH', ARGV[1] .. ARGV[place], 'matched')
end
return left
