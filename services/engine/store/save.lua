--[[
  Store a change of a match, but only over the version it was computed from.
  State, log, idempotency record and notice belong together: all or none.

  KEYS[1]  the match's hash; its name is the match's channel, too
  KEYS[2]  its log, a list with one entry per version
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its wishes for a rematch, a hash (only its expiry changes here)
  ARGV[1]  the version the caller read; 0 creates
  ARGV[2]  the head of the log at that version; "" creates
  ARGV[3]  the version after the change
  ARGV[4]  the head of the log then
  ARGV[5]  the game's id
  ARGV[6]  the match, JSON
  ARGV[7]  milliseconds until the match expires unless it changes again
  ARGV[8]  the field of the idempotency record, "" for none
  ARGV[9]  the idempotency record
  ARGV[10] what the players are told
  ARGV[11] how many channels of players follow; after them
  ARGV[..] the log entries, one per version added

  Returns {"saved"}, {"conflict", the stored version} when someone else has
  written since, or {"known", the record} when the idempotency key is taken.
]]

-- A life is prolonged once a 32nd of it has passed: for most moves, nothing is written.
local PARTS = 32

local keyed = ARGV[8] ~= ''
if keyed then
  local record = redis.call('HGET', KEYS[3], ARGV[8])
  if record then
    return {'known', record}
  end
end

-- The head tells apart what a restored or promoted Redis has forgotten; matches that
-- were stored before there were heads have none.
local stored = redis.call('HMGET', KEYS[1], 'version', 'head', 'until')
if (stored[1] or '0') ~= ARGV[1] or (stored[2] or ARGV[2]) ~= ARGV[2] then
  return {'conflict', stored[1] or '0'}
end

redis.call('HSET', KEYS[1], 'version', ARGV[3], 'head', ARGV[4], 'game', ARGV[5], 'match', ARGV[6])
local channels = 11 + tonumber(ARGV[11])
for entry = channels + 1, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[entry])
end
if keyed then
  redis.call('HSET', KEYS[3], ARGV[8], ARGV[9])
end

local life, time = tonumber(ARGV[7]), redis.call('TIME')
local until_ms = time[1] * 1000 + math.floor(time[2] / 1000) + life
if math.abs(until_ms - (stored[3] or 0)) > life / PARTS then
  redis.call('HSET', KEYS[1], 'until', string.format('%.0f', until_ms))
  for _, key in ipairs(KEYS) do
    redis.call('PEXPIRE', key, life)
  end
elseif keyed then
  redis.call('PEXPIRE', KEYS[3], life)
end

redis.call('PUBLISH', KEYS[1], ARGV[3])
for channel = 12, channels do
  redis.call('PUBLISH', ARGV[channel], ARGV[10])
end
return {'saved'}
