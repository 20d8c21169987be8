--[[
  Store a token that is created under an idempotency key, unless the key has a record already.

  KEYS[1]  the player, a hash
  KEYS[2]  the record of the key, a string
  ARGV[1]  the field of the token
  ARGV[2]  the token, JSON
  ARGV[3]  the record
  ARGV[4]  seconds until the record is forgotten

  Returns the key's earlier record, or nil if the token was stored now.
]]

local known = redis.call('GET', KEYS[2])
if known then
  return known
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
return nil
