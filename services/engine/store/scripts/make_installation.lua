--[[
  Store the secret of this installation, and when that was, unless it has one.

  KEYS[1]  the installation, a hash
  ARGV[1]  the secret

  Returns the secret that is stored.
]]

local clock = redis.call('TIME')
if redis.call('HEXISTS', KEYS[1], 'secret') == 0 then
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  redis.call('HSET', KEYS[1], 'secret', ARGV[1], 'since', string.format('%.0f', now))
end
return redis.call('HGET', KEYS[1], 'secret')
