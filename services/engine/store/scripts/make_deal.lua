--[[
  Store a deal, unless there is one of its id.

  KEYS[1]  the deal, a hash
  ARGV[1]  JSON: until (when it expires, ms since the epoch)
  ARGV[2..]  its fields and their values

  Returns the values that are stored of made_with, game, template and fingerprint.
]]

if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', cjson.decode(ARGV[1])['until']))
end
return redis.call('HMGET', KEYS[1], 'made_with', 'game', 'template', 'fingerprint')
