--[[
  Tell an emote of a seat, unless one was told a moment ago; or say whether it could be told.

  KEYS[1]  when the seat sent its last one, in ms since 1970, a string
  KEYS[2]  the fingerprint of the request that was told under this mark, a string
  ARGV[1]  what marks repeats of this request; "-" if there are none
  ARGV[2]  the fingerprint of this request
  ARGV[3]  ms between two of a seat
  ARGV[4]  ms for which repeats are known
  ARGV[5...]  a message, and each channel to tell it in; nothing to ask only

  Returns {"again"} for a repeat, {"other"} for a repeat that asks for something else, {"soon", in how
  many ms there can be one}, or {"told"}; when asked only, {"ready"}.
]]

local marked = ARGV[1] ~= '-'
local told = marked and redis.call('GET', KEYS[2])
if told then
  return {told == ARGV[2] and 'again' or 'other'}
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last = redis.call('GET', KEYS[1])
-- The clock may have been set back since.
local past = last and math.abs(now - last)
if past and past < tonumber(ARGV[3]) then
  return {'soon', ARGV[3] - past}
end
if #ARGV < 5 then
  return {'ready'}
end
-- Written neither to replicas nor to the disk: nobody needs it in a few minutes.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', ARGV[3])
if marked then
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[4])
end
redis.set_repl(redis.REPL_ALL)
-- Last, as it cannot be taken back if Redis has no room for the rest.
for each = 6, #ARGV do
  redis.call('PUBLISH', ARGV[each], ARGV[5])
end
return {'told'}
