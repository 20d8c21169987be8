--[[
  Take an analysis that waits, or whose worker has not been heard of for too long.

  KEYS[1]  the analysis, a hash
  KEYS[2]  the queue of its game, a sorted set: match -> from when on it may be taken, in seconds
  ARGV[1]  the match
  ARGV[2]  the lease
  ARGV[3]  seconds for which it holds
  ARGV[4]  how often an analysis is tried
  ARGV[5]  the strategy of the worker, whatever the one was when it was asked for

  Returns the player who has asked for it; "" if there is nothing to take.
]]

local now = tonumber(redis.call('TIME')[1])
local due = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not due or tonumber(due) > now then
  return ''
end
local player, tries = unpack(redis.call('HMGET', KEYS[1], 'player', 'tries'))
if not player then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return ''
end
if tonumber(tries or '0') >= tonumber(ARGV[4]) then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HSET', KEYS[1], 'state', 'failed')
  redis.call('HDEL', KEYS[1], 'lease')
  return ''
end
redis.call('HSET', KEYS[1], 'state', 'running', 'lease', ARGV[2], 'tries', (tries or 0) + 1,
  'strategy', ARGV[5])
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
return player
