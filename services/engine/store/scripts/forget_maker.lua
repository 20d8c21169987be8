--[[
  Store what was said when a tournament was made without the name of its maker.

  KEYS[1]  the tournament, a hash
  ARGV[1]  what was said, as it was read
  ARGV[2]  the same without the name

  Returns nothing. Where something else is said by now, the name has gone before, or all of it.
]]

if redis.call('HGET', KEYS[1], 'made_with') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'made_with', ARGV[2])
  redis.call('HSET', KEYS[1], 'changes', tonumber(redis.call('HGET', KEYS[1], 'changes') or 0) + 1)
end
