-- {{< attention-map tokens="The cat sat" mask=causal >}}
local map = require("./map")

-- Quarto gives texts, or inlines in some versions and where another shortcode stands for the value.
local function text(value)
  return type(value) == "string" and value or pandoc.utils.stringify(value)
end

return {
  ["attention-map"] = function(args, kwargs)
    local settings = {}
    for name, value in pairs(kwargs) do settings[name] = text(value) end
    -- Without a value it is a switch: controls, workbench.
    for _, name in ipairs(args) do settings[text(name)] = "" end
    return map.blocks(settings, { id = "", class = "" }, nil, nil)
  end,
}
