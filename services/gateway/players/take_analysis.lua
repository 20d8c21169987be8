--[[
  Take an analysis that waits, or whose worker has not been heard of for too long.

  KEYS[1]  the analysis, a hash
  KEYS[2]  its judged moves, a hash: version -> JSON
  KEYS[3]  the line, a sorted set: "GAME MATCH" -> tag
  KEYS[4]  what is left, a hash: "GAME MATCH" -> "MOVES SINCE"
  KEYS[5]  what workers have, a sorted set: "GAME MATCH" -> until when, in seconds
  ARGV[1]  one JSON object:
    member    "GAME MATCH"
    lease     the lease
    lease_s   seconds for which it holds
    tries     how many turns without a judged move end it
    strategy  the strategy of the worker, whatever the one was when it was asked for
    kept_s    seconds until that is forgotten

  Returns {the player who has asked for it, the judged moves}; {"failed"} if it was given up, and
  {} if there is nothing to take.
]]

local given = cjson.decode(ARGV[1])

local clock = redis.call('TIME')
local now = tonumber(clock[1])
local held = redis.call('ZSCORE', KEYS[5], given.member)
local waits = redis.call('ZSCORE', KEYS[3], given.member)
if not (held and tonumber(held) <= now or waits) then
  return {}
end
redis.call('ZREM', KEYS[3], given.member)
redis.call('ZREM', KEYS[5], given.member)
local player, tries, strategy =
  unpack(redis.call('HMGET', KEYS[1], 'player', 'tries', 'strategy'))
if not player or tonumber(tries) >= given.tries then
  redis.call('HDEL', KEYS[4], given.member)
  if not player then
    return {}
  end
  redis.call('HSET', KEYS[1], 'state', 'failed')
  redis.call('HDEL', KEYS[1], 'lease', 'player')
  return {'failed'}
end
if strategy ~= given.strategy then
  redis.call('UNLINK', KEYS[2])
end
redis.call('HSET', KEYS[1], 'state', 'running', 'lease', given.lease, 'tries', tries + 1, 'strategy',
  given.strategy, 'heard', clock[1] + clock[2] / 1000000)
redis.call('ZADD', KEYS[5], now + given.lease_s, given.member)
redis.call('EXPIRE', KEYS[5], given.kept_s)
return {player, redis.call('HGETALL', KEYS[2])}
