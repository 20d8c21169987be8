--[[
  Store changes of matches, each only over the version it was computed from. State, log,
  idempotency record and notifications of a match belong together: all or none. Matches are
  independent of each other; in a cluster, where their slots differ, each is a call of its own.

  KEYS, five for each match, and then the lists that some of the changes enter or leave:
    the match's hash; its name is the match's channel, too
    its log, a list with one entry per version
    its idempotency records, a hash
    its requests for a rematch, a hash (only its expiry changes here)
    its snapshots, a list; see engine.store.snapshots
  ARGV, for each match the number of values that follow, and then
    [1]  the version that the change was computed from; 0 creates
    [2]  the head of the log at that version; "" creates
    [3]  the version after the change
    [4]  the head of the log then
    [5]  the game's id
    [6]  the match, packed JSON
    [7]  milliseconds until the match expires unless it changes again
    [8]  the field of the idempotency record, "" for none
    [9]  the idempotency record
    [10] the notification for the players
    [11] the number of channels of players that follow
    [12] the number of snapshots that follow those
    [13] the number of snapshots that the list must have before
    [14] the commands that enter the match into lists: JSON, "" for none
    [15] the commands that take it out of lists that it has left: the same
    [16] the ids of the players whose names the match has; see remove_name.lua
    [..] the channels, the snapshots, and then the log entries, one per version added

  Returns for each match "saved"; "conflict VERSION", the stored one, if another change came
  first, or one of the names was removed; "known RECORD" if the idempotency key was used;
  "damaged" if the log is shorter than the version, as when Redis evicts; or an error of Redis.
  A string each: Redis before 7 sends each list inside a list by a system call of its own.
]]

-- The expiry is renewed once a 32nd of the time has passed: most moves need not write it.
local PARTS = 32

-- Reading the clock before writing is allowed: since Redis 5 the effects of a script are
-- replicated, not the script.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Whether a list has so many items. An imported match has no snapshots, and after a gap none are
-- added, until all of them are recomputed.
local function is_next(list, length)
  return (length == 0 or redis.call('LINDEX', list, length - 1))
    and not redis.call('LINDEX', list, length)
end

-- Whether a match is computed from one that had a name that was removed since.
local function has_any(names, gone)
  for id in string.gmatch(gone or '', '%S+') do
    if string.find(names, id, 1, true) then
      return true
    end
  end
  return false
end

local function run(commands)
  if commands ~= '' then
    for _, command in ipairs(cjson.decode(commands)) do
      redis.call(unpack(command))
    end
  end
end

local function save(keys, args)
  -- The record comes before the version: a repeat gets its first answer, not a conflict.
  local keyed = args[8] ~= ''
  if keyed then
    local record = redis.call('HGET', keys[3], args[8])
    if record then
      redis.call('HSET', keys[3], args[8], record)  -- so that WAIT covers it; see rewrite_record.lua
      return 'known ' .. record
    end
  end

  -- After Redis was restored, or a replica promoted, another change may have got the same
  -- version: only the heads differ.
  local stored = redis.call('HMGET', keys[1], 'version', 'head', 'until', 'gone')
  if (stored[1] or '0') ~= args[1] or (stored[2] or '') ~= args[2]
    or has_any(args[16], stored[4]) then
    return 'conflict ' .. (stored[1] or '0')
  end
  if redis.call('LLEN', keys[2]) < tonumber(args[1]) then
    return 'damaged'
  end

  -- Before the match, should one of them fail: an entry too many does no harm.
  run(args[14])
  redis.call('HSET', keys[1], 'version', args[3], 'head', args[4], 'game', args[5],
    'match', args[6])
  local channels = 16 + tonumber(args[11])
  local snapshots = channels + tonumber(args[12])
  for entry = snapshots + 1, #args do
    redis.call('RPUSH', keys[2], args[entry])
  end
  if keyed then
    redis.call('HSET', keys[3], args[8], args[9])
  end

  local life = tonumber(args[7])
  -- Before the first snapshot of a match there can only be those of an expired one of the same id.
  if args[1] == '0' or (snapshots > channels and args[13] == '0') then
    redis.call('UNLINK', keys[5])
  end
  if snapshots > channels and is_next(keys[5], tonumber(args[13])) then
    for snapshot = channels + 1, snapshots do
      redis.call('RPUSH', keys[5], args[snapshot])
    end
    redis.call('PEXPIRE', keys[5], life)
  end
  -- abs, since the end may come nearer: a match that has ended is kept for less time.
  if math.abs(now + life - (stored[3] or 0)) > life / PARTS then
    redis.call('HSET', keys[1], 'until', string.format('%.0f', now + life))
    for _, key in ipairs(keys) do
      redis.call('PEXPIRE', key, life)
    end
  -- The hash of records may be new, and have no expiry yet.
  elseif keyed then
    redis.call('PEXPIRE', keys[3], life)
  end

  redis.call('PUBLISH', keys[1], table.concat({args[3], args[4], args[1], args[2]}, ' '))
  for channel = 17, channels do
    redis.call('PUBLISH', args[channel], args[10])
  end
  run(args[15])
  return 'saved'
end

local answers, match, at = {}, 0, 1
while at <= #ARGV do
  match = match + 1
  local count = tonumber(ARGV[at])
  local keys = {unpack(KEYS, match * 5 - 4, match * 5)}
  local args = {}
  for place = 1, count do  -- Lua cannot unpack the many entries of an imported match
    args[place] = ARGV[at + place]
  end
  -- Redis takes nothing back: an error that ends the script would hide that the matches before this
  -- one are stored.
  local done, answer = pcall(save, keys, args)
  if not done then
    answer = redis.error_reply(type(answer) == 'table' and answer.err or tostring(answer))
  end
  answers[match], at = answer, at + 1 + count
end
return answers
