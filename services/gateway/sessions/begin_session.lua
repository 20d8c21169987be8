--[[
  Store the token of a session, if what opened it is still there, and use that up or note its use.

  KEYS[1]  the player, a hash
  ARGV[1]  one JSON object:
    opener  the field of what opened the session; "" for something that is not stored here
    before  its value as it was verified
    after   its value from now on; "" if it is used up
    most    how many tokens a player may have
    field   the field of the token
    token   the token, JSON
    now     the time, as tokens have it
    event   a line of the field `access`; "" for none
    kept    how many characters of that field are kept

  Sessions that have expired go. If there is no room then, the one that was not used for longest goes
  as well: the sooner it would expire, the longer ago that was.

  Returns {"gone"} if there is no such player, {"changed"} if the opener has another value, {"full"}
  if the player has as many tokens as it may, and none is a session; or {"stored", the public part of
  the player, how many sessions went}.
]]

local given = cjson.decode(ARGV[1])

local player = redis.call('HGET', KEYS[1], 'player')
if not player then
  return {'gone'}
end
if given.opener ~= '' and redis.call('HGET', KEYS[1], given.opener) ~= given.before then
  return {'changed'}
end
local tokens, went, idle = tokens_at(given.now)
if tokens >= given.most then
  if not idle then
    return {'full'}
  end
  went[#went + 1] = idle
end
for _, field in ipairs(went) do
  redis.call('HDEL', KEYS[1], field)
end
redis.call('HSET', KEYS[1], given.field, given.token)
if given.opener ~= '' then
  if given.after == '' then
    redis.call('HDEL', KEYS[1], given.opener)
  else
    redis.call('HSET', KEYS[1], given.opener, given.after)
  end
end
note_access(given.event, given.kept)
return {'stored', player, #went}
