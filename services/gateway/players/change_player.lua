--[[
  Store another name of a player, or whether it consents to research, unless it was deleted.

  KEYS[1]  the player, a hash
  ARGV[1]  its public part with the other name, JSON; "" to keep it
  ARGV[2]  "1" if it consents from now on, "0" if not; "" to keep what it has said

  Returns {whether there is such a player, whether it consents now}, each 1 or 0.
]]

if redis.call('HEXISTS', KEYS[1], 'player') == 0 then
  return {0, 0}
end
if ARGV[1] ~= '' then
  -- What else is said of the player stays, such as since when there is the account.
  local player = cjson.decode(redis.call('HGET', KEYS[1], 'player'))
  for name, value in pairs(cjson.decode(ARGV[1])) do
    player[name] = value
  end
  redis.call('HSET', KEYS[1], 'player', cjson.encode(player))
end
if ARGV[2] == '1' then
  redis.call('HSET', KEYS[1], 'research', '1')
elseif ARGV[2] == '0' then
  redis.call('HDEL', KEYS[1], 'research')
end
return {1, redis.call('HEXISTS', KEYS[1], 'research')}
