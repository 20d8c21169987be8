--[[
  Drop the seals of some players of a tournament that is over: nobody makes a match with them.

  KEYS[1]  its players, a hash: player -> JSON
  ARGV     players

  Returns nothing.
]]

for _, player in ipairs(ARGV) do
  local says = redis.call('HGET', KEYS[1], player)
  -- Not read as JSON: an empty list would be written as an object. In a name, quotes are escaped.
  local without, found = string.gsub(says or '', '"seals": %b[]', '"seals": []')
  if found > 0 then
    redis.call('HSET', KEYS[1], player, without)
  end
end
