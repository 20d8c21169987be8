--[[
  Store what is said of a player, or of a maker, beside the log of a tournament, without the name.

  KEYS[1]  the tournament, a hash
  KEYS[2]  the hash that has it: the same, or that of the players
  ARGV[1]  the field
  ARGV[2]  what was said there, as it was read
  ARGV[3]  the same without the name

  Returns nothing. Where something else is said by now, the name has gone before, or all of it.
]]

if redis.call('HGET', KEYS[2], ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
  redis.call('HSET', KEYS[1], 'changes', tonumber(redis.call('HGET', KEYS[1], 'changes') or 0) + 1)
end
