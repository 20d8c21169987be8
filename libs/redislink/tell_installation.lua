--[[
  Tell hooks of the installation what has happened, while there are any.

  KEYS[1]  the hooks of the installation, a hash
  KEYS[2]  what they are told, a stream
  ARGV[1]  how many entries the stream keeps, about
  ARGV     and then of each event its type and its data, JSON

  Returns how many were told.
]]

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
for place = 2, #ARGV, 2 do
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', 'type', ARGV[place], 'data', ARGV[place + 1])
end
return (#ARGV - 1) / 2
