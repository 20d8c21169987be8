--[[
  Store snapshots of a match that were computed from its log; see engine.store.snapshots.

  KEYS[1]  the match's hash
  KEYS[2]  its log
  KEYS[3]  its snapshots, a list
  ARGV[1]  the number of snapshots that there are
  ARGV[2]  the version of the last of them, 0 for none
  ARGV[3]  the last of them, "" for none
  ARGV[4]  the number of log entries that follow: those after that version
  ARGV[..] the log entries, and then the snapshots that follow from them

  Returns the number of snapshots stored: none unless all of this is still what is stored, so
  that a snapshot never outlives its log when Redis is restored.
]]

local place, version, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])

local ttl = redis.call('PTTL', KEYS[1])
local last = place > 0 and redis.call('LINDEX', KEYS[3], place - 1) or ''
if ttl == -2 or last ~= ARGV[3] or redis.call('LINDEX', KEYS[3], place) then
  return 0
end
local entries = redis.call('LRANGE', KEYS[2], version, version + count - 1)
for number = 1, count do
  if entries[number] ~= ARGV[4 + number] then
    return 0
  end
end

for snapshot = 5 + count, #ARGV do
  redis.call('RPUSH', KEYS[3], ARGV[snapshot])
end
if ttl > 0 then
  redis.call('PEXPIRE', KEYS[3], ttl)
end
return #ARGV - 4 - count
