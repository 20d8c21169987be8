--[[
  Note how far an analysis is, or what has become of it, if its worker still has it.

  KEYS[1]  the analysis, a hash
  KEYS[2]  the queue of its game, a sorted set
  ARGV[1]  the match
  ARGV[2]  the lease
  ARGV[3]  seconds for which it holds from now on
  ARGV[4]  "running", "done" or "failed"; "queued" if it was not begun, to be taken later
  ARGV[5]  how many moves have been judged
  ARGV[6]  of how many
  ARGV[7]  the unit of what is said of them
  ARGV[8]  that, JSON; "" before the end
  ARGV[9]  seconds until an analysis is forgotten that has ended

  Returns 1, or 0 if it is not this worker's any more.
]]

if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'state', ARGV[4], 'done', ARGV[5], 'of', ARGV[6], 'unit', ARGV[7],
  'moves', ARGV[8])
if ARGV[4] == 'queued' then
  redis.call('HINCRBY', KEYS[1], 'tries', -1)
end
if ARGV[4] == 'running' or ARGV[4] == 'queued' then
  redis.call('ZADD', KEYS[2], redis.call('TIME')[1] + ARGV[3], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[1], 'lease', 'player', 'tries')
  redis.call('EXPIRE', KEYS[1], ARGV[9])
end
return 1
