-- Stands for Quarto in a run of pandoc: the parts of Quarto's Lua interface that the extension uses, as its documentation
-- states them, in front of the extension's own files. Shortcodes are told from other paragraphs by their braces, so read
-- the book with -f markdown-smart.
local FOLDER = "_extensions/attention-map/"
local LIBRARIES = "libs"

local ALIASES = {
  ["html:js"] = { "^html", "^revealjs$" },
  pdf = { "^latex$", "^beamer$" },
}

-- By name and version, as Quarto tells dependencies apart.
local dependencies, order = {}, {}

quarto = {
  doc = {
    is_format = function(name)
      for _, pattern in ipairs(ALIASES[name] or { "^" .. name .. "$" }) do
        if FORMAT:match(pattern) then return true end
      end
      return false
    end,
    add_html_dependency = function(dependency)
      local key = dependency.name .. "-" .. dependency.version
      if not dependencies[key] then table.insert(order, key) end
      dependencies[key] = dependency
    end,
  },
  utils = {
    resolve_path = function(path) return FOLDER .. path end,
  },
}

-- Quarto's own require takes paths from the file that asks.
local loaded = {}
local plain_require = require
function require(name)
  local path = name:match("^%./(.+)$")
  if not path then return plain_require(name) end
  loaded[path] = loaded[path] or dofile(FOLDER .. path .. ".lua")
  return loaded[path]
end

-- What _extension.yml says that the extension brings, by pandoc's own reader of YAML.
local function contributions()
  local file = assert(io.open(FOLDER .. "_extension.yml"))
  local text = file:read("a")
  file:close()
  return pandoc.read("---\n" .. text .. "\n---\n", "markdown").meta.contributes
end

local function load_all(list)
  local results = pandoc.List()
  for _, name in ipairs(list) do
    results:insert(dofile(FOLDER .. pandoc.utils.stringify(name)))
  end
  return results
end

-- "{{< name word key=value key="a value" >}}" as its name, its words, its values.
local function parse_shortcode(text)
  local inside = text:match("^{{<%s+(.-)%s+>}}$")
  if not inside then return nil end
  local words, values = pandoc.List(), setmetatable({}, {
    __index = function() return pandoc.Inlines({}) end,
  })
  local at = 1
  while at <= #inside do
    local _, last, key, value = inside:find('^%s*([%w-]+)="([^"]*)"', at)
    if not last then _, last, key, value = inside:find("^%s*([%w-]+)='([^']*)'", at) end
    if not last then _, last, key, value = inside:find("^%s*([%w-]+)=(%S+)", at) end
    if last then
      values[key] = value
    else
      _, last, value = inside:find("^%s*(%S+)", at)
      words:insert(value)
    end
    at = last + 1
  end
  return words:remove(1), words, values
end

local function run_shortcodes(shortcodes)
  return {
    Para = function(paragraph)
      local name, words, values = parse_shortcode(pandoc.utils.stringify(paragraph))
      for _, file in ipairs(name and shortcodes or {}) do
        if file[name] then return file[name](words, values, {}, {}, "block") end
      end
    end,
  }
end

local function copy(from, to)
  local source = assert(io.open(from, "rb"))
  local target = assert(io.open(to, "wb"))
  target:write(source:read("a"))
  source:close()
  target:close()
end

-- Scripts beside the page, and their tags for its head.
local function publish()
  local tags = pandoc.List()
  for _, key in ipairs(order) do
    local folder = LIBRARIES .. "/" .. key
    pandoc.pipe("mkdir", { "-p", folder }, "")
    for _, script in ipairs(dependencies[key].scripts) do
      copy(FOLDER .. script.path, folder .. "/" .. script.path)
      local tag = '<script src="' .. folder .. "/" .. script.path .. '"'
      for name, value in pairs(script.attribs) do tag = tag .. " " .. name .. '="' .. value .. '"' end
      tags:insert(pandoc.MetaBlocks({ pandoc.RawBlock("html", tag .. "></script>") }))
    end
  end
  return pandoc.MetaList(tags)
end

function Pandoc(doc)
  local brought = contributions()
  doc = doc:walk(run_shortcodes(load_all(brought.shortcodes)))
  for _, filters in ipairs(load_all(brought.filters)) do
    for _, filter in ipairs(filters) do doc = doc:walk(filter) end
  end
  doc.meta["header-includes"] = publish()
  return doc
end
