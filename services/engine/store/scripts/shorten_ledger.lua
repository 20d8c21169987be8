--[[
  Drop the oldest entries of a rating pool's ledger, and keep what followed from them as its base.

  KEYS     the pool's base:head, base:players, base:pairs and ledger; see redislink.ratings
  ARGV[1]  one JSON object:
    seq      of the base until now, "0" before there is one
    new_seq  of the last entry that is dropped, and so of the base from now on
    head     its hash
    clock    the ledger's clock after it, ms since the epoch
    players  how many of them follow
  ARGV[..] players: an id and its numbers, for each
           marks: a key of `pairs`, and its marks, "" for none

  Returns 1, or 0 if the base is another one by now.
]]

local given = cjson.decode(ARGV[1])
if (redis.call('HGET', KEYS[1], 'seq') or '0') ~= given.seq then
  return 0
end
local at = 2
for _ = 1, given.players do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
  at = at + 2
end
while at < #ARGV do
  if ARGV[at + 1] == '' then
    redis.call('HDEL', KEYS[3], ARGV[at])
  else
    redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1])
  end
  at = at + 2
end
redis.call('HSET', KEYS[1], 'seq', given.new_seq, 'head', given.head, 'clock', given.clock)
redis.call('XTRIM', KEYS[4], 'MINID', string.format('%.0f-0', given.new_seq + 1))
return 1
