--[[
  Share the partitions of hooks among the heralds that are here.

  KEYS[1]  the partitions, a hash: number -> "HERALD UNTIL"
  KEYS[2]  the heralds, a sorted set: herald -> when it was last here
  ARGV[1]  the herald that asks
  ARGV[2]  for how long it is here, ms; 0 if it leaves
  ARGV[3]  the number of partitions

  Returns the partitions that it has now.

  Each herald may have its share, the number of partitions by that of the heralds, rounded up. It
  keeps what it has up to that, gives the rest back, and takes what nobody has any more.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local me, life, parts = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

if life > 0 then
  redis.call('ZADD', KEYS[2], string.format('%.0f', now + life), me)
else
  redis.call('ZREM', KEYS[2], me)
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('(%.0f', now))
local share = life > 0 and math.ceil(parts / redis.call('ZCARD', KEYS[2])) or 0

local held, free, stored = {}, {}, {}
local found = redis.call('HGETALL', KEYS[1])
for place = 1, #found, 2 do
  stored[tonumber(found[place])] = found[place + 1]
end
for part = 0, parts - 1 do
  local herald, until_ms = string.match(stored[part] or '', '^(%S+) (%d+)$')
  if herald == me then
    if #held < share then
      held[#held + 1] = part
    else
      redis.call('HDEL', KEYS[1], part)
    end
  elseif not herald or tonumber(until_ms) < now then
    free[#free + 1] = part
  end
end
for _, part in ipairs(free) do
  if #held < share then
    held[#held + 1] = part
  end
end
local lease = string.format('%s %.0f', me, now + life)
for _, part in ipairs(held) do
  redis.call('HSET', KEYS[1], part, lease)
end
return held
