--[[
  The entries of a pool's ledger that made a player's numbers what they are, the newest first.

  KEYS[1]  the ledger, a stream
  KEYS[2]  the numbers of the pool's players, a hash
  ARGV[1]  the player
  ARGV[2]  the seq of the entry to begin with, "" for that of the player's numbers
  ARGV[3]  the most entries

  Returns the seq of the entry to go on with, 0 if there is none; -1 if the one to begin with is
  none of this player's. And then the lines of the entries. Entries that the ledger does not have
  any more are passed over with all before them.
]]

local function seq_of(numbers)
  local place, seq = 13, 0
  for byte = place, place + 3 do
    seq = seq * 256 + string.byte(numbers, byte)
  end
  return seq
end

local function fields_of(entry)
  local found = {}
  for place = 1, #entry[2], 2 do
    found[entry[2][place]] = entry[2][place + 1]
  end
  return found
end

-- Which place the player has in the entry; nil if it has none.
local function place_in(entry)
  for place, seat in ipairs(cjson.decode(entry.line).seats) do
    if seat[1] == ARGV[1] then
      return place
    end
  end
end

local seq = tonumber(ARGV[2])
if not seq then
  local numbers = redis.call('HGET', KEYS[2], ARGV[1])
  seq = numbers and seq_of(numbers) or 0
end
local answer = {0}
while seq > 0 and #answer <= tonumber(ARGV[3]) do
  local id = string.format('%.0f-0', seq)
  local found = redis.call('XRANGE', KEYS[1], id, id)[1]
  if not found then
    return answer
  end
  local entry = fields_of(found)
  local place = place_in(entry)
  if not place then
    return {-1}
  end
  answer[#answer + 1] = entry.line
  seq = cjson.decode(entry.back)[place]
end
answer[1] = seq
return answer
