--[[
  Note that a seat wishes a rematch. Asking twice is asking once.

  KEYS[1]  the match's hash
  KEYS[2]  its idempotency records, a hash
  KEYS[3]  its wishes for a rematch, a hash: seat -> "1" keeps the score, "0" not
  ARGV[1]  the seat
  ARGV[2]  "1" or "0"
  ARGV[3]  the field of the idempotency record, "" for none
  ARGV[4]  the fingerprint of the request
  ARGV[5]  what the other players are told
  ARGV[6]  and on: their channels

  Returns {"asked", "", seat, wish, seat, wish, ...}; {"known", the record, seat,
  wish, ...} when the key has been used, where the record of a wish is a JSON list
  of the fingerprint and the list of the seats that had asked by then; or
  {"gone"} when the match has expired.
]]

local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then
  return {'gone'}
end

local record = ARGV[3] ~= '' and redis.call('HGET', KEYS[2], ARGV[3])
local answer = {'known', record}
if not record then
  answer = {'asked', ''}
  if redis.call('HSET', KEYS[3], ARGV[1], ARGV[2]) == 1 then
    for channel = 6, #ARGV do
      redis.call('PUBLISH', ARGV[channel], ARGV[5])
    end
  end
  if ARGV[3] ~= '' then
    local wish = {ARGV[4], redis.call('HKEYS', KEYS[3])}
    redis.call('HSET', KEYS[2], ARGV[3], cjson.encode(wish))
  end
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
