--[[
  Revoke all tokens of a player but one.

  KEYS[1]  the player, a hash
  ARGV[1]  the field of the token that stays

  Returns 1, or 0 if that one has ended: then nothing was done.
]]

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local fields = redis.call('HGETALL', KEYS[1])
for place = 1, #fields, 2 do
  local field = fields[place]
  if field ~= ARGV[1] and string.sub(field, 1, 6) == 'token:' then
    redis.call('HDEL', KEYS[1], field)
  end
end
return 1
