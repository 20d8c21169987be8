--[[
  All that is stored of a match, at one moment.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its requests for a rematch, a hash
  KEYS[5]  its snapshots

  Returns the fields of the match, the log, the fields of the other two hashes, and the
  snapshots; fields are names and values in turn.
]]

return {
  redis.call('HGETALL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1),
  redis.call('HGETALL', KEYS[3]),
  redis.call('HGETALL', KEYS[4]),
  redis.call('LRANGE', KEYS[5], 0, -1),
}
