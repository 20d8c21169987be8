--[[
  Note that a player is invited to a match, if it has few notes of the sender; notes that have
  expired go, and one of too many: the oldest of the sender who has most. A note that
  is there keeps its sender: the engine may yet refuse another one who invites to the same match.

  KEYS[1]  the player's notes, a hash: match -> "EXPIRES SENDER", and declined:SENDER -> "EXPIRES",
           and inviting:MATCH -> "EXPIRES", in seconds since 1970
  ARGV[1]  the match
  ARGV[2]  the sender
  ARGV[3]  for how many seconds the note is kept
  ARGV[4]  how many notes of a sender there may be
  ARGV[5]  how many notes there may be
  ARGV[6]  seconds until all of them have expired
  ARGV[7]  for how many seconds the invitation may be on its way to the engine

  Returns {"noted"}; {"declined"} if the player takes no invitations of the sender; {"full", the
  matches of the sender's notes, without those of invitations that are on their way}.
]]

local now = tonumber(redis.call('TIME')[1])
local fields = redis.call('HGETALL', KEYS[1])
local notes, count, inviting, owner = {}, {}, {}, ARGV[2]
for place = 1, #fields, 2 do
  local field = fields[place]
  local expires, sender = string.match(fields[place + 1], '^(%d+) ?(.*)$')
  if tonumber(expires) <= now then
    redis.call('HDEL', KEYS[1], field)
  elseif field == 'declined:' .. ARGV[2] then
    return {'declined'}
  elseif field == ARGV[1] then
    owner = sender
  elseif sender ~= '' then
    notes[#notes + 1] = {match = field, expires = tonumber(expires), sender = sender}
    count[sender] = (count[sender] or 0) + 1
  elseif string.sub(field, 1, 9) == 'inviting:' then
    inviting[string.sub(field, 10)] = true
  end
end
if (count[ARGV[2]] or 0) >= tonumber(ARGV[4]) then
  local answer = {'full'}
  for _, note in ipairs(notes) do
    if note.sender == ARGV[2] and not inviting[note.match] then
      answer[#answer + 1] = note.match
    end
  end
  return answer
end
count[owner] = (count[owner] or 0) + 1
if #notes >= tonumber(ARGV[5]) then
  local worst = notes[1]
  for _, note in ipairs(notes) do
    local more = count[note.sender] - count[worst.sender]
    if more > 0 or more == 0 and note.expires < worst.expires then
      worst = note
    end
  end
  redis.call('HDEL', KEYS[1], worst.match)
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', now + ARGV[3], owner))
redis.call('HSET', KEYS[1], 'inviting:' .. ARGV[1], string.format('%.0f', now + ARGV[7]))
redis.call('EXPIRE', KEYS[1], ARGV[6])
return {'noted'}
