--[[
  Put the counters that were made anew in the place of a player's counters, unless matches were
  counted meanwhile that these lack.

  KEYS     the player's counters, whom it has met, and the matches that were counted; then the same
           three as they were made anew. A hash that is not there is empty.
  ARGV[1]  when the making began, ms since the epoch

  Returns the ids of the matches that are lacking; of none if the counters are in place.
]]

local lacking = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], ARGV[1], '+inf')) do
  if not redis.call('ZSCORE', KEYS[6], id) then
    lacking[#lacking + 1] = id
  end
end
if #lacking > 0 then
  return lacking
end
for place = 1, 3 do
  redis.call('UNLINK', KEYS[place])
  if redis.call('EXISTS', KEYS[place + 3]) == 1 then
    redis.call('RENAME', KEYS[place + 3], KEYS[place])
    redis.call('PERSIST', KEYS[place])
  end
end
return {}
