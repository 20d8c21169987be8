--[[
  Invite a player into a match, over the version that it was decided upon.

  KEYS[1]  the match's hash
  KEYS[2]  its idempotency records, a hash
  ARGV[1]  the version that was read
  ARGV[2]  the prefix of the fields with invitations
  ARGV[3]  the field of this one: the prefix and the player's id
  ARGV[4]  the invitation: "ID SENT UNTIL", times in ms since the epoch; with a fourth word once
           it was declined
  ARGV[5]  now, in ms since the epoch
  ARGV[6]  how many may be pending
  ARGV[7]  how many there may be in all
  ARGV[8]  the field of the idempotency record, "" for none
  ARGV[9]  the idempotency record
  ARGV[10] the notification for the player
  ARGV[11] the player's channel
  ARGV[..] the fields of the players who have a seat: their invitations are not pending

  Returns {"invited"}; {"known", the record} if the key was used; {"changed"} if the match has
  another version; {"pending"} or {"declined"} if the player was invited before, unless that has
  expired; {"full", "pending"} or {"full", "all"}.
]]

local record = ARGV[8] ~= '' and redis.call('HGET', KEYS[2], ARGV[8])
if record then
  redis.call('HSET', KEYS[2], ARGV[8], record)  -- so that WAIT covers it; see rewrite_record.lua
  return {'known', record}
end
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then
  return {'changed'}
end

local seated = {}
for place = 12, #ARGV do
  seated[ARGV[place]] = true
end

-- Return "pending", "declined" or "expired".
local function status(invitation)
  local _, _, untilMs, declined = string.match(invitation, '^(%S+) (%d+) (%d+)(.*)$')
  if declined ~= '' then
    return 'declined'
  end
  return tonumber(untilMs) > tonumber(ARGV[5]) and 'pending' or 'expired'
end

local pending, all = 0, 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then
    local found = status(redis.call('HGET', KEYS[1], field))
    if field == ARGV[3] and found ~= 'expired' then
      return {found}
    end
    all = all + (field == ARGV[3] and 0 or 1)
    pending = pending + (found == 'pending' and not seated[field] and 1 or 0)
  end
end
if pending >= tonumber(ARGV[6]) then
  return {'full', 'pending'}
end
if all >= tonumber(ARGV[7]) then
  return {'full', 'all'}
end

redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[2], ARGV[8], ARGV[9])
  -- The hash may be new, and must not outlive the match.
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl > 0 then
    redis.call('PEXPIRE', KEYS[2], ttl)
  end
end
redis.call('PUBLISH', ARGV[11], ARGV[10])
return {'invited'}
