-- Whether `one` comes before `other` on the board. By bytes, as in sorted sets: the order of Lua's
-- own comparison is that of the server's locale.
local function is_before(one, other)
  for place = 1, math.min(#one, #other) do
    local left, right = string.byte(one, place), string.byte(other, place)
    if left ~= right then
      return left > right
    end
  end
  return #one > #other
end
