--[[
  Take what was claimed out of a sorted set, unless it has become due anew since.

  KEYS[1]  a sorted set: id -> when it is due, ms since the epoch
  ARGV     pairs: an id, and when its claim ends

  Returns nothing.
]]

for place = 1, #ARGV, 2 do
  local due = redis.call('ZMSCORE', KEYS[1], ARGV[place])[1]
  if due and tonumber(due) == tonumber(ARGV[place + 1]) then
    redis.call('ZREM', KEYS[1], ARGV[place])
  end
end
