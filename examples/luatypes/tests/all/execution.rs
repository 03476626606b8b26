//! Runs in Lua itself, with the values of all visible names at every point, compared with what was inferred.

use luatypes::engine::{Outcome, analyze};
use luatypes::lattices::{Name, Value};
use luatypes::syntax::{self, Block, Program, StatementKind, written};
use mlua::{HookTriggers, Lua, Variadic, VmState};
use soundline_lattice::lattices::FlatElem::{Bot, Const, Top};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A value that was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    Nil,
    Truth(bool),
    Number(u64),
    Text(Vec<u8>),
    Other(&'static str),
}

/// What a run came to.
pub struct Run {
    /// Point, name as it is written, value.
    pub seen: BTreeSet<(u32, String, Seen)>,
    /// The error that ended it.
    pub error: Option<String>,
    /// Was it stopped because it took too long?
    pub stopped: bool,
}

/// How many instructions a program may execute, in thousands.
const LONGEST: u32 = 2000;

/// Run a program and look at all names before each statement and at the end of each block.
pub fn run(text: &str, program: &Program) -> Run {
    let lua = Lua::new();
    let seen: Rc<RefCell<BTreeSet<(u32, String, Seen)>>> = Rc::default();
    let names: Vec<Vec<String>> =
        program.points.iter().map(|point| names(&point.visible)).collect();
    let globals = global_names(program);
    let see = {
        let seen = Rc::clone(&seen);
        let see = move |lua: &Lua, values: Variadic<mlua::Value>| {
            let point = match values.first() {
                Some(mlua::Value::Integer(point)) => *point as u32,
                Some(mlua::Value::Number(point)) => *point as u32,
                _ => panic!("the first argument is the point"),
            };
            let mut seen = seen.borrow_mut();
            for (place, name) in names[point as usize].iter().enumerate() {
                let value = values.get(place + 1).cloned().unwrap_or(mlua::Value::Nil);
                seen.insert((point, name.clone(), look(&value)));
            }
            for name in &globals {
                if !names[point as usize].contains(name) {
                    let value: mlua::Value = lua.globals().raw_get(name.as_str())?;
                    seen.insert((point, name.clone(), look(&value)));
                }
            }
            Ok(())
        };
        lua.create_function(see).expect("it is a function")
    };
    lua.globals().set("__see", see).expect("globals can be set");
    let silent =
        lua.create_function(|_, _: Variadic<mlua::Value>| Ok(())).expect("it is a function");
    lua.globals().set("print", silent).expect("globals can be set");
    let left = Rc::new(Cell::new(LONGEST));
    let counted = Rc::clone(&left);
    lua.set_hook(HookTriggers::new().every_nth_instruction(1000), move |_, _| {
        counted.set(counted.get().saturating_sub(1));
        match counted.get() {
            0 => Err(mlua::Error::runtime("it takes too long")),
            _ => Ok(VmState::Continue),
        }
    })
    .expect("hooks can be set");
    let ended = lua.load(instrumented(text, program)).set_name("=program").exec();
    drop(lua);
    let seen = seen.take();
    Run { seen, error: ended.err().map(|error| error.to_string()), stopped: left.get() == 0 }
}

fn names(visible: &[Name]) -> Vec<String> {
    visible.iter().map(|name| written(name).to_string()).collect()
}

/// The global names that the program assigns.
fn global_names(program: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for function in &program.functions {
        each_statement(&function.body, &mut |statement| {
            if let StatementKind::Assign(targets, _) = statement {
                for target in targets {
                    if let syntax::ExpressionKind::Name(name) = &target.kind
                        && !name.contains('@')
                    {
                        names.insert(name.to_string());
                    }
                }
            }
        });
    }
    names
}

fn each_block<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Block)) {
    visit(block);
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Do(inside)
            | StatementKind::While(_, inside)
            | StatementKind::Repeat(inside, _)
            | StatementKind::Count(_, _, inside)
            | StatementKind::Each(_, _, _, inside) => each_block(inside, visit),
            StatementKind::If(arms, other) => {
                arms.iter().for_each(|(_, inside)| each_block(inside, visit));
                other.iter().for_each(|inside| each_block(inside, visit));
            }
            _ => {}
        }
    }
}

fn each_statement<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a StatementKind)) {
    each_block(block, &mut |block| {
        block.statements.iter().for_each(|statement| visit(&statement.kind));
    });
}

/// The program with a look at its names at every point. After `return` and `break` there is none.
fn instrumented(text: &str, program: &Program) -> String {
    let mut skipped = BTreeSet::new();
    for function in &program.functions {
        each_block(&function.body, &mut |block| {
            let last = block.statements.last().map(|statement| &statement.kind);
            if matches!(last, Some(StatementKind::Return(_) | StatementKind::Break)) {
                skipped.insert(block.end);
            }
        });
    }
    let mut points: Vec<(usize, u32)> =
        (0..).zip(&program.points).map(|(id, point)| (point.at, id)).collect();
    points.retain(|(_, id)| !skipped.contains(id));
    points.sort();
    let mut made = String::new();
    let mut done = 0;
    for (at, id) in points {
        made.push_str(&text[done..at]);
        done = at;
        let names = names(&program.points[id as usize].visible);
        let arguments: String = names.iter().map(|name| format!(", {name}")).collect();
        made.push_str(&format!(" __see({id}{arguments}); "));
    }
    made.push_str(&text[done..]);
    made
}

fn look(value: &mlua::Value) -> Seen {
    match value {
        mlua::Value::Nil => Seen::Nil,
        mlua::Value::Boolean(truth) => Seen::Truth(*truth),
        mlua::Value::Integer(number) => Seen::Number((*number as f64).to_bits()),
        mlua::Value::Number(number) => Seen::Number(number.to_bits()),
        mlua::Value::String(text) => Seen::Text(text.as_bytes().to_vec()),
        mlua::Value::Table(_) => Seen::Other("table"),
        mlua::Value::Function(_) => Seen::Other("function"),
        mlua::Value::Thread(_) => Seen::Other("thread"),
        _ => Seen::Other("userdata"),
    }
}

/// Is a value that was seen among those that were inferred?
fn contains(inferred: &Value, seen: &Seen) -> bool {
    match seen {
        Seen::Nil => inferred.nil,
        Seen::Truth(true) => inferred.yes,
        Seen::Truth(false) => inferred.no,
        Seen::Number(bits) => match &inferred.number {
            Bot => false,
            Const(known) => known.get() == f64::from_bits(*bits),
            Top => true,
        },
        Seen::Text(bytes) => match &inferred.string {
            Bot => false,
            Const(known) => known.as_bytes() == bytes,
            Top => true,
        },
        Seen::Other("table") => inferred.outside || !inferred.tables.is_empty(),
        Seen::Other("function") => inferred.outside || !inferred.functions.is_empty(),
        Seen::Other(_) => inferred.outside,
    }
}

/// What was seen and not inferred, in words.
pub fn unsound(text: &str, program: &Program, outcome: &Outcome, run: &Run) -> Option<String> {
    for (point, name, seen) in &run.seen {
        let place = &program.points[*point as usize];
        let local = place.visible.iter().find(|local| written(local) == name);
        let unique = local.cloned().unwrap_or_else(|| Name::from(&**name));
        let inferred = outcome.analysis.at(*point).read_name(&unique);
        if !contains(&inferred, seen) {
            let (line, _) = syntax::position(text.as_bytes(), place.at);
            return Some(format!(
                "line {line}: {name} is {seen:?}, but inferred as {}",
                soundline_lattice::adapt::Element::show(&inferred)
            ));
        }
    }
    None
}

/// Compare a program with its run, in an open and in a closed world. How many values were compared?
pub fn compare(text: &str) -> Result<usize, String> {
    let program =
        syntax::parse(text.as_bytes()).map_err(|error| format!("{error:?} in\n{text}"))?;
    let run = run(text, &program);
    if run.stopped {
        return Ok(0);
    }
    if let Some(error) = run.error.as_ref().filter(|error| error.contains("syntax error")) {
        return Err(format!("{error} in\n{text}"));
    }
    for closed in [true, false] {
        let outcome = analyze(&program, closed);
        if !outcome.finished {
            return Ok(0);
        }
        if let Some(sentence) = unsound(text, &program, &outcome, &run) {
            let world = if closed { "closed" } else { "open" };
            return Err(format!("{sentence} ({world} world) in\n{text}"));
        }
    }
    Ok(run.seen.len())
}
