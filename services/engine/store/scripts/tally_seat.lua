--[[
  Count an ended match for one of its players, once.

  KEYS[1]  the player's counters, a hash; redislink.statistics has the words of its values
  KEYS[2]  whom the player has met, a hash
  KEYS[3]  the matches that were counted, a sorted set: id -> when, ms since the epoch
  ARGV[1]  one JSON object:
    match     the match's id
    ended     its end, ms since the epoch
    field     the field of the game and the kind of opponents; "" counts no result
    result    "won", "drawn" or "lost"
    points    the player's points, "" for none
    met       a list of pairs: the field of another player, and the result against that one
    private   the last word of the names of all these fields, with the space before it; "" in a
              public match
    most_met  how many opponents are kept, of public matches and of private ones each
    stayed    "1" if the player stayed, "0" if not; "" in a match that says nothing of it
    last      how many matches reliability is of
    lefts     of how many times the player left it has the time

  Returns 1, or 0 if the match had been counted.
]]

-- The last matches are remembered, and all of the last ten minutes: whoever tallies a match, and
-- dies before that is noted, leaves it to another engine, which comes within a minute.
local LAST, KEPT_MS, DROPPED = 20, 600000, 100

local given = cjson.decode(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function whole(number)
  return string.format('%.0f', number)
end

-- A match that comes again is remembered from then on, for as long as it keeps coming.
if redis.call('ZADD', KEYS[3], whole(now), given.match) == 0 then
  return 0
end
local spare = redis.call('ZCARD', KEYS[3]) - LAST
if spare > 0 then
  local limit = math.min(spare, DROPPED)
  local old = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', whole(now - KEPT_MS), 'LIMIT', 0, limit)
  if #old > 0 then
    redis.call('ZREM', KEYS[3], unpack(old))
  end
end

local NEW_RECORD, NEW_MET = '0 0 0 0 0 0 0 0 ', '0 0 0 0 '
local RECORD = '^' .. string.rep('(%-?%d+) ', 8) .. '(%S*)$'
local MET = '^' .. string.rep('(%d+) ', 4) .. '(%S*)$'

-- Return the numbers of a value, and the word after them.
local function parsed(value, pattern)
  local found = {string.match(value, pattern)}
  local word = table.remove(found)
  for place, number in ipairs(found) do
    found[place] = tonumber(number)
  end
  return found, word
end

local function joined(numbers, word)
  local parts = {}
  for place, number in ipairs(numbers) do
    parts[place] = whole(number)
  end
  parts[#parts + 1] = word
  return table.concat(parts, ' ')
end

local PLACES = {won = 1, drawn = 2, lost = 3}

-- won, drawn, lost, scored, points, best, streak, longest; the match of the best
local function note_result(field)
  local n, best_match = parsed(redis.call('HGET', KEYS[1], field) or NEW_RECORD, RECORD)
  local place = PLACES[given.result]
  n[place] = n[place] + 1
  if given.points ~= '' then
    -- Of equal ones the match whose id comes first, in whatever order they are counted.
    if n[4] == 0 or given.points > n[6]
      or (given.points == n[6] and given.match < best_match) then
      n[6], best_match = given.points, given.match
    end
    n[4], n[5] = n[4] + 1, n[5] + given.points
  end
  if place == PLACES.drawn then
    n[7] = 0
  elseif place == PLACES.won then
    n[7] = math.max(n[7], 0) + 1
  else
    n[7] = math.min(n[7], 0) - 1
  end
  n[8] = math.max(n[8], n[7])
  redis.call('HSET', KEYS[1], field, joined(n, best_match))
end

-- won, drawn, lost, the end of the last match; its id
local function note_met(id, result)
  local field = id .. given.private
  local known = redis.call('HGET', KEYS[2], field)
  local n, match = parsed(known or NEW_MET, MET)
  n[PLACES[result]] = n[PLACES[result]] + 1
  if given.ended > n[4] or (given.ended == n[4] and given.match > match) then
    n[4], match = given.ended, given.match
  end
  redis.call('HSET', KEYS[2], field, joined(n, match))
  return known and 0 or 1
end

-- Drop those whom the player has met longest ago, of whom so many may be too many. Private matches
-- must not take the place of public ones, as that could be seen.
local function make_room(most)
  local all, private = redis.call('HGETALL', KEYS[2]), given.private ~= ''
  for _ = 1, most do
    local count, first, oldest = 0, nil, math.huge
    for place = 1, #all, 2 do
      local name = all[place]
      if name and (string.find(name, ' ', 1, true) ~= nil) == private then
        local ended = tonumber(string.match(all[place + 1], '^%d+ %d+ %d+ (%d+)'))
        count = count + 1
        if ended < oldest or (ended == oldest and name < all[first]) then
          first, oldest = place, ended
        end
      end
    end
    if count <= given.most_met then
      return
    end
    redis.call('HDEL', KEYS[2], all[first])
    all[first] = false
  end
end

-- One digit for each match, then when the player left last.
local function note_stayed()
  local value = redis.call('HGET', KEYS[1], 'reliability') or ''
  local stayed = string.sub(string.match(value, '^%d*') .. given.stayed, -given.last)
  local lefts = {}
  for left in string.gmatch(value, ' (%d+)') do
    lefts[#lefts + 1] = tonumber(left)
  end
  if given.stayed == '0' then
    lefts[#lefts + 1] = given.ended
    table.sort(lefts)
    if #lefts > given.lefts then
      table.remove(lefts, 1)
    end
  end
  redis.call('HSET', KEYS[1], 'reliability', stayed .. (#lefts > 0 and ' ' or '') .. joined(lefts))
end

if given.field ~= '' then
  note_result(given.field .. given.private)
  local added = 0
  for _, each in ipairs(given.met) do
    added = added + note_met(each[1], each[2])
  end
  if added > 0 and redis.call('HLEN', KEYS[2]) > given.most_met then
    make_room(added)
  end
end
if given.stayed ~= '' then
  note_stayed()
end
return 1
