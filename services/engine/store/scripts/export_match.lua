--[[
  All that is stored of a match, at one moment.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its idempotency records, a hash
  KEYS[4]  its requests for a rematch, a hash

  Returns the fields of the match, the log, and the fields of the other two; fields are names
  and values in turn.
]]

return {
  redis.call('HGETALL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1),
  redis.call('HGETALL', KEYS[3]),
  redis.call('HGETALL', KEYS[4]),
}
