--[[
  Note up to which version of a tournament's log its matches are made. It never goes back.

  KEYS[1]  the tournament, a hash
  ARGV[1]  the version

  Returns nothing.
]]

local version = redis.call('HMGET', KEYS[1], 'version', 'made')
if version[1] and tonumber(version[2] or 0) < tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'made', ARGV[1])
end
