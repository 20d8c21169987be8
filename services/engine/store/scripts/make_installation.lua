--[[
  Store the secret of this installation, and from when new matches are of recipe 2, and have undo,
  unless they are there.

  KEYS[1]  the installation, a hash
  ARGV[1]  the secret
  ARGV[2]  how long engines that know less may still run, ms; "0" if there are none

  Returns {the secret that is stored, when it was stored, from when recipe 2 is used, from when undo
  is}, all but the first in ms since the epoch; the last two are 0 if there are no such engines.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if redis.call('HEXISTS', KEYS[1], 'secret') == 0 then
  redis.call('HSET', KEYS[1], 'secret', ARGV[1], 'since', string.format('%.0f', now))
end
for _, news in ipairs({'recipe2', 'undo'}) do
  if redis.call('HEXISTS', KEYS[1], news) == 0 then
    local from = ARGV[2] == '0' and 0 or now + ARGV[2]
    redis.call('HSET', KEYS[1], news, string.format('%.0f', from))
  end
end
return redis.call('HMGET', KEYS[1], 'secret', 'since', 'recipe2', 'undo')
