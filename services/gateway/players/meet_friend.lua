--[[
  Take a request for friendship, or its acceptance, to the other's side. Who has blocked the one who asks is
  shown nothing, and the answer is the same.

  KEYS[1]  the other's friends, a hash: player -> "asked", "asks" or "friend"
  KEYS[2]  whom the other has blocked, a sorted set
  KEYS[3]  the other's account
  ARGV[1]  one JSON object:
    player     who asks, or accepts
    most_asks  how many open requests the other is shown at most
    channel    where the other is told of what is new

  Returns {"asked" or "friend"}, which is what the other is to the one who asks; or {"gone"}.
]]

local given = cjson.decode(ARGV[1])

if redis.call('HEXISTS', KEYS[3], 'player') == 0 then
  return {'gone'}
end
local blocked = redis.call('ZSCORE', KEYS[2], given.player)
local state = redis.call('HGET', KEYS[1], given.player)
local asks = 0
-- Always: what takes long would tell by its time who is blocked.
for _, each in ipairs(redis.call('HVALS', KEYS[1])) do
  asks = asks + (each == 'asks' and 1 or 0)
end
if blocked then
  return {'asked'}
end

local function store(now, told)
  redis.call('HSET', KEYS[1], given.player, now)
  -- An account that is never used expires, and with it what others have asked of it.
  local left = redis.call('PTTL', KEYS[3])
  if left > 0 then
    redis.call('PEXPIRE', KEYS[1], left)
  end
  redis.call('PUBLISH', given.channel, 'friend ' .. told .. ' ' .. given.player)
end

if state == 'asked' then
  store('friend', 'accepted')
  return {'friend'}
elseif state == 'friend' then
  return {'friend'}
elseif not state and asks < given.most_asks then
  store('asks', 'asked')
end
return {'asked'}
