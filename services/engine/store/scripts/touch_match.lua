--[[
  Note that the archive has not all of a match, or soon will not, and keep one that it had until it
  has it again.

  KEYS     the match's hash, its log, its idempotency records, its requests for a rematch,
           its snapshots
  ARGV[1]  milliseconds until it expires
  ARGV[2]  "1" to keep it even if the archive never had it

  Returns 1, or 0 if there is no such match.
]]

if redis.call('HEXISTS', KEYS[1], 'version') == 0 then
  return 0
end
local archived = redis.call('HGET', KEYS[1], 'archived') == '1'
if archived then
  redis.call('HSET', KEYS[1], 'archived', '0')
end
-- From now on, scripts that change the match count it; see mark_archived.lua.
if redis.call('HEXISTS', KEYS[1], 'touched') == 0 then
  redis.call('HSET', KEYS[1], 'touched', '0')
end
if not archived and ARGV[2] ~= '1' then
  return 1
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[1]))
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1
