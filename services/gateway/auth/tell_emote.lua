--[[
  Tell an emote of a seat, unless one was told a moment ago.

  KEYS[1]  the last one of the seat, a string: "when, in ms since 1970; what marks its repeats; the
           fingerprint of its request"
  ARGV[1]  whether emotes can be told in the match now, 1 or 0
  ARGV[2]  what marks repeats of this request; "-" if there are none
  ARGV[3]  the fingerprint of this request
  ARGV[4]  ms between two of a seat
  ARGV[5]  ms for which repeats are known
  ARGV[6]  the channel to tell it in
  ARGV[7]  the message

  Returns {"again"} for a repeat, {"other"} for a repeat that asks for something else, {"no"} if none
  can be told, {"soon", in how many ms there can be one}, or {"told"}.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last = redis.call('GET', KEYS[1])
local at, mark, fingerprint = 0, '-', ''
if last then
  at, mark, fingerprint = last:match('^(%d+) (%S+) (%S+)$')
end
if ARGV[2] ~= '-' and mark == ARGV[2] then
  return {fingerprint == ARGV[3] and 'again' or 'other'}
end
if ARGV[1] == '0' then
  return {'no'}
end
-- The clock may have been set back since.
local past = math.abs(now - at)
if past < tonumber(ARGV[4]) then
  return {'soon', ARGV[4] - past}
end
-- Written neither to replicas nor to the disk: nobody needs it in a minute.
redis.set_repl(redis.REPL_NONE)
local stored = string.format('%.0f', now) .. ' ' .. ARGV[2] .. ' ' .. ARGV[3]
redis.call('SET', KEYS[1], stored, 'PX', ARGV[5])
redis.set_repl(redis.REPL_ALL)
-- Last, as it cannot be taken back if Redis has no room for the rest.
redis.call('PUBLISH', ARGV[6], ARGV[7])
return {'told'}
