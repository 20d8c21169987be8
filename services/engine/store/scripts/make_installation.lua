--[[
  Store the secret of this installation, and from when new matches are of recipe 2, unless they
  are there. Where there was an installation before, engines that know only recipe 1 may still run.

  KEYS[1]  the installation, a hash
  ARGV[1]  the secret
  ARGV[2]  how long such engines may run, ms

  Returns {the secret that is stored, when it was stored, from when recipe 2 is used}, both in
  ms since the epoch.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'secret', ARGV[1], 'since', string.format('%.0f', now),
    'recipe2', '0')
end
if redis.call('HEXISTS', KEYS[1], 'recipe2') == 0 then
  redis.call('HSET', KEYS[1], 'recipe2', string.format('%.0f', now + ARGV[2]))
end
return redis.call('HMGET', KEYS[1], 'secret', 'since', 'recipe2')
