--[[
  Store what follows from commands on a tournament, only over what it was decided on: entries of its log, names and seals of players, idempotency records. All or none.

  KEYS[1]  the tournament, a hash; its name is its channel, too
  KEYS[2]  its log, a stream
  KEYS[3]  its players, a hash
  KEYS[4]  its idempotency records, a hash
  KEYS[5]  matches that have ended, a hash
  KEYS[6]  whose turn it is, a string; none for whoever comes first
  KEYS[7]  its seed, a string; only of one that is created
  ARGV[1]  one JSON object:
    before   the version that it was decided on; 0 creates
    head     the head of the log at that version; "" creates
    changes  how often anything that is stored of it had changed by then; 0 creates
    fields   an object: the fields of the hash as they are then
    seed     the seed; only of one that is created
    turn     whose change this is; "" for nobody who has taken a turn
  ARGV[..] lists, each with its number first: the lines of the entries; players, each with JSON
           after it; players whose names and seals go; fields of idempotency records, each with its
           record after it; fields of the matches that the log has by then

  Returns "stored", or "conflict" if anything of the tournament has changed, or it is the turn of
  another engine.
]]

local asked = cjson.decode(ARGV[1])
local next_list = lists_from(2)
local function same(item) return item end
local lines, players, gone, records, ended =
  next_list(same), next_list(same), next_list(same), next_list(same), next_list(same)

-- The log is read before the count of changes, and may be older: so its version is compared, too.
local stored = redis.call('HMGET', KEYS[1], 'version', 'head', 'changes')
if
  tonumber(stored[1] or 0) ~= asked.before
  or (stored[2] or '') ~= asked.head
  or tonumber(stored[3] or 0) ~= asked.changes
then
  return 'conflict'
end
local turn = redis.call('GET', KEYS[6])
if turn and turn ~= asked.turn then
  return 'conflict'
end

for place, line in ipairs(lines) do
  redis.call('XADD', KEYS[2], (asked.before + place) .. '-0', 'line', line)
end
for place = 1, #players, 2 do
  redis.call('HSET', KEYS[3], players[place], players[place + 1])
end
for _, player in ipairs(gone) do
  redis.call('HDEL', KEYS[3], player)
end
for place = 1, #records, 2 do
  redis.call('HSET', KEYS[4], records[place], records[place + 1])
end
for _, field in ipairs(ended) do
  redis.call('HDEL', KEYS[5], field)
end
for name, value in pairs(asked.fields) do
  redis.call('HSET', KEYS[1], name, value)
end
redis.call('HSET', KEYS[1], 'changes', asked.changes + 1)
if asked.seed then
  redis.call('SET', KEYS[7], asked.seed)
end
if turn then
  redis.call('UNLINK', KEYS[6])
end
if #lines > 0 then
  redis.call('PUBLISH', KEYS[1], asked.before + #lines)
end
return 'stored'
