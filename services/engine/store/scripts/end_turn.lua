--[[
  End a turn at a tournament before its time, if it is still this one.

  KEYS[1]  whose turn it is, a string; none for whoever comes first
  ARGV[1]  the turn

  Returns nothing.
]]

if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('UNLINK', KEYS[1])
end
