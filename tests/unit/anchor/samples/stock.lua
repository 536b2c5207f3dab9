local M = {}

-- Weighs.
local function weigh(item)
  return item.weight
end

function M.refill(amount)
  return amount
end

function M:drain()
  self.size = 0
end

M.open = function(name)
  return name
end

local handlers = {
  close = function()
    return nil
  end,
}

return M
