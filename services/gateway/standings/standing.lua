--[[
  How players stand in pools, of which each item is one player in one pool.

  KEYS     of each item: the board, and the numbers of the pool's players
  ARGV     of each item: 1, the number of its arguments, and the player

  Returns for each item a list: the player's numbers, "" without any; how many players have more
  points, -1 if it is not on the board; and how many are on the board.
]]

local answers = {}
for item = 1, #KEYS / 2 do
  local board, numbers, id = KEYS[2 * item - 1], KEYS[2 * item], ARGV[2 * item]
  local points = redis.call('ZSCORE', board, id)
  local above = points and redis.call('ZCOUNT', board, '(' .. points, '+inf') or -1
  answers[item] = {redis.call('HGET', numbers, id) or '', above, redis.call('ZCARD', board)}
end
return answers
