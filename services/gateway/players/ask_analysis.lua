--[[
  Look at the analysis of a match, and queue it if it is asked for and there is none.

  KEYS[1]  the analysis, a hash
  KEYS[2]  the queue of its game, a sorted set
  KEYS[3]  the strategy that judges the game now, a string
  KEYS[4]  how many analyses the player has asked for, a string
  ARGV[1]  the match
  ARGV[2]  the player, to ask for it; "" to look only
  ARGV[3]  how many a player may ask for
  ARGV[4]  seconds until that is forgotten
  ARGV[5]  seconds until an analysis is forgotten

  Returns {"nobody"} if no worker judges the game, {"many", seconds until the player may ask again}, or
  {"state", done, of, strategy, unit, moves}.
]]

local strategy = redis.call('GET', KEYS[3])
local found = redis.call('HMGET', KEYS[1], 'state', 'done', 'of', 'strategy', 'unit', 'moves')
local stale = found[4] ~= strategy and strategy and found[1] == 'done'
if found[1] and not stale and not (found[1] == 'failed' and ARGV[2] ~= '') then
  local state = found[1]
  if state == 'running' then
    local clock = redis.call('TIME')
    local again = redis.call('ZSCORE', KEYS[2], ARGV[1])
    if again and tonumber(again) <= tonumber(clock[1]) then
      state = 'queued'
    end
  end
  return {state, found[2], found[3], found[4], found[5], found[6]}
end
if not strategy then
  return {'nobody'}
end
if ARGV[2] == '' then
  return {'none', '0', '0', strategy, '', ''}
end
local asked = tonumber(redis.call('GET', KEYS[4]) or '0')
if asked >= tonumber(ARGV[3]) then
  return {'many', redis.call('TTL', KEYS[4])}
end
if asked == 0 then
  redis.call('SET', KEYS[4], '1', 'EX', ARGV[4])
else
  redis.call('SET', KEYS[4], asked + 1, 'KEEPTTL')
end
redis.call('HDEL', KEYS[1], 'lease', 'tries')
redis.call('HSET', KEYS[1], 'state', 'queued', 'done', '0', 'of', '0', 'strategy', strategy,
  'player', ARGV[2], 'unit', '', 'moves', '')
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], redis.call('TIME')[1], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return {'queued', '0', '0', strategy, '', ''}
