-- What wrk sends for bench/guidance: new guests at new addresses, with different words or topics (the first argument says
-- which), and a check of every answer.
local struggles = {
  "I cannot sleep, my thoughts race about the exam tomorrow and I am so tired.",
  "My mother died in spring and the house is too quiet without her.",
  "I lost my work and I do not know how to pay the rent this month.",
  "My brother has not spoken to me since the wedding and I am to blame.",
  "I keep going back to the bottle every evening and I hate myself for it.",
  "the doctor says we must wait for the results and every day is long",
}
local topics = { "anxiety", "grief", "finances", "family-conflict", "addiction", "waiting" }
local count, seed = 0, os.time()
local threads = {}
bad = 0

-- Each thread has variables of its own; `done` asks for theirs.
setup = function(thread)
  table.insert(threads, thread)
end

done = function()
  local all = 0
  for _, thread in ipairs(threads) do
    all = all + thread:get("bad")
  end
  io.write("not good: ", all, "\n")
end

local by_words
init = function(arguments)
  by_words = arguments[1] == "words"
end

request = function()
  count = count + 1
  local n = seed * 7919 + count * 104729
  local address = string.format("10.%d.%d.%d", math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)
  local headers = {
    ["Content-Type"] = "application/json",
    ["Sec-Fetch-Site"] = "same-origin",
    ["X-Time-Zone"] = "America/New_York",
    ["X-Forwarded-For"] = address,
  }
  local body = by_words and '{"struggle":"' .. struggles[count % #struggles + 1] .. '"}'
    or '{"topicId":"' .. topics[count % #topics + 1] .. '"}'
  return wrk.format("POST", "/api/guidance", headers, body)
end

response = function(status, headers, body)
  if status ~= 200 or not string.find(body, '"topic":{"id":"', 1, true) then
    bad = bad + 1
    if bad < 4 then io.stderr:write("not counted as good: ", status, " ", string.sub(body, 1, 120), "\n") end
  end
end
