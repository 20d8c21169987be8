--[[
  A page of a board: descending by points, and of equal points descending by id.

  KEYS[1]  the board, a sorted set: player -> points
  KEYS[2]  the head of the pool's ledger, a hash
  KEYS[3]  the numbers of its players, a hash
  ARGV[1]  JSON: size, the most players; place, "" for the first page, "around" to have the player
           `id` in the middle, or "after" to go on behind the player `id` who had `points`

  Returns nothing if there is no such pool. Else the seq and hash of the head, how many players the
  board has, 1 if there are more behind the page, and then of each player: rank, id, points and
  numbers.
]]

local asked = cjson.decode(ARGV[1])

local function count_above(points)
  return redis.call('ZCOUNT', KEYS[1], '(' .. points, '+inf')
end

-- How many come before a place behind `id`, who may have gone, or have other points by now.
local function count_until(points, id)
  local low = count_above(points)
  local high = low + redis.call('ZCOUNT', KEYS[1], points, points)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local found = redis.call('ZREVRANGE', KEYS[1], middle, middle)[1]
    if is_before(id, found) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local head = redis.call('HMGET', KEYS[2], 'seq', 'head')
if not head[1] then
  return {}
end
local players = redis.call('ZCARD', KEYS[1])
local answer = {head[1], head[2], players, 0}

local first = 0
if asked.place == 'after' then
  first = count_until(asked.points, asked.id)
elseif asked.place == 'around' then
  local before = redis.call('ZREVRANK', KEYS[1], asked.id)
  if not before then
    return answer
  end
  first = math.max(0, math.min(before - math.floor((asked.size - 1) / 2), players - asked.size))
end

local found = redis.call('ZREVRANGE', KEYS[1], first, first + asked.size - 1, 'WITHSCORES')
if #found == 0 then
  return answer
end
if first + asked.size < players then
  answer[4] = 1
end
local ids = {}
for place = 1, #found, 2 do
  ids[#ids + 1] = found[place]
end
local numbers = redis.call('HMGET', KEYS[3], unpack(ids))
local rank = 1 + count_above(found[2])
for place, id in ipairs(ids) do
  local points = found[2 * place]
  if place > 1 and points ~= found[2 * place - 2] then
    rank = first + place
  end
  answer[#answer + 1] = rank
  answer[#answer + 1] = id
  answer[#answer + 1] = points
  answer[#answer + 1] = numbers[place]
end
return answer
