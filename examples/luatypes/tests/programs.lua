-- Programs of the test `programs`: each starts with a line of four dashes and a title.

---- the example of the paper
function mktable(f)
  return { x = f("x"), y = f("y") }
end
local t = mktable(function(z) return z .. "_component" end)
local x = t.x
local y = t.z

---- closures of a loop have names of their own
local fs = {}
for i = 1, 3 do
  local x = i
  if i == 2 then x = "two" end
  fs[i] = function() return x end
end
local a, b, c = fs[1](), fs[2](), fs[3]()

---- a closure changes the name of its maker
local count = 0
local function inc() count = count + 1 return count end
inc()
local before = count
count = "done"
local function set() count = nil end
set()
local after = count

---- a name that is declared twice is two names
local x = 1
local function old() return x end
local x = "a"
local y = old()
x = nil
local z = old()

---- the second table of a site does not change the first
local function make(v) return { v = v } end
local a = make(1)
local b = make("b")
b.v = nil
local c, d = a.v, b.v
a.v = true
local e, f = a.v, b.v

---- tables of a loop
local last
local all = {}
for i = 1, 3 do
  local t = { n = i }
  if last then last.n = "old" end
  last = t
  all[i] = t
end
local p, q = all[1].n, all[3].n

---- a table that holds the one made before
local list = nil
for i = 1, 4 do list = { next = list, value = i } end
local length = 0
while list do
  length = length + 1
  local v = list.value
  list = list.next
end
local rest = list

---- recursion
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end
local x = fact(5)
local function depth(n) if n == 0 then return "zero" end local d = depth(n - 1) return d end
local y = depth(3)

---- the frame of a caller survives a recursive call
local function f(n)
  local mine = n
  if n > 0 then f(n - 1) end
  local kept = mine
  mine = "changed"
  return kept
end
local x = f(2)

---- closures of a recursive function
local function f(n)
  local mine = n
  local get = function() return mine end
  if n > 0 then
    local other = f(n - 1)
    mine = "outer"
    local o = other()
  end
  return get
end
local x = f(2)()

---- mutual recursion
local even, odd
function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return nil end return even(n - 1) end
local a, b = even(4), odd(4)

---- several results
local function two() return 1, "b" end
local a, b, c = two()
local d, e = (two())
local f, g, h = 0, two()
local t = { two(), two() }
local i, j = t[1], t[3]

---- results of different numbers
local function some(n) if n then return 1, 2 end return "one" end
local a, b = some(true)
local c, d = some(false)

---- more arguments
local function f(first, ...)
  local a, b = ...
  local n = select("#", ...)
  local t = { ... }
  return a, b, t[2], n
end
local a, b, c, n = f(1, "x", true)
local d, e = f(1)

---- select
local a, b = select(2, "x", 1, true)
local n = select("#", nil, nil)
local c = select(-1, 1, "last")

---- arguments that are missing
local function f(a, b) local c = b return c end
local x = f(1)
local y = f(1, 2)

---- assignment of several names at once
local a, b = 1, "x"
a, b = b, a
local t = {}
t.x, t.y, a = a, b
local c, d = t.x, t.y

---- a place is evaluated before the values
local t = { n = 1 }
local u = t
local function swap() t = { n = "new" } return 5 end
t.n = swap()
local a, b = t.n, u.n

---- fields that go away
local t = { a = 1, b = "x" }
t.a = nil
local x = t.a
local n = 0
for k, v in pairs(t) do
  n = n + 1
  local key, value = k, v
end

---- unknown fields
local t = {}
for _, name in ipairs({ "a", "b" }) do t[name] = 1 end
local x, y = t.a, t.c
t["a" .. ""] = "changed"
local z = t.a

---- keys that are no strings
local t = {}
t[1] = "one"
t[true] = 2
t[t] = t
local a, b, c, d = t[1], t[true], t[t], t[2]

---- numbers as keys are not strings
local t = {}
t[1] = "number"
t["1"] = true
local a, b = t[1], t["1"]

---- arrays
local t = { "a", "b" }
t[#t + 1] = 3
table.insert(t, true)
table.insert(t, 1, {})
local x, n = t[1], #t
local r = table.remove(t)
local s = table.remove({})

---- index by a metatable
local base = { kind = "base", size = 3 }
local t = setmetatable({ own = true }, { __index = base })
local a, b, c, d = t.kind, t.own, t.none, rawget(t, "kind")
base.size = nil
local e = t.size

---- index by a function
local log = {}
local t = setmetatable({}, { __index = function(t, k) log.key = k return k .. "!" end })
local a = t.x
local b = log.key

---- index by a chain of metatables
local a = { x = 1 }
local b = setmetatable({ y = "b" }, { __index = a })
local c = setmetatable({}, { __index = b })
local x, y, z = c.x, c.y, c.z
a.z = true
local w = c.z

---- new fields by a metatable
local shadow = {}
local t = setmetatable({ old = 1 }, { __newindex = shadow })
t.old = "x"
t.new = "y"
local a, b, c = t.old, t.new, shadow.new

---- new fields by a function
local t = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, { v }) end })
t.x = 1
local a = t.x
t.x = 2
local b = t.x

---- a class
local Point = {}
Point.__index = Point
function Point.new(x, y) return setmetatable({ x = x, y = y }, Point) end
function Point:move(dx) self.x = self.x + dx return self end
function Point.__add(a, b) return Point.new(a.x + b.x, a.y) end
local p = Point.new(1, 2)
local q = p:move(3) + p
local x, y, m = q.x, q.y, q.move

---- a class that inherits
local Animal = {}
Animal.__index = Animal
function Animal.new(name) local self = setmetatable({}, Animal) self.name = name return self end
function Animal:speak() return self.name end
local Dog = setmetatable({}, { __index = Animal })
Dog.__index = Dog
function Dog.new(name) local self = setmetatable(Animal.new(name), Dog) self.legs = 4 return self end
function Dog:speak() return Animal.speak(self) .. " barks" end
local d = Dog.new("Rex")
local s, l, n = d:speak(), d.legs, d.name

---- calls of tables
local t = setmetatable({}, { __call = function(self, a, b) self.called = b return a end })
local x = t(1, "b")
local y = t.called

---- operators of tables
local mt = {}
mt.__add = function(a, b) return "sum" end
mt.__concat = function(a, b) return 1 end
mt.__unm = function(a) return true end
mt.__eq = function(a, b) return true end
mt.__lt = function(a, b) return 1 end
mt.__le = function(a, b) return nil end
local t, u = setmetatable({}, mt), setmetatable({}, mt)
local a, b, c = t + 1, "x" .. t, -t
local d, e, f, g = t == u, t < u, t <= u, t ~= u

---- `<=` by `__lt`
local seen
local mt = { __lt = function(a, b) seen = "called" return false end }
local t, u = setmetatable({}, mt), setmetatable({}, mt)
local a = t <= u
local b = seen

---- getmetatable
local mt = { x = 1 }
local t = setmetatable({}, mt)
local a = getmetatable(t)
local b = a.x
local c = getmetatable({})
local d = getmetatable(setmetatable({}, { __metatable = "locked" }))
local e = getmetatable("")

---- errors that are caught
local x = 1
local ok, message = pcall(function() x = "before" error("failed") x = true end)
local y = x
local ok2, value = pcall(function() return 5 end)

---- errors with tables
local ok, e = pcall(function() error({ code = 7 }) end)
local code = type(e) == "table" and e.code
local ok2, e2 = pcall(error, 5)
local ok3, e3 = pcall(error)

---- an error in the midst of an expression
local x = 0
local function touch() x = "touched" return nil end
local ok = pcall(function() local y = touch() + 1 end)
local z = x

---- an error in the midst of an assignment
local t = {}
local none
local ok = pcall(function() t.a, none.b = 1, 2 end)
local x = t.a

---- an error in a called function
local log = {}
local function deep(n) log.n = n if n == 0 then error("deep") end deep(n - 1) end
local ok, e = pcall(deep, 2)
local n = log.n

---- xpcall
local seen
local ok, m = xpcall(function() error("x") end, function(e) seen = e return 42 end)
local s = seen
local ok2, m2 = xpcall(function() return "fine" end, function(e) return e end)

---- assert
local a, b = assert(1, "message")
local ok, e = pcall(function() assert(nil, "missing") end)
local ok2, e2 = pcall(function() assert(false) end)

---- coroutines
local log = {}
local co = coroutine.wrap(function(a)
  local b = coroutine.yield(a)
  log.b = b
  return "end"
end)
local x = co(1)
local y = co("two")
local z = log.b

---- two coroutines of one function
local function gen(start)
  return coroutine.wrap(function()
    local mine = start
    coroutine.yield(mine)
    local kept = mine
    mine = "later"
    coroutine.yield(kept)
  end)
end
local a, b = gen(1), gen("b")
local x1, x2, x3, x4 = a(), b(), a(), b()

---- what a coroutine shares
local shared = 1
local co = coroutine.create(function() shared = "in" coroutine.yield() local seen = shared shared = nil end)
coroutine.resume(co)
local a = shared
shared = true
coroutine.resume(co)
local b = shared

---- conditions
local function f(x)
  if x then local y = x else local y = x end
  if x == nil then return "nil" end
  if not x then return "false" end
  if type(x) == "number" then return x + 1 end
  if type(x) ~= "string" then return x end
  return x .. ""
end
local a, b, c, d, e = f(), f(false), f(1), f("s"), f({})

---- a condition whose evaluation changes the name
local x = 1
local function clear() x = nil return true end
if x and clear() then local y = x end
local z = x

---- and, or, not
local function f(x) return x and x.y or "none" end
local a, b, c = f(nil), f({ y = 1 }), f({})
local d = not nil
local e = nil or false
local g = false and 1
local h = 1 and nil

---- loops that break
local x
while true do
  local y = x
  if x == 2 then x = "done" break end
  x = x and 2 or 1
end
local z = x
for i = 1, 10 do
  local inner = i
  if i > 3 then x = inner break end
end
local w = x

---- repeat sees its names
local n = 0
repeat
  local done = n > 2
  n = n + 1
  local f = function() return done end
until done or f()
local m = n

---- loops that never run
local x = 1
for i = 1, 0 do x = "never" end
while false do x = "never" end
for k in pairs({}) do x = "never" end
local y = x

---- generic for with a function
local function range(n)
  local i = 0
  return function() i = i + 1 if i <= n then return i, "v" end end
end
local sum = 0
for i, v in range(3) do sum = sum + i local w = v end

---- generic for with state
local function step(t, i) i = i + 1 if t[i] then return i, t[i] end end
local last
for i, v in step, { "a", "b" }, 0 do last = v end

---- next
local k, v = next({ a = 1 })
local none = next({})
local t = { x = "y" }
local k2, v2 = next(t, nil)

---- strings and numbers
local a, b, c = "10" + 1, 1 .. "", "a" .. 2
local d, e = #"abc", ("x"):rep(3)
local f = 10 % 3
local g = 2 ^ 10
local h = -"2"
local i, j = 1 / 0, -1 / 0
local k = 0 / 0
local l = k == k

---- the string library
local s = "hello world"
local a, b, c = s:find("wor")
local d = s:match("(%w+)")
local e, n = s:gsub("o", "0")
local f = s:gsub("%w+", function(w) return w:upper() end)
local g = s:byte()
local h = s:match("()ll")
for w in s:gmatch("%w+") do local word = w end
local i = s.nothing

---- functions that replace
local seen
local s = ("abc"):gsub("b", function(c) seen = c return nil end)
local t = ("abc"):gsub(".", { a = "1" })
local x = seen

---- sort
local seen
local t = { 3, 1, 2 }
table.sort(t, function(a, b) seen = a return a < b end)
local x, y = t[1], seen
local s = table.concat(t, ",")

---- tostring
local t = setmetatable({}, { __tostring = function(t) t.shown = true return "shown" end })
local s = tostring(t)
local x = t.shown
local n, m, k = tonumber("12"), tonumber("x"), tonumber("0x10")

---- globals
x = 1
local function f() x = "f" y = true end
f()
local a, b = x, y
x = nil
local c = x
_G.z = 5
local d = z
local e = _G["x"]

---- functions in globals
function add(a, b) return a + b end
local x = add(1, 2)
add = nil
local y = add

---- functions in tables
local m = {}
function m.f(x) return x end
function m:g(x) self.last = x return self end
local a = m.f(1)
local b = m:g("x").last
local c = m.h

---- functions as values
local function compose(f, g) return function(...) return f(g(...)) end end
local inc = function(x) return x + 1 end
local str = function(x) return x .. "" end
local f = compose(inc, inc)
local g = compose(str, inc)
local a, b = f(1), g(1)

---- a counter that is made twice
local function counter()
  local n = 0
  return function(v) if v then n = v end return n end
end
local a, b = counter(), counter()
a("a")
local x, y = a(), b()

---- a table that holds itself
local t = {}
t.self = t
t.self.self.x = 1
local x = t.x
local function f(u) u.x = "f" end
f(t.self)
local y = t.x

---- two names of one table
local a = { v = 1 }
local b = a
b.v = "changed"
local x = a.v
a = nil
local y = b.v

---- a table that is given away
local t = { v = 1 }
local function change(u) u.v = "changed" u = nil end
change(t)
local x, y = t.v, t

---- unpack
local a, b, c = unpack({ 1, "x" })
local t = { unpack({ true }) }
local d = t[1]

---- upvalues of upvalues
local function outer()
  local x = 1
  local function middle()
    local function inner() x = x .. "s" end
    inner()
    return x
  end
  local y = middle()
  return x, y
end
local a, b = outer()

---- nested functions that are made again
local saved = {}
local function f(v)
  local function g() return v end
  saved[#saved + 1] = g
end
f(1) f("a") f(nil)
local a, b, c = saved[1](), saved[2](), saved[3]()

---- this one fails at a call of nil
local x = 1
local f
x = "before"
f()
x = true

---- this one fails at an index of nil
local t
local x = 1
local y = t.x
x = "never"

---- this one fails in a function
local function f(x) local y = x + 1 return y end
local a = f(1)
local b = f({})
local c = 1
