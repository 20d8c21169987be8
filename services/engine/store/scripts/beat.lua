--[[
  Note that an engine lives and what it plays, and forget those that have said so too long ago,
  or without a time.

  KEYS[1]  the engines, a hash: name -> until when it counts, ms of Redis's clock, and what it says
  KEYS[2]  all games that there have been, a set
  ARGV[1]  the name of the engine
  ARGV[2]  for how long it counts, ms
  ARGV[3]  what it says, JSON
  ARGV[4]  and following: the games that it plays

  Returns OK.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[2]) .. ' ' .. ARGV[3])
if #ARGV > 3 then
  redis.call('SADD', KEYS[2], unpack(ARGV, 4))
end
local engines = redis.call('HGETALL', KEYS[1])
for field = 1, #engines, 2 do
  local till = string.match(engines[field + 1], '^%d+')
  if not till or tonumber(till) <= now then
    redis.call('HDEL', KEYS[1], engines[field])
  end
end
return redis.status_reply('OK')
