--[[
  End every way into an account but one token.

  KEYS[1]  the player, a hash
  KEYS[2]  the player's pairing code, a hash
  ARGV[1]  the field of the token that stays, or of the identity

  Returns 1, or 0 if that one has ended: then nothing was done.
]]

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local fields = redis.call('HGETALL', KEYS[1])
for place = 1, #fields, 2 do
  local field = fields[place]
  local way = field == 'recovery'
    or string.sub(field, 1, 6) == 'token:'
    or string.sub(field, 1, 8) == 'passkey:'
    or string.sub(field, 1, 9) == 'identity:'
  if way and field ~= ARGV[1] then
    redis.call('HDEL', KEYS[1], field)
  end
end
local code = redis.call('HGETALL', KEYS[2])
for place = 1, #code, 2 do
  redis.call('HDEL', KEYS[2], code[place])
end
return 1
