--[[
  Withdraw the request of a seat for a rematch. If it has asked for none, decline: all are gone.

  KEYS[1]  the match's hash
  KEYS[2]  its requests for a rematch, a hash by seat
  ARGV[1]  one JSON object:
    seat       the seat
    seats      the number of seats: once all have asked, the new match is being made
    withdrawn  the notification for the players if it withdraws
    declined   the notification if it declines
    channels   their channels, a list

  Returns "withdrawn", "declined", "nothing" if nobody had asked, "made" if all have, or "gone" if
  the match has expired.
]]

local given = cjson.decode(ARGV[1])

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
local asked = #redis.call('HKEYS', KEYS[2])
if asked == 0 then
  return 'nothing'
end
if asked >= given.seats then
  return 'made'
end
local withdrawn = redis.call('HDEL', KEYS[2], given.seat) == 1
if not withdrawn then
  redis.call('UNLINK', KEYS[2])
end
for _, channel in ipairs(given.channels) do
  redis.call('PUBLISH', channel, withdrawn and given.withdrawn or given.declined)
end
-- For the archive; see touch_match.lua.
local touched = redis.call('HGET', KEYS[1], 'touched')
if touched then
  redis.call('HSET', KEYS[1], 'touched', touched + 1)
end
return withdrawn and 'withdrawn' or 'declined'
