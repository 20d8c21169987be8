--[[
  Note that matches were tallied, each with what its `ratings` say, and tell the followers of those
  that are rated.

  KEYS     the matches' hashes
  ARGV, for each match the number of values that follow, and then
    [1]  the field `tallied`, see redislink.ratings; "" leaves it as it is
    [2]  the message for the match's channel, "" for none
    [3]  "1" if matches are archived
    [4]  "1" if the match was counted for its players

  Returns for each match "tallied"; "archived" if the archive has it without this, and nothing was
  noted: it must be archived once more; "gone" if there is none; or an error of Redis.
]]

local function mark(key, tallied, message, archiving, counted)
  local stored = redis.call('HMGET', key, 'version', 'archived', 'tallied', 'touched', 'counted')
  if not stored[1] then
    return 'gone'
  end
  local said = tallied == '' or stored[3] == tallied
  if said and (stored[5] or not counted) then
    return 'tallied'
  end
  if archiving and stored[2] == '1' then
    return 'archived'
  end
  if not said then
    redis.call('HSET', key, 'tallied', tallied)
  end
  if counted then
    redis.call('HSET', key, 'counted', '1')
  end
  if archiving then  -- for whoever is just archiving it; see mark_archived.lua
    redis.call('HSET', key, 'touched', (stored[4] or 0) + 1)
  end
  if not said and message ~= '' then
    redis.call('PUBLISH', key, message)
  end
  return 'tallied'
end

local answers, at = {}, 1
for match, key in ipairs(KEYS) do
  local flags = {ARGV[at + 3] == '1', ARGV[at + 4] == '1'}
  local done, answer = pcall(mark, key, ARGV[at + 1], ARGV[at + 2], flags[1], flags[2])
  if not done then
    answer = redis.error_reply(type(answer) == 'table' and answer.err or tostring(answer))
  end
  answers[match], at = answer, at + 1 + tonumber(ARGV[at])
end
return answers
