--[[
  Note that matches were tallied, each with what its `ratings` say, and tell the followers of those
  that are rated.

  KEYS     the matches' hashes
  ARGV, for each match the number of values that follow, and then
    [1]  the field `tallied`, see redislink.ratings
    [2]  the message for the match's channel, "" for none
    [3]  "1" if matches are archived

  Returns for each match "tallied"; "archived" if the archive has it without this, and nothing was
  noted: it must be archived once more; "gone" if there is none; or an error of Redis.
]]

local function mark(key, tallied, message, archiving)
  local stored = redis.call('HMGET', key, 'version', 'archived', 'tallied', 'touched')
  if not stored[1] then
    return 'gone'
  end
  if stored[3] == tallied then
    return 'tallied'
  end
  if archiving and stored[2] == '1' then
    return 'archived'
  end
  redis.call('HSET', key, 'tallied', tallied)
  if archiving then  -- for whoever is just archiving it; see mark_archived.lua
    redis.call('HSET', key, 'touched', (stored[4] or 0) + 1)
  end
  if message ~= '' then
    redis.call('PUBLISH', key, message)
  end
  return 'tallied'
end

local answers, at = {}, 1
for match, key in ipairs(KEYS) do
  local done, answer = pcall(mark, key, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3] == '1')
  if not done then
    answer = redis.error_reply(type(answer) == 'table' and answer.err or tostring(answer))
  end
  answers[match], at = answer, at + 1 + tonumber(ARGV[at])
end
return answers
