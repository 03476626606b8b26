//! Small random programs with unknown inputs, made to meet the corners of C's arithmetic: all widths and signs,
//! conversions, wrapping loops, conditions, pointers to one of several variables, arrays, structs, functions.
//!
//! csmith's programs compute with constants, so that most states in them are single values. Here most
//! values are any, and what is left to an analysis is what it knows about operators and conditions.

use crate::dice::Dice;
use std::fmt::Write;

/// Makes programs, the same for the same seed.
pub struct Writer {
    dice: Dice,
    text: String,
    depth: usize,
    loops: usize,
}

const TYPES: [&str; 11] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "_Bool",
    "int",
    "unsigned char",
];
const NONDETS: [&str; 11] =
    ["schar", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "bool", "int", "uchar"];
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "100",
    "127",
    "128",
    "255",
    "256",
    "-1",
    "-2",
    "65535",
    "2147483647",
    "4294967295u",
];
/// How many scalar variables there are: v0, v1, ...
const VARIABLES: usize = 6;

impl Writer {
    /// The program of a seed.
    pub fn program(seed: u64) -> String {
        let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1));
        let mut writer = Writer { dice, text: String::new(), depth: 0, loops: 0 };
        writer.write();
        writer.text
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.dice.roll(sides)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.dice.pick(from)
    }

    fn write(&mut self) {
        self.text.push_str("#include \"verifier.h\"\nstruct S { short a; unsigned char b; int c; unsigned d : 5; int e : 3; };\n");
        let ty = self.pick(&TYPES);
        let _ = writeln!(self.text, "static {ty} g; static int h[4];");
        let (result, first, second) = (self.pick(&TYPES), self.pick(&TYPES), self.pick(&TYPES));
        let _ = writeln!(self.text, "static {result} f({first} v0, {second} v1) {{");
        let value = self.expression(2, 2);
        let _ = writeln!(
            self.text,
            "    if (v0 < v1) g = v0;\n    return {value};\n}}\nint main(void) {{"
        );
        for variable in 0..VARIABLES {
            let at = self.roll(TYPES.len());
            let given = match self.roll(4) {
                0 => self.pick(&NUMBERS).to_owned(),
                _ => format!("__VERIFIER_nondet_{}()", NONDETS[at]),
            };
            let _ = writeln!(self.text, "    {} v{variable} = {given};", TYPES[at]);
        }
        self.text.push_str("    int a[4] = { 1, 2, 3 }; struct S s = { 1, 2, 3, 4, 1 }; int x = 5, y = 6, *p = &x;\n");
        self.depth = 1;
        let count = 8 + self.roll(8);
        (0..count).for_each(|_| self.statement());
        self.text.push_str("    return 0;\n}\n");
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn block(&mut self) {
        self.depth += 1;
        let count = 1 + self.roll(3);
        (0..count).for_each(|_| self.statement());
        self.depth -= 1;
    }

    fn statement(&mut self) {
        let deep = self.depth > 3;
        match self.roll(if deep { 8 } else { 14 }) {
            0..=3 => {
                let (place, value) = (self.place(), self.expression(3, VARIABLES));
                let operator =
                    self.pick(&["=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="]);
                let value = if operator.len() == 3 { format!("({value}) & 7") } else { value };
                self.line(&format!("{place} {operator} {value};"));
            }
            4 => {
                let (place, step) = (self.place(), self.pick(&["++", "--"]));
                self.line(&format!("{place}{step};"));
            }
            5 => {
                let target = self.pick(&["&x", "&y", "&a[1]", "&s.c"]);
                let condition = self.condition();
                self.line(&format!("if ({condition}) p = {target};"));
            }
            6 => {
                let (variable, first, second) = (
                    self.roll(VARIABLES),
                    self.expression(1, VARIABLES),
                    self.expression(1, VARIABLES),
                );
                self.line(&format!("v{variable} = f({first}, {second});"));
            }
            7 => {
                let condition = self.condition();
                self.line(&format!("__VERIFIER_assume({condition});"));
            }
            8..=11 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block();
                if self.roll(2) == 0 {
                    self.line("} else {");
                    self.block();
                }
                self.line("}");
            }
            12 => {
                let counter = self.loops;
                self.loops += 1;
                let (limit, step) = (self.roll(12), 1 + self.roll(3));
                self.line(&format!(
                    "for (int i{counter} = 0; i{counter} < {limit}; i{counter} += {step}) {{"
                ));
                self.block();
                if self.roll(3) == 0 {
                    let condition = self.condition();
                    self.line(&format!(
                        "    if ({condition}) {};",
                        ["break", "continue"][self.loops % 2]
                    ));
                }
                self.line("}");
            }
            _ => {
                let value = self.expression(1, VARIABLES);
                self.line(&format!("switch ({value}) {{"));
                self.line("case -1 ... 1:");
                self.block();
                self.line("    break;");
                self.line("case 100:");
                self.block();
                self.line("default:");
                self.block();
                self.line("}");
            }
        }
    }

    fn place(&mut self) -> String {
        match self.roll(14) {
            0 => "g".into(),
            1 => format!("h[v{} & 3]", self.roll(VARIABLES)),
            2 => format!("a[v{} & 3]", self.roll(VARIABLES)),
            3 => format!("s.{}", self.pick(&["a", "b", "c", "d", "e"])),
            4 => "*p".into(),
            5 => self.pick(&["x", "y"]).into(),
            _ => format!("v{}", self.roll(VARIABLES)),
        }
    }

    /// An expression over the first so many variables.
    fn expression(&mut self, depth: usize, variables: usize) -> String {
        if depth == 0 || self.roll(5) == 0 {
            return match self.roll(5) {
                0 => self.pick(&NUMBERS).into(),
                1 if variables == VARIABLES => self.place(),
                _ => format!("v{}", self.roll(variables)),
            };
        }
        let left = self.expression(depth - 1, variables);
        match self.roll(14) {
            0 => format!("({})({left})", self.pick(&TYPES)),
            1 => format!("(-({left}))"),
            2 => format!("(~({left}))"),
            3 => format!("(!({left}))"),
            4 => {
                let (condition, right) =
                    (self.expression(1, variables), self.expression(depth - 1, variables));
                format!("(({condition}) ? ({left}) : ({right}))")
            }
            5 => format!("(({left}) / ((({}) & 15) + 1))", self.expression(depth - 1, variables)),
            6 => format!("(({left}) % ((({}) & 15) + 1))", self.expression(depth - 1, variables)),
            7 => format!("(({left}) << (({}) & 7))", self.expression(depth - 1, variables)),
            8 => format!("(({left}) >> (({}) & 7))", self.expression(depth - 1, variables)),
            _ => {
                let operator = self
                    .pick(&["+", "-", "*", "&", "|", "^", "+", "-", "<", "<=", "==", "&&", "||"]);
                let right = self.expression(depth - 1, variables);
                format!("(({left}) {operator} ({right}))")
            }
        }
    }

    fn condition(&mut self) -> String {
        let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (depth_left, depth_right) = (self.roll(3), self.roll(2));
        let left = self.expression(depth_left, VARIABLES);
        let right = self.expression(depth_right, VARIABLES);
        let one = format!("({left}) {operator} ({right})");
        match self.roll(6) {
            0 => format!("{one} && {}", self.condition()),
            1 => format!("{one} || {}", self.condition()),
            2 => format!("!({one})"),
            _ => one,
        }
    }
}
