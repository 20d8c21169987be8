--[[
  Count what a player makes, unless it has made as many others as it may.

  KEYS[1]  what it has made, a sorted set: id -> when, ms since the epoch
  ARGV[1]  a JSON object, with times in ms:
    id      what is made now; if it has been counted, that was when it was
    now     the time since the epoch
    since   from when on others are counted
    most    so many there may be
    forget  up to when they are forgotten
    kept    for how long they are kept, if nothing more is made

  Returns 1, or 0 if there are as many others: then it is not counted.
]]

local asked = cjson.decode(ARGV[1])
local function whole(number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(asked.forget))
local others = 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], whole(asked.since), '+inf')) do
  others = others + (id == asked.id and 0 or 1)
end
if others >= asked.most then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', whole(asked.now), asked.id)
redis.call('PEXPIRE', KEYS[1], whole(asked.kept))
return 1
