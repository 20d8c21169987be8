--[[
  Store a report of a player, unless it is there, or one too many. What was closed long ago goes.

  KEYS[1]  the reports, a hash: id -> JSON
  KEYS[2]  the open ones, a sorted set: id -> when it was made, ms since the epoch
  KEYS[3]  the closed ones, a sorted set: id -> when it was closed
  KEYS[4]  those of the open ones that make room for others, a sorted set like the open ones
  KEYS[5]  how many reports the player has made today, a string
  ARGV[1]  one JSON object:
    id         the id of the report
    report     the report, JSON
    at         now, ms since the epoch
    kept_ms    ms for which closed reports are kept
    most_open  how many may be open
    cheap      1 if the report is to make room for others, or 0
    most       how many a player may make in a day
    day_s      seconds until that is forgotten

  Returns {"filed"}, also for one that is there; {"full"}; or {"many", seconds until there may be another}.
]]

local given = cjson.decode(ARGV[1])

if redis.call('HEXISTS', KEYS[1], given.id) == 1 then
  return {'filed'}
end
local old = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', given.at - given.kept_ms, 'LIMIT', 0, 100)
for _, id in ipairs(old) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[3], id)
end
local made = tonumber(redis.call('GET', KEYS[5]) or '0')
if made >= given.most then
  return {'many', redis.call('TTL', KEYS[5])}
end
if redis.call('ZCARD', KEYS[2]) >= given.most_open then
  local oldest = redis.call('ZRANGE', KEYS[4], 0, 0)[1]
  if not oldest then
    return {'full'}
  end
  redis.call('HDEL', KEYS[1], oldest)
  redis.call('ZREM', KEYS[2], oldest)
  redis.call('ZREM', KEYS[4], oldest)
end
redis.call('HSET', KEYS[1], given.id, given.report)
redis.call('ZADD', KEYS[2], given.at, given.id)
if given.cheap == 1 then
  redis.call('ZADD', KEYS[4], given.at, given.id)
end
redis.call('INCR', KEYS[5])
if made == 0 then
  redis.call('EXPIRE', KEYS[5], given.day_s)
end
return {'filed'}
