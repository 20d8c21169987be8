--[[
  Store for which games a player can be had, in place of what was stored before.

  KEYS[1]  the offer of the player, a string
  KEYS[2]  and following, of each game two sorted sets of members: by when they expire, in ms since
           the epoch; and of equal scores, so that they sort by name
  ARGV[1]  one JSON object:
    offer    the offer, JSON; "" for none
    life_ms  for how many ms it is good
    member   the member that stands for the player
    other    the one that would, if it were of the house, or were not: it goes
    games    of each game whether it is offered, a list

  Returns when the offer expires.
]]

local given = cjson.decode(ARGV[1])

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local expires = now + given.life_ms

if given.offer == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], given.offer, 'PX', given.life_ms)
end
for place, offered in ipairs(given.games) do
  local byExpiry, byName = KEYS[place * 2], KEYS[place * 2 + 1]
  redis.call('ZREM', byExpiry, given.member, given.other)
  redis.call('ZREM', byName, given.member, given.other)
  -- More go than come, whether or not anybody looks for players.
  local gone = redis.call('ZRANGEBYSCORE', byExpiry, '-inf', string.format('%.0f', now), 'LIMIT', 0, 2)
  for _, member in ipairs(gone) do
    redis.call('ZREM', byExpiry, member)
    redis.call('ZREM', byName, member)
  end
  if given.offer ~= '' and offered then
    redis.call('ZADD', byExpiry, string.format('%.0f', expires), given.member)
    redis.call('ZADD', byName, 0, given.member)
    -- A game may be gone before its offers are.
    redis.call('PEXPIRE', byExpiry, given.life_ms)
    redis.call('PEXPIRE', byName, given.life_ms)
  end
end
return expires
