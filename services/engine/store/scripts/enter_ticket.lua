--[[
  Store a searching ticket. If it completes a match, all players that search with the same
  settings are matched, each with their oldest ticket that still searches. So there are
  never more players searching than a match takes, less one.

  KEYS[1]  the ticket, a hash
  KEYS[2]  the players that search with these settings, a set
  KEYS[3]  the searching tickets of this player, a list of ids, oldest first
  KEYS[4]  the tickets whose match may be missing, a sorted set: one ticket's id for each
           match -> when the match is due, ms since the epoch
  KEYS[5]  the player's tickets that search, whatever their settings, a sorted set: id -> when it
           expires, ms since the epoch
  KEYS[6]  the tickets that search and that all may see, a sorted set: id -> when it expires
  ARGV[1]  one JSON object:
    id           the id of the ticket
    player_id    the id of its player
    player       its player, JSON
    game         its game
    settings     the settings of its match, JSON
    fingerprint  the fingerprint of the request, "" without an idempotency key
    seats        the number of players in the match
    match        the id of the match, should the ticket complete it
    now          now, ms since the epoch
    expires      when the ticket expires, ms since the epoch
    life_ms      milliseconds until all these keys expire
    tickets      the prefix of the keys of all tickets: those of other players' tickets are known
                 only in here, and lie in the same slot
    channels     the prefix of the channels of all tickets
    due          when another engine may create the match, unless it is marked as made by then
    of_player    the prefix of the keys of players' searching tickets, of which KEYS[5] is one
    most         how many tickets of a player may search
    given        what the player gives to the deal, JSON
    shown        what all may see of the ticket, JSON; "" for nothing

  Returns {"entered", field, value, ...} with the ticket's fields, or {"known",
  field, value, ...} if the ticket existed before, or {"full"} if too many search, or {"sealed"}
  if another player searches for the same with the same seal.
]]

local entered = cjson.decode(ARGV[1])

local now = entered.now

local function answer(outcome)
  return {outcome, unpack(redis.call('HGETALL', KEYS[1]))}
end

local function tickets_of(player)
  return KEYS[2] .. ':' .. player
end

-- Once a ticket does not search, nobody has a use for the name of its player any more.
local function forget(ticket)
  redis.call('HDEL', ticket, 'player', 'given', 'shown')
end

-- Whether a ticket still searches; one whose time is over is marked as expired.
local function searches(id)
  local ticket = entered.tickets .. id
  local status, expires = unpack(redis.call('HMGET', ticket, 'status', 'expires'))
  if status ~= 'searching' then
    return false
  end
  if tonumber(expires) > now then
    return true
  end
  redis.call('HSET', ticket, 'status', 'expired')
  forget(ticket)
  redis.call('ZREM', KEYS[6], id)
  redis.call('PUBLISH', entered.channels .. id, 'expired')
  return false
end

-- The oldest ticket of a player that still searches; those before it are removed.
local function oldest(player)
  local tickets = tickets_of(player)
  local id = redis.call('LINDEX', tickets, 0)
  while id and not searches(id) do
    redis.call('LPOP', tickets)
    id = redis.call('LINDEX', tickets, 0)
  end
  return id
end

-- The oldest ticket of each player that searches.
local function searching()
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

-- Whether a ticket that could come into one match with this one has its seal. That of an open deal
-- is "", and what its players give may be the same.
local function sealed()
  if cjson.decode(entered.given).seal == '' then
    return false
  end
  for _, player in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    if player ~= entered.player_id then
      for _, id in ipairs(redis.call('LRANGE', tickets_of(player), 0, -1)) do
        if searches(id) and redis.call('HGET', entered.tickets .. id, 'given') == entered.given then
          return true
        end
      end
    end
  end
  return false
end

local function match(ids)
  local players, given = {}, {}
  for place, id in ipairs(ids) do
    players[place] = redis.call('HGET', entered.tickets .. id, 'player')
    given[place] = redis.call('HGET', entered.tickets .. id, 'given')
  end
  for _, id in ipairs(ids) do
    local player = redis.call('HGET', entered.tickets .. id, 'player_id')
    redis.call('ZREM', entered.of_player .. player, id)
    redis.call('ZREM', KEYS[6], id)
    redis.call('HSET', entered.tickets .. id, 'status', 'matched', 'match', entered.match,
      'players', '[' .. table.concat(players, ',') .. ']', 'tickets', table.concat(ids, ' '),
      'given_by', '[' .. table.concat(given, ',') .. ']')
    forget(entered.tickets .. id)
  end
  -- A repeat of this request is answered "matched"; those of the others, "searching" as at first.
  redis.call('HSET', KEYS[1], 'at_once', '1')
  redis.call('ZADD', KEYS[4], entered.due, entered.id)
end

if redis.call('EXISTS', KEYS[1]) == 1 then
  return answer('known')
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now)) do
  searches(id)
end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
if redis.call('ZCARD', KEYS[5]) >= entered.most then
  return {'full'}
end
if sealed() then
  return {'sealed'}
end

redis.call('ZADD', KEYS[5], entered.expires, entered.id)
redis.call('HSET', KEYS[1], 'status', 'searching', 'player_id', entered.player_id,
  'player', entered.player, 'game', entered.game, 'settings', entered.settings,
  'fingerprint', entered.fingerprint, 'expires', entered.expires, 'given', entered.given)
redis.call('ZREMRANGEBYSCORE', KEYS[6], '-inf', now)
if entered.shown ~= '' then
  redis.call('HSET', KEYS[1], 'shown', entered.shown)
  redis.call('ZADD', KEYS[6], entered.expires, entered.id)
end
redis.call('RPUSH', KEYS[3], entered.id)
redis.call('SADD', KEYS[2], entered.player_id)
local ids = searching()
if #ids == entered.seats then
  match(ids)
end
for _, place in ipairs({1, 2, 3, 5, 6}) do
  redis.call('PEXPIRE', KEYS[place], entered.life_ms)
end
return answer('entered')
