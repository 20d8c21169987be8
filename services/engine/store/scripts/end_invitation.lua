--[[
  End an invitation, unless another one of the same player has taken its place.

  KEYS[1]  the match's hash
  ARGV[1]  the field of the invitation
  ARGV[2]  the invitation as it was read
  ARGV[3]  what is stored in its place; "" for nothing, so that it is forgotten

  Returns 1, or 0 if there is another one, or none.
]]

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
