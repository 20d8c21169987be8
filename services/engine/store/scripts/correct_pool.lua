--[[
  Store what follows from the ledger of a rating pool, in place of what is stored beside it.

  KEYS     the pool's ledger, head, players, order, lapse, pairs and done
  ARGV[1]  the id of the ledger's last entry, from which it follows; "" of an empty ledger
  ARGV[..] corrections, each of three: the name of the key, a field or member, and its value or
           score; "" to remove it

  Returns 1, or 0 if the ledger has moved on.
]]

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (last and last[1] or '') ~= ARGV[1] then
  return 0
end
local hashes = {head = KEYS[2], players = KEYS[3], pairs = KEYS[6]}
local sets = {order = KEYS[4], lapse = KEYS[5], done = KEYS[7]}
for at = 2, #ARGV, 3 do
  local hash, set = hashes[ARGV[at]], sets[ARGV[at]]
  local name, value = ARGV[at + 1], ARGV[at + 2]
  if hash and value == '' then
    redis.call('HDEL', hash, name)
  elseif hash then
    redis.call('HSET', hash, name, value)
  elseif value == '' then
    redis.call('ZREM', set, name)
  else
    redis.call('ZADD', set, value, name)
  end
end
return 1
