--[[
  Note that a seat requests a rematch. A second request of a seat changes only its setting: what
  it gives to the deal is bound by the first request that gave something.

  KEYS[1]  the match's hash
  KEYS[2]  its idempotency records, a hash
  KEYS[3]  its requests for a rematch, a hash: seat -> what it asks for
  ARGV[1]  one JSON object:
    seat          the seat
    request       what the seat asks for: "1" keeps the score, "0" does not, and what it
                  gives to the deal
    key           the field of the idempotency record, "" for none
    fingerprint   the fingerprint of the request
    notification  the notification for the other players
    gone          the seats of players who are gone, a list: their requests have ended
    seats         the number of seats: once all have asked, none of the requests ends
    channels      a list, the channels of the other players

  Returns {"asked", "", seat, setting, seat, setting, ...}; {"known", the record, seat,
  setting, ...} if the key was used, where the record is a JSON list of the fingerprint
  and the list of the seats that had requested by then; {"bound"} if the seat has given
  something else before; {"sealed"} if another seat has requested with the same seal; or {"gone"}
  if the match has expired.
]]

local given = cjson.decode(ARGV[1])

local function gift_of(request)
  return string.sub(request, 3)
end

-- Whether another seat has the seal of this request. A seal comes after a space, in the place of
-- entropy, which may be the same.
local function sealed(request)
  local gift = gift_of(request)
  if string.sub(gift, 1, 1) ~= ' ' then
    return false
  end
  local requests = redis.call('HGETALL', KEYS[3])
  for place = 1, #requests, 2 do
    if tonumber(requests[place]) ~= given.seat and gift_of(requests[place + 1]) == gift then
      return true
    end
  end
  return false
end

local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then
  return {'gone'}
end

local record = given.key ~= '' and redis.call('HGET', KEYS[2], given.key)
local answer = {'known', record}
if not record then
  answer = {'asked', ''}
  if #redis.call('HKEYS', KEYS[3]) < given.seats then
    for _, seat in ipairs(given.gone) do
      redis.call('HDEL', KEYS[3], seat)
    end
  end
  local request = given.request
  local bound = gift_of(redis.call('HGET', KEYS[3], given.seat) or '')
  if bound ~= '' then
    if gift_of(request) ~= '' and gift_of(request) ~= bound then
      return {'bound'}
    end
    request = string.sub(request, 1, 1) .. ' ' .. bound
  end
  if sealed(request) then
    return {'sealed'}
  end
  if redis.call('HSET', KEYS[3], given.seat, request) == 1 then
    for _, channel in ipairs(given.channels) do
      redis.call('PUBLISH', channel, given.notification)
    end
  end
  -- For the archive; see touch_match.lua.
  local touched = redis.call('HGET', KEYS[1], 'touched')
  if touched then
    redis.call('HSET', KEYS[1], 'touched', touched + 1)
  end
  if given.key ~= '' then
    local new_record = {given.fingerprint, redis.call('HKEYS', KEYS[3])}
    redis.call('HSET', KEYS[2], given.key, cjson.encode(new_record))
  end
  -- Both may be new, and must not outlive the match.
  for _, key in ipairs({KEYS[2], KEYS[3]}) do
    if ttl > 0 then
      redis.call('PEXPIRE', key, ttl)
    end
  end
end

for _, value in ipairs(redis.call('HGETALL', KEYS[3])) do
  table.insert(answer, value)
end
return answer
