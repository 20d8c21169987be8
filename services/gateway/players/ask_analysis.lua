--[[
  Look at the analysis of a match; or ask for it, and let it take its place in the line.

  Every match has a tag, and the least is next. It lies its own moves beyond where the line is, or where
  the player's last match ends, or the last one of the address, whichever is furthest on. The line goes on
  by each move that is judged. So players take turns by moves, a short match comes before a long one, and
  no match waits for all that come after it (self-clocked fair queueing). Whoever else of its players asks
  for a match that waits can only bring it forward.

  KEYS[1]  the analysis, a hash
  KEYS[2]  its judged moves, a hash: version -> JSON
  KEYS[3]  the line, a sorted set: "GAME MATCH" -> tag
  KEYS[4]  what is left, a hash: "GAME MATCH" -> "MOVES SINCE"
  KEYS[5]  what workers have, a sorted set: "GAME MATCH" -> until when, in seconds
  KEYS[6]  the strategy that judges the game now, a string
  KEYS[7]  where the line is, a string: the greatest tag up to which was judged
  KEYS[8]  where the player's matches end, a string
  KEYS[9]  how many moves the player has asked for, a string
  KEYS[10] where the matches of the address end, a string; left out like the next one without it
  KEYS[11] how many moves the address has asked for, a string
  ARGV[1]  one JSON object:
    member  "GAME MATCH"
    player  the player, to ask for it; "" to look only
    moves   how many moves the match has
    most    how many a player may ask for
    day_s   seconds until that is forgotten, and the places of players as well
    kept_s  seconds until an analysis is forgotten
    share   of how many players an address has the share

  Returns {"nobody"} if no worker judges the game; {"player" or "address", seconds} if so many were
  asked for, with the time until more may be; or {state, of, strategy, unit, the judged moves}.
]]

local given = cjson.decode(ARGV[1])

local member, player, price, most, day, share =
  given.member, given.player, given.moves, given.most, given.day_s, given.share
local strategy = redis.call('GET', KEYS[6])
local found = redis.call('HMGET', KEYS[1], 'state', 'of', 'strategy', 'unit', 'paid')
local state = found[1]
local works = state == 'queued' or state == 'running'
if state and strategy and found[3] ~= strategy and not works then
  state = false  -- what another one has said is asked for anew
end

local function answer(now, of, by, unit)
  return {now, of, by, unit, state and redis.call('HGETALL', KEYS[2]) or {}}
end

local function number(key)
  return tonumber(key and redis.call('GET', key) or '0')
end

-- Where a match with so many moves left comes for who asks, and from when on their next one does; nothing
-- if that is no earlier than it is.
local function tag_for(left, earlier_than)
  local clock, here = redis.call('TIME'), number(KEYS[7])
  local start = math.max(here, number(KEYS[8]), number(KEYS[10]))
  -- Of equals, the first one comes first.
  local tag = start + left + (clock[1] % 86400 + clock[2] / 1000000) / 1000000
  if earlier_than and tag >= earlier_than then
    return nil
  end
  redis.call('SET', KEYS[8], start + left, 'EX', day)
  if KEYS[10] then
    redis.call('SET', KEYS[10], math.max(here, number(KEYS[10])) + left / share, 'EX', day)
  end
  return tag
end

local function bring_forward()
  local waits, moves = redis.call('ZSCORE', KEYS[3], member), redis.call('HGET', KEYS[4], member)
  local tag = waits and moves and tag_for(tonumber(string.match(moves, '^%S+')), tonumber(waits))
  if tag then
    redis.call('ZADD', KEYS[3], tag, member)
    redis.call('HSET', KEYS[1], 'tag', tag)
  end
end

local until_then = state == 'running' and redis.call('ZSCORE', KEYS[5], member)
if until_then and tonumber(until_then) <= tonumber(redis.call('TIME')[1]) then
  state = 'queued'  -- it has lost its worker
end
if works or state == 'done' then
  if works and player ~= '' and redis.call('HSET', KEYS[1], 'wish ' .. player, '1') == 1 then
    bring_forward()
  end
  return answer(state, found[2], found[3], found[4])
end
if player == '' and state then
  return answer(state, found[2], found[3], found[4])
end
if not strategy then
  return {'nobody'}
end
if player == '' then
  return answer('none', '0', strategy, '')
end

if not (state and found[5]) then  -- a match is paid for once
  for place, limit in ipairs({most, most * share}) do
    local key = KEYS[7 + 2 * place]
    local asked = number(key)
    if asked > 0 and asked + price > limit then
      return {place == 1 and 'player' or 'address', redis.call('TTL', key)}
    end
  end
  for place = 9, 11, 2 do
    if KEYS[place] then
      local asked = number(KEYS[place])
      redis.call('SET', KEYS[place], asked + price, unpack(asked > 0 and {'KEEPTTL'} or {'EX', day}))
    end
  end
end
if not state then
  redis.call('UNLINK', KEYS[2])
end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 5) == 'wish ' then
    redis.call('HDEL', KEYS[1], field)
  end
end
local left = math.max(1, price - redis.call('HLEN', KEYS[2]))
local tag = tag_for(left)
redis.call('HSET', KEYS[1], 'state', 'queued', 'of', state and found[2] or '0', 'strategy', strategy,
  'unit', state and found[4] or '', 'paid', '1', 'player', player, 'wish ' .. player, '1',
  'tag', tag, 'tries', '0')
redis.call('ZADD', KEYS[3], tag, member)
redis.call('HSET', KEYS[4], member, left .. ' ' .. redis.call('TIME')[1])
for place = 1, 4 do
  redis.call('EXPIRE', KEYS[place], given.kept_s)
end
return answer('queued', state and found[2] or '0', strategy, state and found[4] or '')
