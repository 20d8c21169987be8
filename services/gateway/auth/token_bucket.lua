--[[
  Take up to a wanted number of requests out of a token bucket.

  A bucket is stored as the moment at which it will be full again, by the clock of Redis:
  gateways need not agree about the time, and no job has to refill buckets.

  KEYS[1]  the bucket, a string: microseconds since 1970; expires a minute after that moment
  ARGV[1]  microseconds until another request is put in
  ARGV[2]  how many requests the bucket holds
  ARGV[3]  how many are wanted

  Returns {how many were taken; how many are left; microseconds until there is one more}.
]]

-- Written neither to replicas nor to the disk: otherwise every read would wait for a write.
-- After a restart, all buckets are full. Redis replicates an expiry as a deletion all the
-- same; KEEP_MS keeps a bucket in use from expiring.
redis.set_repl(redis.REPL_NONE)
local KEEP_MS = 60000

local every, size, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = tonumber(redis.call('GET', KEYS[1]) or now)

-- The content as the time that refills it. The clock may have been set back since.
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
