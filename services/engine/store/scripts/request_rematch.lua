--[[
  Note that a seat requests a rematch. A second request of a seat changes only its setting: what
  it gives to the deal is bound by the first request that gave something.

  KEYS[1]  the match's hash
  KEYS[2]  its idempotency records, a hash
  KEYS[3]  its requests for a rematch, a hash: seat -> what it asks for
  ARGV[1]  the seat
  ARGV[2]  what the seat asks for: "1" keeps the score, "0" does not, and what it gives to the deal
  ARGV[3]  the field of the idempotency record, "" for none
  ARGV[4]  the fingerprint of the request
  ARGV[5]  the notification for the other players
  ARGV[6]  the seats of players who are gone, a JSON list: their requests have ended
  ARGV[7]  the number of seats: once all have asked, none of the requests ends
  ARGV[8]  and following: the channels of the other players

  Returns {"asked", "", seat, setting, seat, setting, ...}; {"known", the record, seat,
  setting, ...} if the key was used, where the record is a JSON list of the fingerprint
  and the list of the seats that had requested by then; {"bound"} if the seat has given
  something else before; or {"gone"} if the match has expired.
]]

local function gift_of(request)
  return string.sub(request, 3)
end

local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then
  return {'gone'}
end

local record = ARGV[3] ~= '' and redis.call('HGET', KEYS[2], ARGV[3])
local answer = {'known', record}
if not record then
  answer = {'asked', ''}
  if #redis.call('HKEYS', KEYS[3]) < tonumber(ARGV[7]) then
    for _, seat in ipairs(cjson.decode(ARGV[6])) do
      redis.call('HDEL', KEYS[3], seat)
    end
  end
  local request = ARGV[2]
  local bound = gift_of(redis.call('HGET', KEYS[3], ARGV[1]) or '')
  if bound ~= '' then
    if gift_of(request) ~= '' and gift_of(request) ~= bound then
      return {'bound'}
    end
    request = string.sub(request, 1, 1) .. ' ' .. bound
  end
  if redis.call('HSET', KEYS[3], ARGV[1], request) == 1 then
    for channel = 8, #ARGV do
      redis.call('PUBLISH', ARGV[channel], ARGV[5])
    end
  end
  -- For the archive; see touch_match.lua.
  local touched = redis.call('HGET', KEYS[1], 'touched')
  if touched then
    redis.call('HSET', KEYS[1], 'touched', touched + 1)
  end
  if ARGV[3] ~= '' then
    local new_record = {ARGV[4], redis.call('HKEYS', KEYS[3])}
    redis.call('HSET', KEYS[2], ARGV[3], cjson.encode(new_record))
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
