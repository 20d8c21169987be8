--[[
  Those of some players who are on a board, a page of them: descending by points, and of equal
  points descending by id, with their ranks among all.

  KEYS[1]  the board, a sorted set: player -> points
  KEYS[2]  the head of the pool's ledger, a hash
  KEYS[3]  the numbers of its players, a hash
  ARGV[1]  JSON: size, the most players; place, "" for the first page, or "after" to go on behind
           the player `id` who had `points`
  ARGV[2..] the players, of whom there is one

  Returns what board_page.lua does.
]]

local asked = cjson.decode(ARGV[1])

local function stands_before(one, other)
  if one.points == other.points then
    return is_before(one.id, other.id)
  end
  return one.points > other.points
end

local head = redis.call('HMGET', KEYS[2], 'seq', 'head')
if not head[1] then
  return {}
end
local ids = {unpack(ARGV, 2)}
local listed, last = {}, {id = asked.id, points = tonumber(asked.points)}
local players = 0
for place, points in ipairs(redis.call('ZMSCORE', KEYS[1], unpack(ids))) do
  if points then
    players = players + 1
    local each = {id = ids[place], points = tonumber(points)}
    if asked.place ~= 'after' or stands_before(last, each) then
      listed[#listed + 1] = each
    end
  end
end
table.sort(listed, stands_before)

local answer = {head[1], head[2], players, 0}
if #listed > asked.size then
  answer[4] = 1
end
for place = 1, math.min(#listed, asked.size) do
  local each = listed[place]
  local points = string.format('%.0f', each.points)
  answer[#answer + 1] = 1 + redis.call('ZCOUNT', KEYS[1], '(' .. points, '+inf')
  answer[#answer + 1] = each.id
  answer[#answer + 1] = points
  answer[#answer + 1] = redis.call('HGET', KEYS[3], each.id)
end
return answer
