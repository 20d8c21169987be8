--[[
  Take requests out of a token bucket, as many as there are of those that are wanted.

  A bucket is kept as the moment at which it will be full again, by the clock of
  Redis: so gateways need not agree about the time, and nothing has to be filled up.

  KEYS[1]  the bucket, a string: microseconds since 1970; gone a minute after that
  ARGV[1]  microseconds until another request is put in
  ARGV[2]  how many requests it holds
  ARGV[3]  how many are wanted

  Returns {how many were taken; how many are left; microseconds until there is
  one more}.
]]

-- Neither to replicas nor to the disk: else every read would wait for a write. After a
-- restart, all buckets are full. Only expiry is still written, so nothing expires while
-- it is in use.
redis.set_repl(redis.REPL_NONE)
local KEEP_MS = 60000

local every, size, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = tonumber(redis.call('GET', KEYS[1]) or now)

-- What is in it, in microseconds' worth. The clock may have been put back since.
local held = math.max(0, math.min(every * size, every * size - (full - now)))
local taken = math.min(wanted, math.floor(held / every))
if taken > 0 then
  held = held - taken * every
  full = now + every * size - held
  local expiry = math.ceil((full - now) / 1000) + KEEP_MS
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', expiry)
end

local left = math.floor(held / every)
return {taken, left, (left + 1) * every - held}
