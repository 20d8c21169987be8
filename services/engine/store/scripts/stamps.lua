--[[
  What tells the current version of each match from all others.

  KEYS  the matches' hashes

  Returns for each {version, head, names that were removed, what it says of ratings}, each false if
  there is none; or an error of Redis.
]]

local answers = {}
for match, key in ipairs(KEYS) do
  answers[match] = redis.pcall('HMGET', key, 'version', 'head', 'gone', 'tallied')
end
return answers
