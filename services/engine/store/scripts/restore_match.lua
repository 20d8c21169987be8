--[[
  Store a match again that is in the archive, for a while.

  KEYS     the match's hash, its log, its idempotency records, its requests for a rematch,
           its snapshots
  ARGV[1]  milliseconds until it expires
  ARGV[..] of its fields, its log, its requests and its snapshots: their number, and then each

  Returns 1, or 0 if there is such a match: then nothing is changed.
]]

if redis.call('HEXISTS', KEYS[1], 'version') == 1 then
  return 0
end
for _, key in ipairs(KEYS) do
  redis.call('UNLINK', key)
end

local at = 2
local function each(store, step)
  local count = tonumber(ARGV[at])
  for place = at + 1, at + count, step do
    store(ARGV[place], ARGV[place + 1])
  end
  at = at + 1 + count
end
each(function(name, value) redis.call('HSET', KEYS[1], name, value) end, 2)
each(function(entry) redis.call('RPUSH', KEYS[2], entry) end, 1)
each(function(seat, request) redis.call('HSET', KEYS[4], seat, request) end, 2)
each(function(snapshot) redis.call('RPUSH', KEYS[5], snapshot) end, 1)
redis.call('HSET', KEYS[1], 'archived', '1')
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1
