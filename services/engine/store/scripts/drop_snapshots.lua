--[[
  Drop the snapshots of an expired match, so that those of a new one of the same id can be stored.

  KEYS[1]  the snapshots, a list
  ARGV[1]  the first of them, as it was read

  Returns nothing. If the first is another one by now, the list has begun anew.
]]

if redis.call('LINDEX', KEYS[1], 0) == ARGV[1] then
  redis.call('UNLINK', KEYS[1])
end
