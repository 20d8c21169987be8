--[[
  Take up to a wanted number of requests out of the token buckets of a caller, in one call.

  The first bucket must have every request that is taken. If there are others, the second must
  have it as well; or, where that is empty, the third and the fourth must both.

  A bucket is stored as the moment at which it will be full again, by the clock of Redis:
  gateways need not agree about the time, and no job has to refill buckets.

  KEYS     one or four buckets, strings: microseconds since 1970; each expires a minute after that
  ARGV[1]  how many requests are wanted
  ARGV[2]  with how many to be content: if there are fewer, none is taken
  ARGV     then, for each bucket: microseconds until another request is put in; how many it holds

  Returns {how many were taken; for each bucket: how many are left; microseconds until one more}.
]]

-- Written neither to replicas nor to the disk: otherwise every read would wait for a write.
-- After a restart, all buckets are full. Redis replicates an expiry as a deletion all the
-- same; KEEP_MS keeps a bucket in use from expiring.
redis.set_repl(redis.REPL_NONE)
local KEEP_MS = 60000

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stored = redis.call('MGET', unpack(KEYS))

-- The content of a bucket as the time that refills it. The clock may have been set back since.
local every, whole, held = {}, {}, {}
for n = 1, #KEYS do
  every[n] = tonumber(ARGV[2 * n + 1])
  whole[n] = every[n] * tonumber(ARGV[2 * n + 2])
  held[n] = math.max(0, math.min(whole[n], whole[n] - (tonumber(stored[n] or now) - now)))
end

local function most(n, wanted)
  return math.min(wanted, math.floor(held[n] / every[n]))
end

local function take(n, count)
  if count == 0 then return end
  held[n] = held[n] - count * every[n]
  local full = now + whole[n] - held[n]
  local expiry = math.ceil((full - now) / 1000) + KEEP_MS
  redis.call('SET', KEYS[n], string.format('%.0f', full), 'PX', expiry)
end

local taken = most(1, tonumber(ARGV[1]))
local usual, reserved = 0, 0
if #KEYS > 1 then
  usual = most(2, taken)
  reserved = most(4, most(3, taken - usual))
  taken = usual + reserved
end
if taken >= tonumber(ARGV[2]) then
  take(1, taken)
  if #KEYS > 1 then
    take(2, usual)
    take(3, reserved)
    take(4, reserved)
  end
else
  taken = 0
end

local reply = {taken}
for n = 1, #KEYS do
  local left = math.floor(held[n] / every[n])
  table.insert(reply, left)
  table.insert(reply, (left + 1) * every[n] - held[n])
end
return reply
