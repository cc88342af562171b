-- The tag <attention-map> as blocks of Pandoc's: alive where scripts run, and its author's picture or words elsewhere.
local map = {}

local VERSION = "0.1.0"
-- The script with every view, and the smaller one with some; a page has one of them.
local EVERY = "attention-map-all.js"
local EVERYDAY = "attention-map.js"
-- What the smaller one draws, and attributes that it does not know.
local EVERYDAY_VIEWS = { map = true, heads = true, stages = true }
local NOT_EVERYDAY = { "drop", "workbench" }

-- What is said about the map; every other name is an attribute of the tag.
local ABOUT = { picture = true, caption = true }

local ESCAPES = {
  ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;",
}

local function escaped(text)
  return (text:gsub("[&<>\"']", ESCAPES))
end

-- Whether a name may be written as an attribute: nothing that ends the tag, nothing that is a program.
local function is_attribute(name)
  return name:match("^%l[%l%d-]*$") ~= nil and not name:match("^on") and name ~= "style"
end

-- Where it says something: ` name="value"`.
local function attribute(name, value)
  return value ~= "" and " " .. name .. '="' .. escaped(value) .. '"' or ""
end

-- `settings` as attributes, in alphabetical order, so that the same source gives the same page.
local function attributes(settings)
  local names = {}
  for name in pairs(settings) do
    if not ABOUT[name] then
      if not is_attribute(name) then
        error("attention-map: '" .. name .. "' is no attribute of the tag", 0)
      end
      table.insert(names, name)
    end
  end
  table.sort(names)
  local written = {}
  for _, name in ipairs(names) do
    table.insert(written, " " .. name .. '="' .. escaped(settings[name]) .. '"')
  end
  return table.concat(written)
end

local function has_file(name)
  local file = io.open(quarto.utils.resolve_path(name))
  if file then file:close() end
  return file ~= nil
end

-- What of the settings only the script with every view can show; nil for nothing.
local function beyond_everyday(settings)
  if settings.view and not EVERYDAY_VIEWS[settings.view] then return "view=" .. settings.view end
  for _, name in ipairs(NOT_EVERYDAY) do
    if settings[name] then return name end
  end
  return nil
end

-- The script that lies beside this file.
local function script_for(settings)
  if has_file(EVERY) then return EVERY end
  if not has_file(EVERYDAY) then
    error("attention-map: there is no " .. EVERYDAY .. " and no " .. EVERY
      .. " in _extensions/attention-map; copy one of them there", 0)
  end
  local beyond = beyond_everyday(settings)
  if beyond then
    error("attention-map: " .. beyond .. " needs " .. EVERY .. "; copy it to _extensions/attention-map, where only "
      .. EVERYDAY .. " is", 0)
  end
  return EVERYDAY
end

-- Quarto writes a dependency of the same name and version once, however often it is added.
local function add_script(settings)
  quarto.doc.add_html_dependency({
    name = "attention-map",
    version = VERSION,
    scripts = { { path = script_for(settings), attribs = { defer = "defer" } } },
  })
end

-- In a script element of HTML, nothing of the data may look like the end of it; JSON can write "<" otherwise.
local function data_child(json)
  if not json then return "" end
  return '<script type="application/json">' .. json:gsub("<", "\\u003c") .. "</script>"
end

local function words(settings)
  return settings.alt or settings.caption or settings.tokens
end

local function image(settings)
  return pandoc.Image({ pandoc.Str(settings.alt or "") }, settings.picture)
end

-- What the author gave for readers without scripts: blocks, a picture, or words.
local function fallback(settings, blocks)
  if blocks and #blocks > 0 then return blocks end
  if settings.picture then return pandoc.List({ pandoc.Plain({ image(settings) }) }) end
  local text = words(settings)
  return pandoc.List(text and { pandoc.Plain({ pandoc.Str(text) }) } or {})
end

local function html(text)
  return pandoc.RawBlock("html", text)
end

local function alive(settings, place, blocks, json)
  add_script(settings)
  local figure = "<figure" .. attribute("class", place.class) .. ">"
  local tag = "<attention-map" .. attribute("id", place.id) .. attributes(settings) .. ">"
  local list = pandoc.List({ html(figure .. "\n" .. tag .. data_child(json)) })
  list:extend(fallback(settings, blocks))
  list:insert(html("</attention-map>"))
  if settings.caption then
    list:insert(html("<figcaption>" .. escaped(settings.caption) .. "</figcaption>"))
  end
  list:insert(html("</figure>"))
  return list
end

local function still(settings, blocks)
  local list = fallback(settings, blocks)
  -- The words are there already where there was nothing else.
  local said = (not blocks or #blocks == 0) and not settings.picture and words(settings)
  if settings.caption and said ~= settings.caption then
    list:insert(pandoc.Para({ pandoc.Str(settings.caption) }))
  end
  return list
end

-- The blocks of one map.
--   settings  texts by name: the tag's attributes, and `picture`, `caption`
--   place     id of the tag and class of the figure; "" for none
--   blocks    the author's own fallback, or nil
--   json      the tag's data as text, or nil
function map.blocks(settings, place, blocks, json)
  if quarto.doc.is_format("html:js") then return alive(settings, place, blocks, json) end
  return still(settings, blocks)
end

return map
