--[[
  End the search of a ticket, unless it has ended. Its id stays in the lists of searching
  tickets; enter_ticket.lua removes it when it comes across it. Who searched is forgotten, but for
  the id: nobody has a use for the name any more.

  KEYS[1]  the ticket, a hash
  KEYS[2]  the tickets that search and that all may see, a sorted set of ids
  ARGV[1]  "cancelled" or "expired"
  ARGV[2]  the channel of the ticket
  ARGV[3]  the prefix of the keys of players' searching tickets
  ARGV[4]  the id of the ticket

  Returns the ticket's fields as {field, value, ...}; {} if it has expired.
]]

if redis.call('HGET', KEYS[1], 'status') == 'searching' then
  redis.call('HSET', KEYS[1], 'status', ARGV[1])
  redis.call('HDEL', KEYS[1], 'player', 'given', 'shown')
  redis.call('ZREM', ARGV[3] .. redis.call('HGET', KEYS[1], 'player_id'), ARGV[4])
  redis.call('ZREM', KEYS[2], ARGV[4])
  redis.call('PUBLISH', ARGV[2], ARGV[1])
end
return redis.call('HGETALL', KEYS[1])
