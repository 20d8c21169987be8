--[[
  Take requests out of the token buckets of callers: of each charge up to a wanted number. A number
  below 0 gives so many back, to the first bucket and the second.

  The first bucket must have every request that is taken. If there are others, the second must
  have it as well; or, where that is empty, the third and the fourth must both. One bucket more,
  that of the whole day, must have it in any case. Charges are taken one after the other, as if
  each were a call of its own.

  A bucket is stored as the moment at which it will be full again, by the clock of Redis:
  gateways need not agree about the time, and no job has to refill buckets.

  KEYS     of each charge one or four buckets, and perhaps that of the day, strings: microseconds since 1970; each expires a minute after that
  ARGV     of each charge: how many arguments follow; how many requests are wanted; with how many
           to be content: if there are fewer, none is taken; then, for each bucket: microseconds
           until another request is put in; how many it holds

  Returns for each charge {how many were taken; then, of the first bucket, of the second if there
           are four, and of the day's: how many are left; microseconds until there is one more}.
]]

-- Written neither to replicas nor to the disk: otherwise every read would wait for a write.
-- After a restart, all buckets are full. Redis replicates an expiry as a deletion all the
-- same; KEEP_MS keeps a bucket in use from expiring.
redis.set_repl(redis.REPL_NONE)
local KEEP_MS = 60000

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- Where the keys and arguments of the charge stand that is taken now: behind these.
local key, arg = 0, 0

-- The content of a bucket as the time that refills it. The clock may have been set back since.
local function held(n)
  local stored = redis.call('GET', KEYS[key + n])
  local whole = ARGV[arg + 2 * n + 1] * ARGV[arg + 2 * n + 2]
  return math.max(0, math.min(whole, whole - ((stored or now) - now)))
end

local function most(n, content, wanted)
  return math.min(wanted, math.floor(content / ARGV[arg + 2 * n + 1]))
end

-- Return what is left of a bucket, and the time until there is one more.
local function take(n, content, count)
  local every = ARGV[arg + 2 * n + 1]
  if count ~= 0 then
    content = content - count * every
    local missing = every * ARGV[arg + 2 * n + 2] - content
    local expiry = math.ceil(missing / 1000) + KEEP_MS
    redis.call('SET', KEYS[key + n], string.format('%.0f', now + missing), 'PX', expiry)
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

local function charge(buckets)
  local wanted, least = tonumber(ARGV[arg + 1]), tonumber(ARGV[arg + 2])
  local day = (buckets == 2 or buckets == 5) and buckets or nil
  local whole_day = day and held(day)
  if day then
    wanted = most(day, whole_day, wanted)
  end

  local first = held(1)
  local taken = most(1, first, wanted)
  if buckets <= 2 then
    if wanted > 0 and taken < least then taken = 0 end
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
end

local answers = {}
while arg < #ARGV do
  local count = tonumber(ARGV[arg + 1])
  arg = arg + 1
  local buckets = (count - 2) / 2
  answers[#answers + 1] = charge(buckets)
  key, arg = key + buckets, arg + count
end
return answers
