--[[
  Keep a match for longer, without a change: all of its keys or none.

  KEYS     the match's hash, its log, its idempotency records, its requests for a rematch,
           its snapshots
  ARGV[1]  milliseconds until it expires unless it changes
  ARGV[2]  the version that was visited

  Returns nothing. Of another version nothing is done: a match that has begun is kept for longer
  than one that waits.
]]

if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] then
  return
end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[1]))
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[1])
end
