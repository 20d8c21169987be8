--[[
  Say which engines live. It changes nothing.

  KEYS[1]  the engines, and
  KEYS[2]  all games that there have been: see beat.lua

  Returns {the games, the name of an engine, what it says, ...}.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local told = {redis.call('SMEMBERS', KEYS[2])}
local engines = redis.call('HGETALL', KEYS[1])
for field = 1, #engines, 2 do
  local till, says = string.match(engines[field + 1], '^(%d+) (.*)$')
  if till and tonumber(till) > now then
    table.insert(told, engines[field])
    table.insert(told, says)
  end
end
return told
