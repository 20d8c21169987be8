--[[
  Store a token for a code, once.

  KEYS[1]  the player, a hash
  KEYS[2]  the player's code, a hash: code -> its hash, asker -> the field of the token that asked
           for it; once it was used also used -> what marks repeats, "" for none, salt and token
  ARGV[1]  one JSON object:
    code     the hash of the code
    repeats  what marks repeats of this request; "" if there are none
    most     how many tokens a player may have
    field    the field of the token
    token    the token, JSON
    salt     the salt of its secret
    now      the time, as tokens have it: sessions that have expired do not count

  Returns {"none"} if the code is not good (any more), {"known", the salt, the token} for a repeat,
  {"full"} if the player has as many tokens as it may, or {"stored"}.
]]

local given = cjson.decode(ARGV[1])

local code = redis.call('HMGET', KEYS[2], 'code', 'asker', 'used', 'salt', 'token')
if code[1] ~= given.code or redis.call('HEXISTS', KEYS[1], code[2]) == 0 then
  return {'none'}
end
if code[3] then
  if given.repeats == '' or code[3] ~= given.repeats then
    return {'none'}
  end
  return {'known', code[4], code[5]}
end
if tokens_at(given.now) >= given.most then
  return {'full'}
end
redis.call('HSET', KEYS[1], given.field, given.token)
redis.call('HSET', KEYS[2], 'used', given.repeats, 'salt', given.salt, 'token', given.token)
return {'stored'}
