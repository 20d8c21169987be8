--[[
  Store a token for a code, once.

  KEYS[1]  the player, a hash
  KEYS[2]  the player's code, a hash: code -> its hash, asker -> the field of the token that asked
           for it; once it was used also used -> what marks repeats, "" for none, salt and token
  ARGV[1]  the hash of the code
  ARGV[2]  what marks repeats of this request; "" if there are none
  ARGV[3]  how many tokens a player may have
  ARGV[4]  the field of the token
  ARGV[5]  the token, JSON
  ARGV[6]  the salt of its secret

  Returns {"none"} if the code is not good (any more), {"known", the salt, the token} for a repeat,
  {"full"} if the player has as many tokens as it may, or {"stored"}.
]]

local code = redis.call('HMGET', KEYS[2], 'code', 'asker', 'used', 'salt', 'token')
if code[1] ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], code[2]) == 0 then
  return {'none'}
end
if code[3] then
  if ARGV[2] == '' or code[3] ~= ARGV[2] then
    return {'none'}
  end
  return {'known', code[4], code[5]}
end
-- All other fields of a player are tokens.
local others = 1 + redis.call('HEXISTS', KEYS[1], 'unplayed')
  + redis.call('HEXISTS', KEYS[1], 'research')
if redis.call('HLEN', KEYS[1]) - others >= tonumber(ARGV[3]) then
  return {'full'}
end
redis.call('HSET', KEYS[1], ARGV[4], ARGV[5])
redis.call('HSET', KEYS[2], 'used', ARGV[2], 'salt', ARGV[6], 'token', ARGV[5])
return {'stored'}
