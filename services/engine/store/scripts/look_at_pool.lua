--[[
  What is stored of a rating pool beside its ledger, at one moment; see redislink.ratings.

  KEYS     the pool's ledger, head, players, order, lapse, pairs and done
  ARGV[..] the number of players, and these; the same of keys of `pairs`, and of matches

  Returns the id of the ledger's last entry; seq, head and clock; for each player its numbers,
  points and day; the marks of each key; the seq of each match. What there is not is false.
]]

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local each = lists_from(1)

local players = each(function(player)
  return {
    redis.call('HGET', KEYS[3], player),
    redis.call('ZSCORE', KEYS[4], player),
    redis.call('ZSCORE', KEYS[5], player),
  }
end)
local marks = each(function(key)
  return redis.call('HGET', KEYS[6], key)
end)
local matches = each(function(match)
  return redis.call('ZSCORE', KEYS[7], match)
end)
local head = redis.call('HMGET', KEYS[2], 'seq', 'head', 'clock')
return {last and last[1] or false, head, players, marks, matches}
