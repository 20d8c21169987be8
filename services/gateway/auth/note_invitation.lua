--[[
  Note that a player is invited to a match; notes that have expired go, and the oldest of too many.

  KEYS[1]  the player's notes, a hash: match -> when the note expires, in seconds since 1970
  ARGV[1]  the match
  ARGV[2]  for how many seconds the note is kept
  ARGV[3]  how many notes there may be
  ARGV[4]  seconds until all of them have expired

  Returns nothing.
]]

local now = tonumber(redis.call('TIME')[1])
local notes = redis.call('HGETALL', KEYS[1])
local left, oldest, first = 0, nil, nil
for place = 1, #notes, 2 do
  local expires = tonumber(notes[place + 1])
  if expires <= now then
    redis.call('HDEL', KEYS[1], notes[place])
  elseif notes[place] ~= ARGV[1] then
    left = left + 1
    if not first or expires < first then
      oldest, first = notes[place], expires
    end
  end
end
if left >= tonumber(ARGV[3]) then
  redis.call('HDEL', KEYS[1], oldest)
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[4])
