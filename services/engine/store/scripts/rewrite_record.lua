--[[
  Write an idempotency record once more, unchanged. A connection that then waits until its
  write is on replicas or disks has waited for all earlier writes, too; without a write of its
  own, some servers would not wait for those of other connections.

  KEYS[1]  the match's idempotency records, a hash
  ARGV[1]  the field of the record

  Returns the record, or false if there is none.
]]

local record = redis.call('HGET', KEYS[1], ARGV[1])
if record then
  redis.call('HSET', KEYS[1], ARGV[1], record)
end
return record
