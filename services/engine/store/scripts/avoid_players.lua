--[[
  Note whom a player who searches does not want to meet, in place of what was noted before.

  KEYS[1]  whom the player does not want to meet, a set
  ARGV[1]  milliseconds until they are forgotten: no ticket searches for longer
  ARGV[2..] the ids of those whom it has blocked
]]

redis.call('UNLINK', KEYS[1])
if #ARGV > 1 then
  redis.call('SADD', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
