--[[
  Store what a worker has judged, and what becomes of the analysis, if the worker still has it.

  KEYS[1]  the analysis, a hash
  KEYS[2]  its judged moves, a hash: version -> JSON
  KEYS[3]  the line, a sorted set: "GAME MATCH" -> tag
  KEYS[4]  what is left, a hash: "GAME MATCH" -> "MOVES SINCE"
  KEYS[5]  what workers have, a sorted set: "GAME MATCH" -> until when, in seconds
  KEYS[6]  how long a move takes by game, a hash, in seconds
  KEYS[7]  where the line is, a string: the greatest tag up to which was judged
  ARGV[1]  one JSON object:
    member   "GAME MATCH"
    lease    the lease
    lease_s  seconds for which it holds from now on
    state    "running", "done" or "failed"; "queued" if the turn is over; "unread" if it could not be
             begun, which is no fault of the match, and is tried again when the lease is over
    of       how many moves there are to judge; 0 if that is not known
    unit     the unit of what is said of them
    kept_s   seconds until an analysis is forgotten that was last heard of now
    moves    by version what is said of its move, JSON

  Returns how many moves were judged beyond those before; -1 if it is not this worker's any more.
]]

local given = cjson.decode(ARGV[1])

local member, state, of = given.member, given.state, given.of
if redis.call('HGET', KEYS[1], 'lease') ~= given.lease then
  return -1
end
local before = redis.call('HLEN', KEYS[2])
for version, judged in pairs(given.moves) do
  redis.call('HSET', KEYS[2], version, judged)
end
local done = redis.call('HLEN', KEYS[2])
local clock = redis.call('TIME')
if done > before then
  local now = clock[1] + clock[2] / 1000000
  local game = string.match(member, '^%S+')
  local pace = (now - redis.call('HGET', KEYS[1], 'heard')) / (done - before)
  local usual = redis.call('HGET', KEYS[6], game)
  redis.call('HSET', KEYS[6], game, usual and 0.8 * usual + 0.2 * pace or pace)
  redis.call('HSET', KEYS[1], 'tries', '0', 'heard', now)
end
redis.call('HSET', KEYS[1], 'state', state == 'unread' and 'queued' or state)
if of > 0 then
  redis.call('HSET', KEYS[1], 'of', of, 'unit', given.unit)
end
if state == 'running' or state == 'unread' then
  redis.call('ZADD', KEYS[5], clock[1] + given.lease_s, member)
else
  redis.call('ZREM', KEYS[5], member)
end
if state == 'unread' then
  redis.call('HINCRBY', KEYS[1], 'tries', -1)
elseif state == 'queued' then
  redis.call('ZADD', KEYS[3], redis.call('HGET', KEYS[1], 'tag'), member)
end
local left = of > 0 and math.max(1, of - done)
if state == 'done' or state == 'failed' then
  left = 0
  redis.call('HDEL', KEYS[4], member)
  redis.call('HDEL', KEYS[1], 'player')
elseif left then
  local since = string.match(redis.call('HGET', KEYS[4], member) or '', '%d+$') or clock[1]
  redis.call('HSET', KEYS[4], member, left .. ' ' .. since)
end
local here = left and redis.call('HGET', KEYS[1], 'tag') - left
if here and here > tonumber(redis.call('GET', KEYS[7]) or '0') then
  redis.call('SET', KEYS[7], here)
end
if state ~= 'running' then
  redis.call('HDEL', KEYS[1], 'lease')
end
for place = 1, 7 do
  redis.call('EXPIRE', KEYS[place], given.kept_s)
end
return done - before
