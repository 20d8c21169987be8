--[[
  Let a ticket search. If it makes the wish complete, everybody who waits is matched,
  each with the oldest of their tickets that still search. So there are never more
  waiting than a wish takes, less one.

  KEYS[1]  the ticket, a hash
  KEYS[2]  the players who wait for the wish, a set
  KEYS[3]  the tickets of this player who wait for it, a list of ids, oldest first
  KEYS[4]  the tickets whose match may not have been made, a sorted set: one ticket's id for
           each match -> when to see to it, ms since the epoch
  ARGV[1]  the id of the ticket
  ARGV[2]  the id of its player
  ARGV[3]  its player, JSON
  ARGV[4]  its game
  ARGV[5]  its wish, JSON
  ARGV[6]  the fingerprint of the request, "" if there is no idempotency key
  ARGV[7]  how many players the wish takes
  ARGV[8]  the id of the match that it becomes
  ARGV[9]  now, ms since the epoch
  ARGV[10]  when the ticket expires, ms since the epoch
  ARGV[11]  milliseconds until all of this is forgotten
  ARGV[12]  what the names of all tickets begin with: those of others are only known
            from here, and lie in the same slot
  ARGV[13]  what the channels of all tickets begin with
  ARGV[14]  when to see to the match, should nobody have said by then that it is made

  Returns {"entered", field, value, ...} with the ticket's fields, or {"known",
  field, value, ...} when the ticket has been made before.
]]

local now = tonumber(ARGV[9])

local function answer(told)
  return {told, unpack(redis.call('HGETALL', KEYS[1]))}
end

local function line_of(player)
  return KEYS[2] .. ':' .. player
end

-- Whether a ticket still searches. One whose time is over is told so here.
local function searches(id)
  local ticket = ARGV[12] .. id
  local status, expires = unpack(redis.call('HMGET', ticket, 'status', 'expires'))
  if status ~= 'searching' then
    return false
  end
  if tonumber(expires) > now then
    return true
  end
  redis.call('HSET', ticket, 'status', 'expired')
  redis.call('PUBLISH', ARGV[13] .. id, 'expired')
  return false
end

-- The oldest ticket of a player that still searches; those before it leave the line.
local function oldest(player)
  local line = line_of(player)
  local id = redis.call('LINDEX', line, 0)
  while id and not searches(id) do
    redis.call('LPOP', line)
    id = redis.call('LINDEX', line, 0)
  end
  return id
end

-- The oldest ticket of each player who waits.
local function waiting()
  local ids = {}
  for _, player in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    local id = oldest(player)
    if id then
      table.insert(ids, id)
    else
      redis.call('SREM', KEYS[2], player)
    end
  end
  return ids
end

local function match(ids)
  local players = {}
  for place, id in ipairs(ids) do
    players[place] = redis.call('HGET', ARGV[12] .. id, 'player')
  end
  for _, id in ipairs(ids) do
    redis.call('HSET', ARGV[12] .. id, 'status', 'matched', 'match', ARGV[8],
      'players', '[' .. table.concat(players, ',') .. ']', 'tickets', table.concat(ids, ' '))
  end
  redis.call('HSET', KEYS[1], 'at_once', '1')
  redis.call('ZADD', KEYS[4], ARGV[14], ARGV[1])
end

if redis.call('EXISTS', KEYS[1]) == 1 then
  return answer('known')
end

redis.call('HSET', KEYS[1], 'status', 'searching', 'player_id', ARGV[2], 'player', ARGV[3],
  'game', ARGV[4], 'wish', ARGV[5], 'fingerprint', ARGV[6], 'expires', ARGV[10])
redis.call('RPUSH', KEYS[3], ARGV[1])
redis.call('SADD', KEYS[2], ARGV[2])
local ids = waiting()
if #ids == tonumber(ARGV[7]) then
  match(ids)
end
for place = 1, 3 do
  redis.call('PEXPIRE', KEYS[place], ARGV[11])
end
return answer('entered')
