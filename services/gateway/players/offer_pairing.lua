--[[
  Store the code of a player in place of the last one, unless the request is a repeat.

  KEYS[1]  the player, a hash
  KEYS[2]  the player's code, a hash
  KEYS[3]  the record of the idempotency key, a string; left out without a key
  ARGV[1]  the field of the token that asks
  ARGV[2]  the hash of the code
  ARGV[3]  seconds until the code is forgotten
  ARGV[4]  the record
  ARGV[5]  seconds until the record is forgotten

  Returns {"known", the key's earlier record}, {"gone"} if the token is not valid any more, or
  {"stored"}.
]]

local known = KEYS[3] and redis.call('GET', KEYS[3])
if known then
  return {'known', known}
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return {'gone'}
end
redis.call('HDEL', KEYS[2], 'used', 'salt', 'token')
redis.call('HSET', KEYS[2], 'code', ARGV[2], 'asker', ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[3])
if KEYS[3] then
  redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5])
end
return {'stored'}
