--[[
  Store what the herald knows of a hook, and what became of its messages, over what it has read.

  KEYS[1]  the hook, a hash
  KEYS[2]  its deliveries, a hash
  KEYS[3]  their order, a sorted set
  ARGV[1]  `rev` of the hook as it was read
  ARGV[2]  its state
  ARGV[3]  how many deliveries are kept
  ARGV[4]  "1" if what the hook was asked has been done
  ARGV     and then for each delivery that has changed: its id, its JSON, and when it was made

  Returns 1; 0 if the hook has changed since; -1 if it has ended.
]]

local stored = redis.call('HMGET', KEYS[1], 'hook', 'rev')
if not stored[1] then
  return -1
end
if (stored[2] or '0') ~= ARGV[1] then
  return 0
end
local rev = string.format('%d', tonumber(ARGV[1]) + 1)
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'rev', rev)
if ARGV[4] == '1' then
  redis.call('HDEL', KEYS[1], 'asked')
end
for place = 5, #ARGV, 3 do
  redis.call('HSET', KEYS[2], ARGV[place], ARGV[place + 1])
  redis.call('ZADD', KEYS[3], ARGV[place + 2], ARGV[place])
end
local over = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[3])
if over > 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, over - 1)) do
    redis.call('HDEL', KEYS[2], id)
    redis.call('ZREM', KEYS[3], id)
  end
end
return 1
