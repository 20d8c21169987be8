--[[
  Store another name of a player, or what it has said of itself, unless it was deleted.

  KEYS[1]  the player, a hash
  ARGV[1]  one JSON object:
    player  an object: members of its public part that are to be others
    set     an object: the fields that are to be, with their values
    drop    a list of fields that are to be no more
  ARGV[2]  and following, the fields that are to be told

  Returns {whether there is such a player, 1 or 0, and its fields as HMGET has them}.
]]

local given = cjson.decode(ARGV[1])

if redis.call('HEXISTS', KEYS[1], 'player') == 0 then
  return {0, {}}
end
if next(given.player) then
  -- What else is said of the player stays, such as since when there is the account.
  local player = cjson.decode(redis.call('HGET', KEYS[1], 'player'))
  for name, value in pairs(given.player) do
    player[name] = value
  end
  redis.call('HSET', KEYS[1], 'player', cjson.encode(player))
end
change_fields(given.set, given.drop)
return {1, redis.call('HMGET', KEYS[1], unpack(ARGV, 2))}
