--[[
  Store the sidecar of a match that will be stored next: its records, requests and audit.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its requests for a rematch, a hash
  KEYS[5]  its snapshots; there are none until somebody asks about its past
  ARGV[1]  the name of the audit's field
  ARGV[2]  the audit, "" for none
  ARGV[3]  milliseconds after which all of it expires, unless the match is stored
  ARGV[4]  the number of values of records that follow: field, value, field, value, ...
  ARGV[..] after those, the same of the requests

  Returns 1, or 0 if there is such a match, or a log of one: then nothing is changed.
]]

-- Not EXISTS of the match: the audit of an import that failed may be in its hash.
if redis.call('HEXISTS', KEYS[1], 'version') == 1 or redis.call('EXISTS', KEYS[2]) == 1 then
  return 0
end
-- What such an import has left would be mixed with what follows.
redis.call('UNLINK', KEYS[1], KEYS[3], KEYS[4])
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
local requests = 5 + tonumber(ARGV[4])
for place = 5, #ARGV, 2 do
  local key = place < requests and KEYS[3] or KEYS[4]
  redis.call('HSET', key, ARGV[place], ARGV[place + 1])
end
for _, key in ipairs({KEYS[1], KEYS[3], KEYS[4]}) do
  redis.call('PEXPIRE', key, ARGV[3])
end
return 1
