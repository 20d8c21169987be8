--[[
  Enter a hook among those of its player, of whom there must be an account.

  KEYS[1]  the player, a hash
  KEYS[2]  its hooks, a hash
  ARGV[1]  the id of the hook
  ARGV[2]  when it is made, ms since the epoch
  ARGV[3]  how many hooks a player may have

  Returns 1; 0 if the player has as many; -1 if there is no such player.
]]

if redis.call('HEXISTS', KEYS[1], 'player') == 0 then
  return -1
end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return 1
end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
