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
local fields, tokens, went = redis.call('HGETALL', KEYS[1]), 0, {}
local idle, idle_until
for place = 1, #fields, 2 do
  if string.sub(fields[place], 1, 6) == 'token:' then
    local expires = cjson.decode(fields[place + 1]).expireTime
    if expires and expires <= given.now then
      went[#went + 1] = fields[place]
    else
      tokens = tokens + 1
      if expires and (not idle or expires < idle_until) then
        idle, idle_until = fields[place], expires
      end
    end
  end
end
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
if given.event ~= '' then
  local lines = (redis.call('HGET', KEYS[1], 'access') or '') .. given.event .. '\n'
  while #lines > given.kept do
    lines = string.gsub(lines, '^[^\n]*\n', '', 1)
  end
  redis.call('HSET', KEYS[1], 'access', lines)
end
return {'stored', player, #went}
