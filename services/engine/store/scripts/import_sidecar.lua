--[[
  Store what stands beside a match that is about to be stored, where there is none.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its wishes for a rematch, a hash
  ARGV[1]  the field of the audit
  ARGV[2]  the audit, "" for none
  ARGV[3]  milliseconds that all of it waits for the match
  ARGV[4]  how many values of records follow: field, value, field, value, ...; after them
  ARGV[..] those of the wishes

  Returns 1, or 0 when there is such a match, or a log of one: then nothing is changed.
]]

if redis.call('HEXISTS', KEYS[1], 'version') == 1 or redis.call('EXISTS', KEYS[2]) == 1 then
  return 0
end
redis.call('UNLINK', KEYS[1], KEYS[3], KEYS[4])
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
local wishes = 5 + tonumber(ARGV[4])
for place = 5, #ARGV, 2 do
  local key = place < wishes and KEYS[3] or KEYS[4]
  redis.call('HSET', key, ARGV[place], ARGV[place + 1])
end
for _, key in ipairs({KEYS[1], KEYS[3], KEYS[4]}) do
  redis.call('PEXPIRE', key, ARGV[3])
end
return 1
