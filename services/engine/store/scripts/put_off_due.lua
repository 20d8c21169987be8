--[[
  Let what was claimed be due at another time, unless it has become due anew since.

  KEYS[1]  a sorted set: id -> when it is due, ms since the epoch
  ARGV     triples: an id, when its claim ends, and when it is due then

  Returns nothing.
]]

for place = 1, #ARGV, 3 do
  local due = redis.call('ZMSCORE', KEYS[1], ARGV[place])[1]
  if due and tonumber(due) == tonumber(ARGV[place + 1]) then
    redis.call('ZADD', KEYS[1], ARGV[place + 2], ARGV[place])
  end
end
