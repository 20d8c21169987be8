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

  Returns 1, or 0 if the match had been counted. All is read before anything is written: a value
  that cannot be read leaves the match to be counted later.
]]

-- The last matches are remembered, and all of the last ten minutes: whoever tallies a match, and
-- dies before that is noted, leaves it to another engine, which comes within a minute.
local LAST, KEPT_MS, DROPPED = 20, 600000, 100

-- Engines count at the same time, so matches come in other orders than they ended. These many ends
-- are kept of each order, and a match takes its place among them.
local ENDS = 10

local NEW_RECORD, NEW_MET, NEW_RELIABILITY = '0 0 0 0 0 0 0 0  ', '0 0 0 0 ', ' '
local RECORD = '^' .. string.rep('(%-?%d+) ', 8) .. '(%S*) (%S*)$'
local MET = '^' .. string.rep('(%d+) ', 4) .. '(%S*)$'
local PLACES = {won = 1, drawn = 2, lost = 3}

local given = cjson.decode(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function whole(number)
  return string.format('%.0f', number)
end

-- Return the first of what a pattern finds in a value, as numbers; and the two words after them.
local function parsed(value, pattern, count)
  local found, numbers = {string.match(value, pattern)}, {}
  for place = 1, count do
    numbers[place] = tonumber(found[place])
  end
  return numbers, found[count + 1], found[count + 2]
end

local function joined(numbers, ...)
  local parts = {}
  for place, number in ipairs(numbers) do
    parts[place] = whole(number)
  end
  for _, word in ipairs({...}) do
    parts[#parts + 1] = word
  end
  return table.concat(parts, ' ')
end

-- Return the last ends, a letter and a time each, with this one among them; how many they are; and
-- the letter of the end that makes room, nil if none has to. Of equal times the order is that of
-- the letters.
local function ends_after(text, letter)
  local ends = {{letter, given.ended}}
  for each, ended in string.gmatch(text, '(%w)(%d+)') do
    ends[#ends + 1] = {each, tonumber(ended)}
  end
  table.sort(ends, function(one, other)
    if one[2] == other[2] then
      return one[1] < other[1]
    end
    return one[2] < other[2]
  end)
  local first = #ends > ENDS and table.remove(ends, 1)[1] or nil
  for place, each in ipairs(ends) do
    ends[place] = each[1] .. whole(each[2])
  end
  return table.concat(ends, ','), #ends, first
end

-- Return won, drawn, lost, scored, points, best; streak and longest before the last ends; the match
-- of the best; the last ends
local function record_after(value)
  local n, best_match, ends = parsed(value or NEW_RECORD, RECORD, 8)
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
  local last, _, first = ends_after(ends, string.sub(given.result, 1, 1))
  if first == 'd' then
    n[7] = 0
  elseif first == 'w' then
    n[7] = math.max(n[7], 0) + 1
  elseif first == 'l' then
    n[7] = math.min(n[7], 0) - 1
  end
  n[8] = math.max(n[8], n[7])
  return joined(n, best_match, last)
end

-- Return won, drawn, lost, the end of the last match; its id
local function met_after(value, result)
  local n, match = parsed(value or NEW_MET, MET, 4)
  n[PLACES[result]] = n[PLACES[result]] + 1
  if given.ended > n[4] or (given.ended == n[4] and given.match > match) then
    n[4], match = given.ended, given.match
  end
  return joined(n, match)
end

-- Return those who are to make room, as `added` new ones come to those in `after`: whom the player
-- has met longest ago. Private matches must not take the place of public ones, which could be seen.
local function leaving(after, added)
  if added == 0 or redis.call('HLEN', KEYS[2]) + added <= given.most_met then
    return {}
  end
  local all, private = redis.call('HGETALL', KEYS[2]), given.private ~= ''
  local values = {}
  for place = 1, #all, 2 do
    if (string.find(all[place], ' ', 1, true) ~= nil) == private then
      values[all[place]] = all[place + 1]
    end
  end
  for name, value in pairs(after) do
    values[name] = value
  end
  local times, count = {}, 0
  for name, value in pairs(values) do
    times[name], count = tonumber(string.match(value, '^%d+ %d+ %d+ (%d+)')), count + 1
  end
  local gone = {}
  for place = 1, count - given.most_met do
    local first
    for name, ended in pairs(times) do
      if not first or ended < times[first] or (ended == times[first] and name < first) then
        first = name
      end
    end
    gone[place], times[first] = first, nil
  end
  return gone
end

-- Return a digit for each match before the last ends; these; and when the player left last.
local function reliability_after(value)
  local stayed, ends, times = string.match(value, '^(%d*) (%S*)(.*)$')
  local last, count, first = ends_after(ends, given.stayed)
  stayed = string.sub(stayed .. (first or ''), count - given.last)
  local lefts = {}
  for left in string.gmatch(times, '%d+') do
    lefts[#lefts + 1] = tonumber(left)
  end
  if given.stayed == '0' then
    lefts[#lefts + 1] = given.ended
    table.sort(lefts)
    if #lefts > given.lefts then
      table.remove(lefts, 1)
    end
  end
  return stayed .. ' ' .. last .. (#lefts > 0 and ' ' or '') .. joined(lefts)
end

local counters, met, added = {}, {}, 0
local known = redis.call('ZSCORE', KEYS[3], given.match)
if not known then
  if given.field ~= '' then
    local field = given.field .. given.private
    counters[field] = record_after(redis.call('HGET', KEYS[1], field))
    for _, each in ipairs(given.met) do
      local name = each[1] .. given.private
      local value = redis.call('HGET', KEYS[2], name)
      met[name], added = met_after(value, each[2]), added + (value and 0 or 1)
    end
  end
  if given.stayed ~= '' then
    local value = redis.call('HGET', KEYS[1], 'reliability')
    counters.reliability = reliability_after(value or NEW_RELIABILITY)
  end
end
local gone = leaving(met, added)

-- A match that comes again is remembered from then on, for as long as it keeps coming.
redis.call('ZADD', KEYS[3], whole(now), given.match)
local spare = redis.call('ZCARD', KEYS[3]) - LAST
if spare > 0 then
  local limit = math.min(spare, DROPPED)
  local old = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', whole(now - KEPT_MS), 'LIMIT', 0, limit)
  if #old > 0 then
    redis.call('ZREM', KEYS[3], unpack(old))
  end
end
for field, value in pairs(counters) do
  redis.call('HSET', KEYS[1], field, value)
end
for name, value in pairs(met) do
  redis.call('HSET', KEYS[2], name, value)
end
for _, name in ipairs(gone) do
  redis.call('HDEL', KEYS[2], name)
end
return known and 0 or 1
