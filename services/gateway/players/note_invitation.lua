--[[
  Note that a player is invited to a match, if it has few notes of the sender; notes that have
  expired go, and one of too many: the oldest of the sender who has most. A note that
  is there keeps its sender: the engine may yet refuse another one who invites to the same match.

  KEYS[1]  the player's notes, a hash: match -> "EXPIRES SENDER", and declined:SENDER -> "EXPIRES",
           and inviting:MATCH -> "EXPIRES", in seconds since 1970
  ARGV[1]  one JSON object:
    match           the match
    sender          the sender
    kept_s          for how many seconds the note is kept
    most_of_sender  how many notes of a sender there may be
    most            how many notes there may be
    all_kept_s      seconds until all of them have expired
    inviting_s      for how many seconds the invitation may be on its way to the engine

  Returns {"noted"}; {"declined"} if the player takes no invitations of the sender; {"full", the
  matches of the sender's notes, without those of invitations that are on their way}.
]]

local given = cjson.decode(ARGV[1])

local now = tonumber(redis.call('TIME')[1])
local fields = redis.call('HGETALL', KEYS[1])
local notes, count, inviting, owner = {}, {}, {}, given.sender
for place = 1, #fields, 2 do
  local field = fields[place]
  local expires, sender = string.match(fields[place + 1], '^(%d+) ?(.*)$')
  if tonumber(expires) <= now then
    redis.call('HDEL', KEYS[1], field)
  elseif field == 'declined:' .. given.sender then
    return {'declined'}
  elseif field == given.match then
    owner = sender
  elseif sender ~= '' then
    notes[#notes + 1] = {match = field, expires = tonumber(expires), sender = sender}
    count[sender] = (count[sender] or 0) + 1
  elseif string.sub(field, 1, 9) == 'inviting:' then
    inviting[string.sub(field, 10)] = true
  end
end
if (count[given.sender] or 0) >= given.most_of_sender then
  local answer = {'full'}
  for _, note in ipairs(notes) do
    if note.sender == given.sender and not inviting[note.match] then
      answer[#answer + 1] = note.match
    end
  end
  return answer
end
count[owner] = (count[owner] or 0) + 1
if #notes >= given.most then
  local worst = notes[1]
  for _, note in ipairs(notes) do
    local more = count[note.sender] - count[worst.sender]
    if more > 0 or more == 0 and note.expires < worst.expires then
      worst = note
    end
  end
  redis.call('HDEL', KEYS[1], worst.match)
end
redis.call('HSET', KEYS[1], given.match, string.format('%.0f %s', now + given.kept_s, owner))
redis.call('HSET', KEYS[1], 'inviting:' .. given.match, string.format('%.0f', now + given.inviting_s))
redis.call('EXPIRE', KEYS[1], given.all_kept_s)
return {'noted'}
