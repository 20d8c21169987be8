--[[
  Store the secret of this installation, unless there is one.

  KEYS[1]  the installation, a hash
  ARGV[1]  the secret

  Returns {the secret that is stored, when it was stored, ms since the epoch}.
]]

if redis.call('EXISTS', KEYS[1]) == 0 then
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  redis.call('HSET', KEYS[1], 'secret', ARGV[1], 'since', string.format('%.0f', now))
end
return redis.call('HMGET', KEYS[1], 'secret', 'since')
