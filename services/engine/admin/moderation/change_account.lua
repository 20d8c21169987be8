--[[
  Change fields of an account, and add the act to its audit.

  KEYS[1]  the account, a hash
  ARGV[1]  one JSON object:
    before  the public part that was read, JSON
    set     an object: the fields that are to be, with their values
    drop    a list of fields that are to be no more
    event   a line of the field `access`, for the player; "" for none
    kept    how many characters of that field are kept
    entry   the entry of the audit: JSON without line breaks

  Returns 1; 0 if the public part is another one by now, or there is no such account.
]]

local given = cjson.decode(ARGV[1])

if redis.call('HGET', KEYS[1], 'player') ~= given.before then
  return 0
end
change_fields(given.set, given.drop)
note_access(given.event, given.kept)
local audit = redis.call('HGET', KEYS[1], 'audit') or ''
redis.call('HSET', KEYS[1], 'audit', audit .. given.entry .. '\n')
return 1
