--[[
  Begin a friendship on the side of who asks for it, or accept what the other has asked for.

  KEYS[1]  the player's friends, a hash: other -> "asked", "asks" or "friend"
  KEYS[2]  whom the player has blocked, a sorted set
  KEYS[3]  the player's account
  ARGV[1]  one JSON object:
    other       the other player
    most        how many friends a player has at most, its own open requests included
    most_asked  how many open requests it has made at most

  Returns {"asked" or "friend"}, which is what the other is now; {"full" or "full of requests"} if there is
  no room for it; {"blocked"} if the player has blocked the other; or {"gone"} without an account.
]]

local given = cjson.decode(ARGV[1])

if redis.call('HEXISTS', KEYS[3], 'player') == 0 then
  return {'gone'}
end
if redis.call('ZSCORE', KEYS[2], given.other) then
  return {'blocked'}
end
local state = redis.call('HGET', KEYS[1], given.other)
if state == 'asked' or state == 'friend' then
  return {state}
end
local asked, friends = 0, 0
for _, each in ipairs(redis.call('HVALS', KEYS[1])) do
  asked = asked + (each == 'asked' and 1 or 0)
  friends = friends + (each == 'friend' and 1 or 0)
end
if asked + friends >= given.most then
  return {'full'}
end
if not state and asked >= given.most_asked then
  return {'full of requests'}
end
state = state and 'friend' or 'asked'
redis.call('HSET', KEYS[1], given.other, state)
return {state}
