--[[
  Store the code of a player in place of the last one, unless the request is a repeat.

  KEYS[1]  the player, a hash
  KEYS[2]  the player's code, a hash
  KEYS[3]  the record of the idempotency key, a string; left out without a key
  ARGV[1]  one JSON object:
    field     the field of the token that asks
    code      the hash of the code
    code_s    seconds until the code is forgotten
    record    the record
    record_s  seconds until the record is forgotten

  Returns {"known", the key's earlier record}, {"gone"} if the token is not valid any more, or
  {"stored"}.
]]

local given = cjson.decode(ARGV[1])

local known = KEYS[3] and redis.call('GET', KEYS[3])
if known then
  return {'known', known}
end
if redis.call('HEXISTS', KEYS[1], given.field) == 0 then
  return {'gone'}
end
redis.call('HDEL', KEYS[2], 'used', 'salt', 'token')
redis.call('HSET', KEYS[2], 'code', given.code, 'asker', given.field)
redis.call('EXPIRE', KEYS[2], given.code_s)
if KEYS[3] then
  redis.call('SET', KEYS[3], given.record, 'EX', given.record_s)
end
return {'stored'}
