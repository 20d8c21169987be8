--[[
  What the next entries of a rating pool follow from, at one moment; see redislink.ratings.

  KEYS     the pool's head, players, pairs, done and ledger
  ARGV[1]  how many matches `done` remembers
  ARGV[..] the number of matches, and these; the same of players, and of keys of `pairs`

  Returns now in ms since the epoch; seq, head and clock; for each match that has an entry its line,
  or its seq if the ledger has it no more; the numbers of each player; the marks of each key; and
  the line of the oldest entry that `done` remembers, once it has forgotten any. What there is not
  is false.
]]

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function line_of(seq)
  local id = string.format('%.0f-0', seq)
  local found = redis.call('XRANGE', KEYS[5], id, id)[1]
  return found and found[2][2]
end

local each = lists_from(2)

local known = each(function(match)
  local seq = redis.call('ZMSCORE', KEYS[4], match)[1]
  return seq and (line_of(seq) or string.format('%.0f', seq))
end)
local numbers = each(function(player)
  return redis.call('HGET', KEYS[2], player)
end)
local marks = each(function(key)
  return redis.call('HGET', KEYS[3], key)
end)

local oldest = false
if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[1]) then
  local first = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')
  oldest = line_of(first[2]) or false
end

local head = redis.call('HMGET', KEYS[1], 'seq', 'head', 'clock')
return {string.format('%.0f', now), head, known, numbers, marks, oldest}
