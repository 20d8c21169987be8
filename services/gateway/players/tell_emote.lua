--[[
  Tell an emote of a seat, unless one was told a moment ago; or say whether it could be told.

  KEYS[1]  when the seat sent its last one, in ms since 1970, a string
  KEYS[2]  the fingerprint of the request that was told under this mark, a string
  ARGV[1]  one JSON object:
    mark         what marks repeats of this request; "-" if there are none
    fingerprint  the fingerprint of this request
    pause_ms     ms between two of a seat
    known_ms     ms for which repeats are known
    message      a message; left out to ask only
    channels     each channel to tell it in

  Returns {"again"} for a repeat, {"other"} for a repeat that asks for something else, {"soon", in how
  many ms there can be one}, or {"told"}; when asked only, {"ready"}.
]]

local given = cjson.decode(ARGV[1])

local marked = given.mark ~= '-'
local told = marked and redis.call('GET', KEYS[2])
if told then
  return {told == given.fingerprint and 'again' or 'other'}
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last = redis.call('GET', KEYS[1])
-- The clock may have been set back since.
local past = last and math.abs(now - last)
if past and past < given.pause_ms then
  return {'soon', given.pause_ms - past}
end
if not given.message then
  return {'ready'}
end
-- Written neither to replicas nor to the disk: nobody needs it in a few minutes.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', given.pause_ms)
if marked then
  redis.call('SET', KEYS[2], given.fingerprint, 'PX', given.known_ms)
end
redis.set_repl(redis.REPL_ALL)
-- Last, as it cannot be taken back if Redis has no room for the rest.
for _, channel in ipairs(given.channels) do
  redis.call('PUBLISH', channel, given.message)
end
return {'told'}
