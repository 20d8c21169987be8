--[[
  Withdraw the request of a seat for a rematch. If it has asked for none, decline: all are gone.

  KEYS[1]  the match's hash
  KEYS[2]  its requests for a rematch, a hash by seat
  ARGV[1]  the seat
  ARGV[2]  the number of seats: once all have asked, the new match is being made
  ARGV[3]  the notification for the players if it withdraws
  ARGV[4]  the notification if it declines
  ARGV[5]  and following: their channels

  Returns "withdrawn", "declined", "nothing" if nobody had asked, "made" if all have, or "gone" if
  the match has expired.
]]

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
local asked = #redis.call('HKEYS', KEYS[2])
if asked == 0 then
  return 'nothing'
end
if asked >= tonumber(ARGV[2]) then
  return 'made'
end
local withdrawn = redis.call('HDEL', KEYS[2], ARGV[1]) == 1
if not withdrawn then
  redis.call('UNLINK', KEYS[2])
end
for channel = 5, #ARGV do
  redis.call('PUBLISH', ARGV[channel], withdrawn and ARGV[3] or ARGV[4])
end
-- For the archive; see touch_match.lua.
local touched = redis.call('HGET', KEYS[1], 'touched')
if touched then
  redis.call('HSET', KEYS[1], 'touched', touched + 1)
end
return withdrawn and 'withdrawn' or 'declined'
