--[[
  Store "gone" in place of a player's name in a match, which keeps its version: neither state nor
  log say anything else than before, and names are no part of what the log's hashes are made of.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its snapshots; they have the name, and are recomputed from the log when needed
  KEYS[4]  its requests for a rematch, a hash
  ARGV[1]  one JSON object:
    version  the version that was read
    head     the head of the log at that version
    player   the id of the player
    seat     the seat of the player, "" for none: its request for a rematch is withdrawn
  ARGV[2]  the match without the name, packed JSON
  ARGV[..] pairs: the place of a log entry with the name, and the entry without it

  Returns 1, or 0 if the match has changed since it was read.
]]

local given = cjson.decode(ARGV[1])

local stored = redis.call('HMGET', KEYS[1], 'version', 'head', 'gone')
if stored[1] ~= given.version or stored[2] ~= given.head then
  return 0
end
local gone = stored[3] or ''
if not string.find(gone, given.player, 1, true) then
  -- For engines that still have the name in memory; see save_matches.lua.
  redis.call('HSET', KEYS[1], 'gone', gone .. given.player .. ' ')
end
redis.call('HSET', KEYS[1], 'match', ARGV[2])
-- For the archive; see touch_match.lua.
local touched = redis.call('HGET', KEYS[1], 'touched')
if touched then
  redis.call('HSET', KEYS[1], 'touched', touched + 1)
end
for place = 3, #ARGV, 2 do
  redis.call('LSET', KEYS[2], ARGV[place], ARGV[place + 1])
end
redis.call('UNLINK', KEYS[3])
if given.seat ~= '' then
  redis.call('HDEL', KEYS[4], given.seat)
end
return 1
