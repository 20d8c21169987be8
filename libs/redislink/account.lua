--[[
  What several scripts do with an account, the hash KEYS[1]: see redislink.script.
]]

-- Set the fields of the object `set`, and remove those of the list `drop`.
local function change_fields(set, drop)
  for field, value in pairs(set) do
    redis.call('HSET', KEYS[1], field, value)
  end
  for _, field in ipairs(drop) do
    redis.call('HDEL', KEYS[1], field)
  end
end

-- Add a line to the field `access`, of which the last `kept` characters stay; '' is no line.
local function note_access(line, kept)
  if line == '' then
    return
  end
  local lines = (redis.call('HGET', KEYS[1], 'access') or '') .. line .. '\n'
  while #lines > kept do
    lines = string.gsub(lines, '^[^\n]*\n', '', 1)
  end
  redis.call('HSET', KEYS[1], 'access', lines)
end

-- The number of tokens that are good at the time `now`, the fields of those that are not any more,
-- and the field of the session that was not used for longest: the one that expires soonest.
local function tokens_at(now)
  local fields, good, ended = redis.call('HGETALL', KEYS[1]), 0, {}
  local idle, idle_until
  for place = 1, #fields, 2 do
    if string.sub(fields[place], 1, 6) == 'token:' then
      local expires = cjson.decode(fields[place + 1]).expireTime
      if expires and expires <= now then
        ended[#ended + 1] = fields[place]
      else
        good = good + 1
        if expires and (not idle or expires < idle_until) then
          idle, idle_until = fields[place], expires
        end
      end
    end
  end
  return good, ended, idle
end
