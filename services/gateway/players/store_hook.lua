--[[
  Store a hook, unless it has changed since it was read.

  KEYS[1]  the hook
  ARGV[1]  the hook as it was read, JSON; "" if there is to be none
  ARGV[2]  the hook, JSON

  Returns 1, or 0 if it was another one.
]]

if (redis.call('HGET', KEYS[1], 'hook') or '') ~= ARGV[1] then
  return 0
end
local rev = tonumber(redis.call('HGET', KEYS[1], 'rev') or '0')
redis.call('HSET', KEYS[1], 'hook', ARGV[2], 'rev', string.format('%d', rev + 1))
return 1
