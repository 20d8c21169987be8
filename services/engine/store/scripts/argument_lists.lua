-- A function that reads the next list among the arguments, of which the first begins at ARGV[at] with
-- its number, and returns what `read` returns of each of its items; false for what there is not.
local function lists_from(at)
  return function(read)
    local answers, count = {}, tonumber(ARGV[at])
    for place = 1, count do
      answers[place] = read(ARGV[at + place]) or false
    end
    at = at + count + 1
    return answers
  end
end
