--[[
  Ask the herald for something that a hook is to be told.

  KEYS[1]  the hook
  ARGV[1]  what is asked, a word

  Returns 1, or 0 if there is no such hook.
]]

if redis.call('HEXISTS', KEYS[1], 'hook') == 0 then
  return 0
end
local asked = redis.call('HGET', KEYS[1], 'asked') or ''
for word in string.gmatch(asked, '%S+') do
  if word == ARGV[1] then
    return 1
  end
end
local rev = tonumber(redis.call('HGET', KEYS[1], 'rev') or '0')
redis.call('HSET', KEYS[1], 'asked', asked .. ' ' .. ARGV[1], 'rev', string.format('%d', rev + 1))
return 1
