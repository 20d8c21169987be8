--[[
  Add an entry to the audit of a match, at its current version.

  KEYS[1]  the match's hash
  ARGV[1]  the name of the audit's field
  ARGV[2]  the entry: JSON without line breaks

  Returns the version, or 0 if there is no such match.
]]

local version = redis.call('HGET', KEYS[1], 'version')
if not version then
  return 0
end
local before = redis.call('HGET', KEYS[1], ARGV[1]) or ''
redis.call('HSET', KEYS[1], ARGV[1], before .. version .. ' ' .. ARGV[2] .. '\n')
-- For the archive; see touch_match.lua.
local touched = redis.call('HGET', KEYS[1], 'touched')
if touched then
  redis.call('HSET', KEYS[1], 'touched', touched + 1)
end
return tonumber(version)
