--[[
  Append entries to the ledger of a rating pool, with all that follows from them: all or nothing.
  They are refused unless the ledger is still the one from which they were computed, and so no match
  gets two entries and no number is given twice. The stream itself refuses a number that it has had.

  KEYS     the pool's head, players, order, lapse, ledger, pairs and done; see redislink.ratings
  ARGV[1]  one JSON object:
    seq, head          of the ledger from which the entries were computed, "0" and "" before it began
    new_seq, new_head  of the ledger after them
    clock              its clock then, ms since the epoch
    done               how many matches `done` remembers
    entries, players   how many of each follow; all that follows them are marks
  ARGV[..] entries: a line, the entries before it of its players (JSON), and its match, "" for none
           players: an id, its numbers, its points, and the day on which it leaves the board; ""
                    and "" for one that the board does not show
           marks: a key of `pairs`, and its marks, "" for none

  Returns 1, or 0 if the ledger has moved on.
]]

local given = cjson.decode(ARGV[1])
local head = redis.call('HMGET', KEYS[1], 'seq', 'head')
if (head[1] or '0') ~= given.seq or (head[2] or '') ~= given.head then
  return 0
end

local at = 1
local function take(count)
  at = at + count
  return unpack(ARGV, at - count + 1, at)
end

for entry = 1, given.entries do
  local line, back, match = take(3)
  local seq = string.format('%.0f', given.seq + entry)
  -- First, since it alone may be refused.
  redis.call('XADD', KEYS[5], seq .. '-0', 'line', line, 'back', back)
  if match ~= '' then
    redis.call('ZADD', KEYS[7], seq, match)
  end
end
redis.call('ZREMRANGEBYRANK', KEYS[7], 0, -given.done - 1)
for _ = 1, given.players do
  local player, numbers, points, day = take(4)
  redis.call('HSET', KEYS[2], player, numbers)
  if points == '' then
    redis.call('ZREM', KEYS[3], player)
    redis.call('ZREM', KEYS[4], player)
  else
    redis.call('ZADD', KEYS[3], points, player)
    redis.call('ZADD', KEYS[4], day, player)
  end
end
while at < #ARGV do
  local key, marks = take(2)
  if marks == '' then
    redis.call('HDEL', KEYS[6], key)
  else
    redis.call('HSET', KEYS[6], key, marks)
  end
end
redis.call('HSET', KEYS[1], 'seq', given.new_seq, 'head', given.new_head, 'clock', given.clock)
return 1
