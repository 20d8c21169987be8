--[[
  Drop the marks of a rating pool that are older than a day of its ledger's clock, which nothing
  depends on any more: those of some keys of `pairs`.

  KEYS     the pool's head and pairs; see redislink.ratings
  ARGV[1]  the cursor of HSCAN, 0 at first
  ARGV[2]  a day in milliseconds
  ARGV[3]  about how many keys to look at

  Returns the next cursor, 0 at the end.
]]

local clock = tonumber(redis.call('HGET', KEYS[1], 'clock') or '0')
local found = redis.call('HSCAN', KEYS[2], ARGV[1], 'COUNT', ARGV[3])
for place = 1, #found[2], 2 do
  local marks = cjson.decode(found[2][place + 1])
  -- Ascending: the last is the newest.
  if #marks == 0 or marks[#marks][1] <= clock - tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[2], found[2][place])
  end
end
return found[1]
