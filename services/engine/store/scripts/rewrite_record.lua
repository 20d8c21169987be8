--[[
  What is remembered under an idempotency key, stored once more: so whoever waits until what
  they have written is on replicas or disks waits for all that was written before. Servers
  differ in whether they would wait for what others wrote.

  KEYS[1]  the match's idempotency records, a hash
  ARGV[1]  the field

  Returns the record, or false when there is none.
]]

local record = redis.call('HGET', KEYS[1], ARGV[1])
if record then
  redis.call('HSET', KEYS[1], ARGV[1], record)
end
return record
