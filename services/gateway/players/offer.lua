--[[
  Store for which games a player can be had, in place of what was stored before.

  KEYS[1]  the offer of the player, a string
  KEYS[2]  and following, of each game two sorted sets of members: by when they expire, in ms since
           the epoch; and of equal scores, so that they sort by name
  ARGV[1]  the offer, JSON; "" for none
  ARGV[2]  for how many ms it is good
  ARGV[3]  the member that stands for the player
  ARGV[4]  the one that would, if it were of the house, or were not: it goes
  ARGV[5]  and following, of each game "1" if it is offered, else "0"

  Returns when the offer expires.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local expires = now + ARGV[2]

if ARGV[1] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
for place = 5, #ARGV do
  local byExpiry, byName = KEYS[place * 2 - 8], KEYS[place * 2 - 7]
  redis.call('ZREM', byExpiry, ARGV[3], ARGV[4])
  redis.call('ZREM', byName, ARGV[3], ARGV[4])
  -- More go than come, whether or not anybody looks for players.
  local gone = redis.call('ZRANGEBYSCORE', byExpiry, '-inf', string.format('%.0f', now), 'LIMIT', 0, 2)
  for _, member in ipairs(gone) do
    redis.call('ZREM', byExpiry, member)
    redis.call('ZREM', byName, member)
  end
  if ARGV[1] ~= '' and ARGV[place] == '1' then
    redis.call('ZADD', byExpiry, string.format('%.0f', expires), ARGV[3])
    redis.call('ZADD', byName, 0, ARGV[3])
    -- A game may be gone before its offers are.
    redis.call('PEXPIRE', byExpiry, ARGV[2])
    redis.call('PEXPIRE', byName, ARGV[2])
  end
end
return expires
