--[[
  Take up what is to be looked at: matches at a deadline, tickets whose match may not have
  been made. Each is due again when the lease is over, so if its taker dies meanwhile,
  another one takes it up.

  KEYS[1]  a sorted set: id -> when to look at it, ms since the epoch
  ARGV[1]  now, ms since the epoch
  ARGV[2]  the lease, ms
  ARGV[3]  how many at most

  Returns their ids, the longest due first.
]]

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(due) do
  redis.call('ZADD', KEYS[1], tonumber(ARGV[1]) + tonumber(ARGV[2]), id)
end
return due
