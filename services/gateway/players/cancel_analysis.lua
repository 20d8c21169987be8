--[[
  Take back a player's wish for an analysis, and end it if nobody else wishes it. What was judged stays.

  KEYS[1]  the analysis, a hash
  KEYS[2]  the line, a sorted set: "GAME MATCH" -> tag
  KEYS[3]  what is left, a hash: "GAME MATCH" -> "MOVES SINCE"
  KEYS[4]  what workers have, a sorted set: "GAME MATCH" -> until when, in seconds
  ARGV[1]  "GAME MATCH"
  ARGV[2]  the player
]]

local state = redis.call('HGET', KEYS[1], 'state')
redis.call('HDEL', KEYS[1], 'wish ' .. ARGV[2])
if state ~= 'queued' and state ~= 'running' then
  return
end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 5) == 'wish ' then
    return
  end
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'none')
redis.call('HDEL', KEYS[1], 'lease', 'player')
