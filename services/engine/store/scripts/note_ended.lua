--[[
  Note what has come of matches of tournaments, until the logs of these have it. What was noted
  before stays.

  KEYS     for each match two: the hash of its tournament, and that of its ended matches
  ARGV, for each match the number of values that follow, and then
    [1]  its field, ROUND:TABLE:LEG
    [2]  what has come of it, JSON

  Returns for each "noted"; "gone" if there is no such tournament; or an error of Redis.
]]

local function note(tournament, ended, field, found)
  if redis.call('EXISTS', tournament) == 0 then
    return 'gone'
  end
  if redis.call('HEXISTS', ended, field) == 0 then
    redis.call('HSET', ended, field, found)
  end
  return 'noted'
end

local answers = {}
for match = 1, #KEYS / 2 do
  local at = 3 * match - 2
  local done, answer = pcall(note, KEYS[2 * match - 1], KEYS[2 * match], ARGV[at + 1], ARGV[at + 2])
  if not done then
    answer = redis.error_reply(type(answer) == 'table' and answer.err or tostring(answer))
  end
  answers[match] = answer
end
return answers
