--[[
  Claim what is due: matches whose deadline may have passed, or tickets whose match may be
  missing. Each is due again when the lease ends, so if the engine that has claimed it dies,
  another one will.

  KEYS[1]  a sorted set: id -> when it is due, ms since the epoch
  ARGV[1]  now, ms since the epoch
  ARGV[2]  the lease, ms
  ARGV[3]  the maximum number of ids

  Returns the ids, the longest due first, and when the first of all is due from now on; "inf" if
  there is none.
]]

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(due) do
  redis.call('ZADD', KEYS[1], tonumber(ARGV[1]) + tonumber(ARGV[2]), id)
end
local first = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
return {due, first[2] or 'inf'}
