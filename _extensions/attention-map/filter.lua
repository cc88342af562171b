-- A fenced div or a code block of class attention-map. A div holds what readers without scripts get; a code block, JSON data.
local map = require("./map")

local CLASS = "attention-map"

local function settings_of(element)
  local settings = {}
  for name, value in pairs(element.attributes) do settings[name] = value end
  return settings
end

-- Other classes are the page's (a column, say), and go to the figure.
local function place_of(element)
  local classes = element.classes:filter(function(class) return class ~= CLASS end)
  return { id = element.identifier, class = table.concat(classes, " ") }
end

local function div(element)
  if not element.classes:includes(CLASS) then return nil end
  return map.blocks(settings_of(element), place_of(element), element.content, nil)
end

local function code_block(element)
  if not element.classes:includes(CLASS) then return nil end
  local settings = settings_of(element)
  -- Where nothing else is said, the numbers themselves are what can be printed.
  local blocks = nil
  local says = settings.picture or settings.alt or settings.caption
  if not says and not quarto.doc.is_format("html:js") then
    blocks = pandoc.List({ pandoc.CodeBlock(element.text) })
  end
  return map.blocks(settings, place_of(element), blocks, element.text)
end

return { { Div = div, CodeBlock = code_block } }
