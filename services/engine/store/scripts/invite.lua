--[[
  Invite a player into a match, over the version that it was decided upon.

  KEYS[1]  the match's hash
  KEYS[2]  its idempotency records, a hash
  ARGV[1]  one JSON object:
    version       the version that was read
    prefix        the prefix of the fields with invitations
    field         the field of this one: the prefix and the player's id
    invitation    the invitation: "ID SENT UNTIL", times in ms since the epoch; with a fourth word
                  once it was declined
    now           now, in ms since the epoch
    most_pending  how many may be pending
    most          how many there may be in all
    key           the field of the idempotency record, "" for none
    record        the idempotency record
    notification  the notification for the player
    channel       the player's channel
    seated        a list, the fields of the players who have a seat: their invitations are not pending

  Returns {"invited"}; {"known", the record} if the key was used; {"changed"} if the match has
  another version; {"pending"} or {"declined"} if the player was invited before, unless that has
  expired; {"full", "pending"} or {"full", "all"}.
]]

local given = cjson.decode(ARGV[1])

local record = given.key ~= '' and redis.call('HGET', KEYS[2], given.key)
if record then
  redis.call('HSET', KEYS[2], given.key, record)  -- so that WAIT covers it; see rewrite_record.lua
  return {'known', record}
end
if redis.call('HGET', KEYS[1], 'version') ~= given.version then
  return {'changed'}
end

local seated = {}
for _, field in ipairs(given.seated) do
  seated[field] = true
end

-- Return "pending", "declined" or "expired".
local function status(invitation)
  local _, _, untilMs, declined = string.match(invitation, '^(%S+) (%d+) (%d+)(.*)$')
  if declined ~= '' then
    return 'declined'
  end
  return tonumber(untilMs) > given.now and 'pending' or 'expired'
end

local pending, all = 0, 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #given.prefix) == given.prefix then
    local found = status(redis.call('HGET', KEYS[1], field))
    if field == given.field and found ~= 'expired' then
      return {found}
    end
    all = all + (field == given.field and 0 or 1)
    pending = pending + (found == 'pending' and not seated[field] and 1 or 0)
  end
end
if pending >= given.most_pending then
  return {'full', 'pending'}
end
if all >= given.most then
  return {'full', 'all'}
end

redis.call('HSET', KEYS[1], given.field, given.invitation)
if given.key ~= '' then
  redis.call('HSET', KEYS[2], given.key, given.record)
  -- The hash may be new, and must not outlive the match.
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl > 0 then
    redis.call('PEXPIRE', KEYS[2], ttl)
  end
end
redis.call('PUBLISH', given.channel, given.notification)
return {'invited'}
