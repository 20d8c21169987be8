--[[
  Store a change of a match, but only over the version it was computed from.
  State, log, idempotency record and notice belong together: all or none.

  KEYS[1]  the match's hash
  KEYS[2]  its log, a list with one entry per version
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its wishes for a rematch, a hash (only its expiry changes here)
  ARGV[1]  the version the caller read; 0 creates
  ARGV[2]  the version after the change
  ARGV[3]  the game's id
  ARGV[4]  the match, JSON
  ARGV[5]  milliseconds until the match expires unless it changes again
  ARGV[6]  the channel of the match
  ARGV[7]  the field of the idempotency record, "" for none
  ARGV[8]  the idempotency record
  ARGV[9]  the channels of its players, a JSON list
  ARGV[10] what they are told
  ARGV[11] and on: the log entries, one per version added

  Returns {"saved"}, {"conflict", the stored version} when someone else has
  written since, or {"known", the record} when the idempotency key is taken.
]]

if ARGV[7] ~= '' then
  local record = redis.call('HGET', KEYS[3], ARGV[7])
  if record then
    return {'known', record}
  end
end

local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then
  return {'conflict', version}
end

redis.call('HSET', KEYS[1], 'version', ARGV[2], 'game', ARGV[3], 'match', ARGV[4])
for entry = 11, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[entry])
end
if ARGV[7] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[7], ARGV[8])
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[5])
end
redis.call('PUBLISH', ARGV[6], ARGV[2])
for _, channel in ipairs(cjson.decode(ARGV[9])) do
  redis.call('PUBLISH', channel, ARGV[10])
end
return {'saved'}
