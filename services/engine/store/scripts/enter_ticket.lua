--[[
  Store a searching ticket, or have one search again, or once that has ended, the next one of its
  player. If it completes a match, the players are matched, each with their oldest ticket that still
  searches.

  No two players are matched of whom one has blocked the other, nor, in a rated match, whose ratings
  are further apart than the windows of both allow. So more may search than a match takes: those
  search again. Of the players who fit, the oldest tickets come first.

  KEYS[1]  the ticket, a hash
  KEYS[2]  the players that search with these settings, a set
  KEYS[3]  the searching tickets of this player, a list of ids, oldest first
  KEYS[4]  the tickets whose match may be missing, a sorted set: one ticket's id for each
           match -> when the match is due, ms since the epoch
  KEYS[5]  the player's tickets that search, whatever their settings, a sorted set: id -> when it
           expires, ms since the epoch
  KEYS[6]  the tickets that search and that all may see, a sorted set: id -> when it expires
  KEYS[7]  the tickets that are to search again, a sorted set: id -> when, ms since the epoch
  KEYS[8]  whom the player does not want to meet, a set
  ARGV[1]  one JSON object:
    again        true if the ticket is there already; then it needs nothing of the second block
    id           the id of the ticket
    player_id    the id of its player
    seats        the number of players in the match
    match        the id of the match, should the ticket complete it
    now          now, ms since the epoch
    tickets      the prefix of the keys of all tickets: those of other players' tickets are known
                 only in here, and lie in the same slot
    channels     the prefix of the channels of all tickets
    due          when another engine may create the match, unless it is marked as made by then
    of_player    the prefix of the keys of players' searching tickets, of which KEYS[5] is one
    unwanted     the prefix of the keys of whom players do not want to meet, of which KEYS[8] is one
    every_ms     how long until a ticket searches again
    window       how far a rating may be from another one at first; only in a rated match
    wider        by how much the window grows whenever a ticket searches again

    player       its player, JSON
    game         its game
    settings     the settings of its match, JSON
    fingerprint  the fingerprint of the request, "" without an idempotency key
    expires      when the ticket expires, ms since the epoch
    life_ms      milliseconds until all these keys expire
    most         how many tickets of a player may search
    given        what the player gives to the deal, JSON
    shown        what all may see of the ticket, JSON; "" for nothing
    blocked      the ids of those whom the player has blocked, if there are any
    blocked_ms   milliseconds until they are forgotten
    rating       the player's rating; only in a rated match

  Returns {"entered", field, value, ...} with the ticket's fields, or {"known",
  field, value, ...} if the ticket existed before, or {"full"} if too many search, or {"sealed"}
  if another player searches for the same with the same seal. Of a ticket that searches again
  {"matched", id} with that which has completed a match, else {"waits"}.
]]

local entered = cjson.decode(ARGV[1])

local now = entered.now

-- So many pairs are compared at most: players who block each other must not hold up all others.
local MOST_COMPARED = 2000
-- A search looks at so many players, drawn by lot from more: those who are there since nobody fits
-- them must not make each search dearer.
local MOST_LOOKED_AT = 150
-- Where more than these do not fit, each of them searches the more seldom: all of them together must
-- not keep Redis busy.
local CROWD = 50

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

-- When the ticket expires, if it still searches; one whose time is over is marked as expired.
local function searching(id)
  local ticket = entered.tickets .. id
  local found = redis.call('HMGET', ticket, 'status', 'expires')
  if found[1] ~= 'searching' then
    return nil
  end
  local expires = tonumber(found[2])
  if expires > now then
    return expires
  end
  redis.call('HSET', ticket, 'status', 'expired')
  forget(ticket)
  redis.call('ZREM', KEYS[6], id)
  redis.call('PUBLISH', entered.channels .. id, 'expired')
  return nil
end

-- The oldest ticket of a player that still searches; those before it are removed.
local function oldest(player)
  local tickets = tickets_of(player)
  local id = redis.call('LINDEX', tickets, 0)
  while id do
    local expires = searching(id)
    if expires then
      local ticket = {id = id, player = player, expires = expires}
      if entered.window then
        local rated = redis.call('HMGET', entered.tickets .. id, 'rating', 'since')
        ticket.rating, ticket.since = tonumber(rated[1]), tonumber(rated[2])
      end
      return ticket
    end
    redis.call('LPOP', tickets)
    id = redis.call('LINDEX', tickets, 0)
  end
  return nil
end

local function is_older(one, other)
  if one.expires == other.expires then
    return one.id < other.id
  end
  return one.expires < other.expires
end

-- The oldest ticket of each other player that searches and is looked at, the oldest of all first.
local function others()
  local found = {}
  for _, player in ipairs(redis.call('SRANDMEMBER', KEYS[2], MOST_LOOKED_AT + 1)) do
    if player ~= entered.player_id then
      local ticket = oldest(player)
      if ticket then
        table.insert(found, ticket)
      else
        redis.call('SREM', KEYS[2], player)
      end
    end
  end
  if #found > 1 then
    table.sort(found, is_older)
  end
  return found
end

-- Asked of Redis for each pair, and not read with the tickets: it may be 500 ids a player.
local function blocks(one, other)
  return redis.call('SMISMEMBER', entered.unwanted .. one.player, other.player)[1] == 1
end

local function window_of(ticket)
  return entered.window + entered.wider * math.max(0, math.floor((now - ticket.since) / entered.every_ms))
end

local function fit(one, other)
  if entered.window then
    local apart = math.abs(one.rating - other.rating)
    if apart > window_of(one) or apart > window_of(other) then
      return false
    end
  end
  return not blocks(one, other) and not blocks(other, one)
end

-- Complete the `chosen` tickets by some of `found` from a place on, so that all of them fit; the
-- first in the order of `found` for which that can be.
local compared = 0
local function complete(chosen, found, from)
  if #chosen == entered.seats then
    return true
  end
  for place = from, #found - (entered.seats - #chosen) + 1 do
    local fits = true
    for _, each in ipairs(chosen) do
      compared = compared + 1
      if compared > MOST_COMPARED then
        return false
      end
      if not fit(each, found[place]) then
        fits = false
        break
      end
    end
    if fits then
      table.insert(chosen, found[place])
      if complete(chosen, found, place + 1) then
        return true
      end
      table.remove(chosen)
    end
  end
  return false
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
        if searching(id) and redis.call('HGET', entered.tickets .. id, 'given') == entered.given then
          return true
        end
      end
    end
  end
  return false
end

local function match(chosen)
  local players, given, ids = {}, {}, {}
  for place, each in ipairs(chosen) do
    ids[place] = each.id
    players[place], given[place] =
      unpack(redis.call('HMGET', entered.tickets .. each.id, 'player', 'given'))
  end
  for _, each in ipairs(chosen) do
    redis.call('ZREM', entered.of_player .. each.player, each.id)
    redis.call('ZREM', KEYS[6], each.id)
    redis.call('HSET', entered.tickets .. each.id, 'status', 'matched', 'match', entered.match,
      'players', '[' .. table.concat(players, ',') .. ']', 'tickets', table.concat(ids, ' '),
      'given_by', '[' .. table.concat(given, ',') .. ']')
    forget(entered.tickets .. each.id)
  end
  redis.call('ZADD', KEYS[4], entered.due, ids[1])
end

-- Match this ticket, which is its player's oldest, and return whether that could be; else have it
-- search again, if that may help: windows grow, and where an older ticket of a player does not fit,
-- the next one may.
local function search(ticket)
  local found = others()
  local enough = #found >= entered.seats - 1
  local chosen = {ticket}
  if enough and complete(chosen, found, 1) then
    match(chosen)
    return true
  end
  if entered.window or enough then
    -- A window grows in time, so it is looked at in time.
    local since = ticket.since or now
    local times = math.max(0, math.floor((now - since) / entered.every_ms))
    local pause = math.max(1, math.ceil(#found / CROWD))
    redis.call('ZADD', KEYS[7], since + entered.every_ms * (times + pause), ticket.id)
    redis.call('HSET', entered.tickets .. ticket.id, 'wish', KEYS[2])
  end
  return false
end

if entered.again then
  local ticket = oldest(entered.player_id)
  if not ticket or ticket.id ~= entered.id then
    redis.call('ZREM', KEYS[7], entered.id)
  end
  if ticket and search(ticket) then
    return {'matched', ticket.id}
  end
  return {'waits'}
end

if redis.call('EXISTS', KEYS[1]) == 1 then
  return answer('known')
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now)) do
  searching(id)
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
local new = {id = entered.id, player = entered.player_id, expires = entered.expires}
redis.call('UNLINK', KEYS[8])
if entered.blocked then
  redis.call('SADD', KEYS[8], unpack(entered.blocked))
  redis.call('PEXPIRE', KEYS[8], entered.blocked_ms)
end
if entered.window then
  new.rating, new.since = entered.rating, now
  redis.call('HSET', KEYS[1], 'rating', entered.rating, 'since', now)
end
redis.call('SADD', KEYS[2], entered.player_id)
-- A further ticket of a player is for a further match: nobody fits it who does not fit the oldest.
local is_first = redis.call('RPUSH', KEYS[3], entered.id) == 1
if (is_first or oldest(entered.player_id).id == entered.id) and search(new) then
  -- A repeat of this request is answered "matched"; those of the others, "searching" as at first.
  redis.call('HSET', KEYS[1], 'at_once', '1')
end
for _, place in ipairs({1, 2, 3, 5, 6}) do
  redis.call('PEXPIRE', KEYS[place], entered.life_ms)
end
return answer('entered')
