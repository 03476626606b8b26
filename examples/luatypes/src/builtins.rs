//! The standard library: what its functions give back, and which of them do more than that.

use crate::lattices::number::Number;
use crate::lattices::{Label, Name, Prop, Store, Value};
use soundline_lattice::adapt::Element;
use soundline_lattice::lattices::FlatElem::Top;

/// The sites of programs start here; those before belong to the tables of the library.
pub const FIRST_SITE: u32 = 16;

/// A function of the library: its name, and what it does.
pub struct Builtin {
    /// The name, with that of its table.
    pub name: &'static str,
    /// What it does.
    pub effect: Effect,
}

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It gives back values of these kinds and changes nothing: `n`umber, `s`tring, `b`oolean, `c`apture, `a`nything,
    /// `?` or nil, `*` any number of them.
    Gives(&'static str),
    /// The engine knows it by its name.
    Special,
    /// It runs code that is not in the program.
    Unknown,
}

use Effect::{Gives, Special, Unknown};

const fn f(name: &'static str, effect: Effect) -> Builtin {
    Builtin { name, effect }
}

/// All functions. A label is a place in this list.
pub const BUILTINS: &[Builtin] = &[
    f("assert", Special),
    f("collectgarbage", Gives("a")),
    f("dofile", Unknown),
    f("error", Special),
    f("getfenv", Unknown),
    f("getmetatable", Special),
    f("ipairs", Special),
    f("load", Unknown),
    f("loadfile", Unknown),
    f("loadstring", Unknown),
    f("module", Unknown),
    f("next", Special),
    f("pairs", Special),
    f("pcall", Special),
    f("print", Special),
    f("rawequal", Gives("b")),
    f("rawget", Special),
    f("rawset", Special),
    f("require", Unknown),
    f("select", Special),
    f("setfenv", Unknown),
    f("setmetatable", Special),
    f("tonumber", Gives("n?")),
    f("tostring", Special),
    f("type", Special),
    f("unpack", Special),
    f("xpcall", Special),
    f("newproxy", Gives("a")),
    f("gcinfo", Gives("n n")),
    // The iterator that `ipairs` gives back, and that of `string.gmatch`.
    f("(ipairs)", Special),
    f("(gmatch)", Gives("c? c?*")),
    f("string.byte", Gives("n?*")),
    f("string.char", Gives("s")),
    f("string.dump", Gives("s")),
    f("string.find", Gives("n? n? c?*")),
    f("string.format", Special),
    f("string.gmatch", Special),
    f("string.gsub", Special),
    f("string.len", Gives("n")),
    f("string.lower", Gives("s")),
    f("string.match", Gives("c? c?*")),
    f("string.rep", Gives("s")),
    f("string.reverse", Gives("s")),
    f("string.sub", Gives("s")),
    f("string.upper", Gives("s")),
    f("table.concat", Gives("s")),
    f("table.foreach", Unknown),
    f("table.foreachi", Unknown),
    f("table.getn", Gives("n")),
    f("table.insert", Special),
    f("table.maxn", Gives("n")),
    f("table.remove", Special),
    f("table.setn", Gives("")),
    f("table.sort", Special),
    f("math.abs", Gives("n")),
    f("math.acos", Gives("n")),
    f("math.asin", Gives("n")),
    f("math.atan", Gives("n")),
    f("math.atan2", Gives("n")),
    f("math.ceil", Gives("n")),
    f("math.cos", Gives("n")),
    f("math.cosh", Gives("n")),
    f("math.deg", Gives("n")),
    f("math.exp", Gives("n")),
    f("math.floor", Gives("n")),
    f("math.fmod", Gives("n")),
    f("math.frexp", Gives("n n")),
    f("math.ldexp", Gives("n")),
    f("math.log", Gives("n")),
    f("math.log10", Gives("n")),
    f("math.max", Gives("n")),
    f("math.min", Gives("n")),
    f("math.mod", Gives("n")),
    f("math.modf", Gives("n n")),
    f("math.pow", Gives("n")),
    f("math.rad", Gives("n")),
    f("math.random", Gives("n")),
    f("math.randomseed", Gives("")),
    f("math.sin", Gives("n")),
    f("math.sinh", Gives("n")),
    f("math.sqrt", Gives("n")),
    f("math.tan", Gives("n")),
    f("math.tanh", Gives("n")),
    f("os.clock", Gives("n")),
    f("os.date", Gives("a")),
    f("os.difftime", Gives("n")),
    f("os.execute", Gives("a*")),
    f("os.exit", Special),
    f("os.getenv", Gives("s?")),
    f("os.remove", Gives("a*")),
    f("os.rename", Gives("a*")),
    f("os.setlocale", Gives("s?")),
    f("os.time", Gives("n?")),
    f("os.tmpname", Gives("s")),
    f("io.close", Gives("a*")),
    f("io.flush", Gives("a*")),
    f("io.input", Gives("a*")),
    f("io.lines", Gives("a*")),
    f("io.open", Gives("a*")),
    f("io.output", Gives("a*")),
    f("io.popen", Gives("a*")),
    f("io.read", Gives("a*")),
    f("io.tmpfile", Gives("a*")),
    f("io.type", Gives("s?")),
    f("io.write", Gives("a*")),
    f("coroutine.create", Unknown),
    f("coroutine.resume", Unknown),
    f("coroutine.running", Gives("a*")),
    f("coroutine.status", Gives("s")),
    f("coroutine.wrap", Unknown),
    f("coroutine.yield", Unknown),
    f("debug.debug", Gives("")),
    f("debug.getfenv", Unknown),
    f("debug.gethook", Gives("a*")),
    f("debug.getinfo", Gives("a")),
    f("debug.getlocal", Gives("a*")),
    f("debug.getmetatable", Unknown),
    f("debug.getregistry", Unknown),
    f("debug.getupvalue", Gives("a*")),
    f("debug.sethook", Unknown),
    f("debug.setmetatable", Unknown),
    f("debug.traceback", Gives("a")),
];

/// The tables of the library. `string` is also the metatable of strings.
const TABLES: [(&str, u32); 8] = [
    ("string", STRING_SITE),
    ("table", 2),
    ("math", 3),
    ("os", 4),
    ("io", 5),
    ("coroutine", 6),
    ("debug", 7),
    ("package", 8),
];

const STRING_SITE: u32 = 1;

/// The table that methods of strings are found in.
pub const STRINGS: Label = Label::Site(STRING_SITE);

/// The function with this name.
pub fn builtin(name: &str) -> Value {
    let place = BUILTINS.iter().position(|builtin| builtin.name == name);
    Value::function(Label::Builtin(place.expect("it is in the table") as u16))
}

/// The store in which a program starts. In an open world others may have added to it.
pub fn initial(closed: bool) -> Store {
    let mut globals = base(closed);
    let mut store = Store::bottom();
    for (table, site) in TABLES {
        let mut prop = base(closed);
        for builtin in BUILTINS {
            if let Some((of, name)) = builtin.name.split_once('.')
                && of == table
            {
                prop = prop.write_field(&name.into(), &self::builtin(builtin.name));
            }
        }
        prop = match table {
            "math" => ["pi", "huge"].iter().fold(prop, |prop, name| {
                prop.write_field(&(*name).into(), &Value::of_number(Number::Top))
            }),
            "io" => ["stdin", "stdout", "stderr"]
                .iter()
                .fold(prop, |prop, name| prop.write_field(&(*name).into(), &foreign())),
            "package" => {
                let texts = ["path", "cpath", "config"].iter();
                let prop =
                    texts.fold(prop, |prop, name| prop.write_field(&(*name).into(), &any_text()));
                let tables = ["loaded", "preload", "loaders", "loadlib", "seeall"].iter();
                tables.fold(prop, |prop, name| prop.write_field(&(*name).into(), &foreign()))
            }
            _ => prop,
        };
        store.set(Label::Site(site), prop);
        globals = globals.write_field(&table.into(), &Value::table(Label::Site(site)));
    }
    for builtin in BUILTINS.iter().filter(|builtin| !builtin.name.contains(['.', '('])) {
        globals = globals.write_field(&builtin.name.into(), &self::builtin(builtin.name));
    }
    globals = globals.write_field(&Name::from("_G"), &Value::table(Label::GLOBALS));
    globals = globals.write_field(&Name::from("_VERSION"), &any_text());
    store.set(Label::GLOBALS, globals);
    store
}

fn base(closed: bool) -> Prop {
    if closed { Prop::empty() } else { Prop::empty().write_any_string(&Value::outside()) }
}

fn any_text() -> Value {
    Value::of_text(Top)
}

fn foreign() -> Value {
    Value { outside: true, ..Value::bottom() }
}
