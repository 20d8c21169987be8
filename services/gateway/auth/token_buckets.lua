--[[
  Take up to a wanted number of requests out of the token buckets of a caller, in one call.

  The first bucket must have every request that is taken. If there are others, the second must
  have it as well; or, where that is empty, the third and the fourth must both. One bucket more,
  that of the whole day, must have it in any case.

  A bucket is stored as the moment at which it will be full again, by the clock of Redis:
  gateways need not agree about the time, and no job has to refill buckets.

  KEYS     one or four buckets, and perhaps that of the day, strings: microseconds since 1970; each expires a minute after that
  ARGV[1]  how many requests are wanted
  ARGV[2]  with how many to be content: if there are fewer, none is taken
  ARGV     then, for each bucket: microseconds until another request is put in; how many it holds

  Returns {how many were taken; then, of the first bucket, of the second if there are four, and
           of the day's: how many are left; microseconds until there is one more}.
]]

-- Written neither to replicas nor to the disk: otherwise every read would wait for a write.
-- After a restart, all buckets are full. Redis replicates an expiry as a deletion all the
-- same; KEEP_MS keeps a bucket in use from expiring.
redis.set_repl(redis.REPL_NONE)
local KEEP_MS = 60000

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- The content of a bucket as the time that refills it. The clock may have been set back since.
local function held(n)
  local stored = redis.call('GET', KEYS[n])
  local whole = ARGV[2 * n + 1] * ARGV[2 * n + 2]
  return math.max(0, math.min(whole, whole - ((stored or now) - now)))
end

local function most(n, content, wanted)
  return math.min(wanted, math.floor(content / ARGV[2 * n + 1]))
end

-- Return what is left of a bucket, and the time until there is one more.
local function take(n, content, count)
  local every = ARGV[2 * n + 1]
  if count > 0 then
    content = content - count * every
    local missing = every * ARGV[2 * n + 2] - content
    local expiry = math.ceil(missing / 1000) + KEEP_MS
    redis.call('SET', KEYS[n], string.format('%.0f', now + missing), 'PX', expiry)
  end
  local left = math.floor(content / every)
  return left, (left + 1) * every - content
end

-- Append to the answer what is left of the day's bucket, if there is one.
local function with_day(answer, day, content)
  if day then
    answer[#answer + 1], answer[#answer + 2] = take(day, content, answer[1])
  end
  return answer
end

local wanted, least = tonumber(ARGV[1]), tonumber(ARGV[2])
local day = (#KEYS == 2 or #KEYS == 5) and #KEYS or nil
local whole_day = day and held(day)
if day then
  wanted = most(day, whole_day, wanted)
end

local first = held(1)
local taken = most(1, first, wanted)
if #KEYS <= 2 then
  if taken < least then taken = 0 end
  return with_day({taken, take(1, first, taken)}, day, whole_day)
end

local second = held(2)
local usual, reserved, third, fourth = most(2, second, taken), 0, nil, nil
if usual < taken then
  third, fourth = held(3), held(4)
  reserved = most(4, fourth, most(3, third, taken - usual))
end
if usual + reserved < least then usual, reserved = 0, 0 end
if reserved > 0 then
  take(3, third, reserved)
  take(4, fourth, reserved)
end
local left, more = take(1, first, usual + reserved)
local answer = {usual + reserved, left, more, take(2, second, usual)}
return with_day(answer, day, whole_day)
