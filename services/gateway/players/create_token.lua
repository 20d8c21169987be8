--[[
  Store a token, unless it is created under an idempotency key that has a record already.

  KEYS[1]  the player, a hash
  KEYS[2]  the record of the key, a string; left out without a key
  ARGV[1]  one JSON object:
    most      how many tokens a player may have
    field     the field of the token
    token     the token, JSON
    record    the record
    record_s  seconds until the record is forgotten
    now       the time, as tokens have it: sessions that have expired do not count

  Returns {"known", the key's earlier record}, {"gone"} if there is no such player, {"full"} if it
  has as many tokens as it may, or {"stored"}.
]]

local given = cjson.decode(ARGV[1])

local known = KEYS[2] and redis.call('GET', KEYS[2])
if known then
  return {'known', known}
end
if redis.call('HEXISTS', KEYS[1], 'player') == 0 then
  return {'gone'}
end
if tokens_at(given.now) >= given.most then
  return {'full'}
end
redis.call('HSET', KEYS[1], given.field, given.token)
if KEYS[2] then
  redis.call('SET', KEYS[2], given.record, 'EX', given.record_s)
end
return {'stored'}
