--[[
  Note that the archive has a match, which may expire then.

  KEYS     the match's hash, its log, its idempotency records, its requests for a rematch,
           its snapshots
  ARGV[1]  how often it had been changed after its end when it was read; see touch_match.lua
  ARGV[2]  milliseconds until it expires

  Returns 1, or 0 if it has been changed since, or is not there.
]]

local stored = redis.call('HMGET', KEYS[1], 'version', 'touched')
if not stored[1] or (stored[2] or '0') ~= ARGV[1] then
  return 0
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'archived', '1', 'until', string.format('%.0f', now + ARGV[2]))
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1
