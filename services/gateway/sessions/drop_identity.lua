--[[
  Remove an identity from an account, if something else opens it.

  KEYS[1]  the player, a hash
  ARGV[1]  the field of the identity
  ARGV[2]  the time, as tokens have it: sessions that have expired open nothing

  Returns "none" if the account has it not, "last", or "dropped".
]]

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 'none'
end
local fields = redis.call('HGETALL', KEYS[1])
for place = 1, #fields, 2 do
  local field, opens = fields[place], false
  if string.sub(field, 1, 6) == 'token:' then
    local expires = cjson.decode(fields[place + 1]).expireTime
    opens = not (expires and expires <= ARGV[2])
  elseif string.sub(field, 1, 9) == 'identity:' or string.sub(field, 1, 8) == 'passkey:' then
    opens = field ~= ARGV[1]
  end
  if opens then
    redis.call('HDEL', KEYS[1], ARGV[1])
    return 'dropped'
  end
end
return 'last'
