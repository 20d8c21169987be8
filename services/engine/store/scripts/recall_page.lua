--[[
  Add a page to a tournament that is put together out of the archive. Nobody reads it yet, and it goes if it stays so.

  KEYS[1]  its log, a stream
  KEYS[2]  its players, a hash
  ARGV[1]  milliseconds until both expire
  ARGV[2]  the version before the first line
  ARGV[..] lists, each with its number first: lines; players, each with what is said of it after it

  Returns nothing.
]]

local next_list = lists_from(3)
local function same(item) return item end
local lines, players = next_list(same), next_list(same)
for place, line in ipairs(lines) do
  redis.call('XADD', KEYS[1], (tonumber(ARGV[2]) + place) .. '-0', 'line', line)
end
for place = 1, #players, 2 do
  redis.call('HSET', KEYS[2], players[place], players[place + 1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
