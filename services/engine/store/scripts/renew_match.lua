--[[
  Keep a match for longer, without a change: all of its keys or none.

  KEYS     the match's hash, its log, its idempotency records, its requests for a rematch,
           its snapshots
  ARGV[1]  milliseconds until it expires unless it changes

  Returns nothing.
]]

for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[1])
end
