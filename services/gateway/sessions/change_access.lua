--[[
  Change the ways into an account, if what was read of them is still so, and note what was done.

  KEYS[1]  the player, a hash
  ARGV[1]  one JSON object:
    before  an object: fields with the values that they must have, "" for none
    set     an object: the fields that are to be, with their values
    prefix  what begins the names of the fields that may be `most`, with the new one
    most    how many of them; 0 for any number
    event   a line of the field `access`; "" for none
    kept    how many characters of that field are kept

  Returns "gone" if there is no such player, "changed", "full", or "stored".
]]

local given = cjson.decode(ARGV[1])

if redis.call('HEXISTS', KEYS[1], 'player') == 0 then
  return 'gone'
end
for field, value in pairs(given.before) do
  if (redis.call('HGET', KEYS[1], field) or '') ~= value then
    return 'changed'
  end
end
if given.most > 0 then
  local fields, found = redis.call('HGETALL', KEYS[1]), 0
  for place = 1, #fields, 2 do
    found = found + (string.sub(fields[place], 1, #given.prefix) == given.prefix and 1 or 0)
  end
  if found >= given.most then
    return 'full'
  end
end
change_fields(given.set, {})
note_access(given.event, given.kept)
return 'stored'
