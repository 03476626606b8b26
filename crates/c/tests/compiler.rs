//! Types, widths, layouts and constants against the system's compiler, in both data models.
//!
//! What we say becomes `_Static_assert`s in the text, at the very byte ranges that we report; then
//! the compiler has the last word.

mod installed;

use soundline_c::{DataModel, Edits, IntType, Program, Settings, Site, Terminator, Type};
use std::{
    env,
    fmt::Write as _,
    io::Write as _,
    process::{Command, Stdio},
};

const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

fn parse(text: &str, model: DataModel) -> Option<Program> {
    let clang = installed::clang()?;
    Some(clang.parse("t.c", text, model).expect("the text is C"))
}

/// Fails with the compiler's words if a text does not compile.
#[track_caller]
fn compile(text: &[u8], model: DataModel) {
    let mut compiler = Command::new("gcc")
        .args(["-w", "-std=gnu11", "-S", "-o", "/dev/null", "-x", "cpp-output", model.flag(), "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gcc is installed");
    compiler.stdin.take().expect("stdin is piped").write_all(text).expect("gcc reads");
    let output = compiler.wait_with_output().expect("gcc ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model:?}: {message}\n{}", String::from_utf8_lossy(text));
}

/// Small numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }
}

const EXPRESSIONS: &str = r#"
struct B { unsigned u3 : 3; int i5 : 5; unsigned u32 : 32; _Bool b1; signed char c; };
enum E { A = -1, Z = 3 }; enum F { Q = 1 }; typedef unsigned short word; struct B bits; enum E e; enum F f;
char c; signed char sc; unsigned char uc; short s; word w; int i; unsigned u; long l; unsigned long ul;
long long ll; unsigned long long ull; _Bool b; const volatile int *cv; int *p; char a[7]; float x; double d;
int use(long long v) {
    i = c + sc; i = uc << s; u = i + u; l = u + l; ul = i * ul; ll = l - ull; ull = u / ll; i = w % s;
    i = bits.u3 + bits.i5; u = bits.u32 >> 1; l = bits.i5 | bits.u3; i = bits.b1 ^ bits.c; i = e < f; u = f + e;
    i = -uc; u = ~u; l = -l; i = !ull; i = ~b; d = i; x = ull; i = (char)i + (short)u; ull = (unsigned char)ll;
    i = p[c] + a[uc] + *p; l = p - &p[i]; ul = sizeof i + u; i = c ? uc : l; i = b && c || ll; i = (c, s);
    i = x < d; i = p == 0; i = (int)x + (long long)d; u = i ?: u; s += i << l; c = -c; i = ll > u; i = a[i & 3] * uc;
    if (u > i) while (l >= u) switch (s & w) { case 1: return c; } for (i = uc; i < c; i++) use(u);
    return use(bits.u3 ? s : c) + (v >> i);
}
"#;

/// Around each of some sites that do not overlap: its type is what we say.
fn assert_types(program: &Program, sites: &[Site]) -> Vec<u8> {
    let mut edits = Edits::new();
    for site in sites {
        let text = program.source.slice(site.span).into_owned();
        let int = program.types.integer(site.ty).expect("sites are integral");
        let is_enum = matches!(program.types.get(site.ty), Type::Enum(_));
        // gcc has no typeof of bit-fields.
        let bit_field = site.bits < int.bits || text == "bits.u32";
        let written = if bit_field { format!("+({text})") } else { format!("({text})") };
        let claim = match is_enum {
            true => format!("sizeof({written}) == {}", int.bits / 8),
            false => format!("__builtin_types_compatible_p(__typeof__({written}), {})", int.name()),
        };
        let sign = match int.signed {
            true => format!("(__typeof__({written}))-1 < 0"),
            false => format!("(__typeof__({written}))-1 > 0"),
        };
        edits.wrap(site.span, format!("({{ _Static_assert({claim} && {sign}, \"\"); ("), "); })");
    }
    edits.apply_to(&program.source).expect("the sites do not overlap")
}

/// Every site gets its turn, nested ones in different rounds; the result is how many sites.
#[track_caller]
fn check_types(program: &Program, model: DataModel) -> usize {
    let mut rest = program.sites();
    let count = rest.len();
    while !rest.is_empty() {
        let mut end = 0;
        let mut chosen: Vec<Site> = Vec::new();
        rest.retain(|site| {
            let free = site.span.start >= end;
            if free {
                end = site.span.end;
                chosen.push(*site);
            }
            !free
        });
        compile(&assert_types(program, &chosen), model);
    }
    count
}

#[test]
fn expressions_have_the_types_that_the_compiler_gives_them() {
    for model in MODELS {
        let Some(program) = parse(EXPRESSIONS, model) else { return };
        assert!(check_types(&program, model) > 120);
    }
}

#[test]
fn expressions_of_random_programs_have_the_right_types() {
    if !(soundline_needs::CSMITH.found() && soundline_needs::CSMITH_HEADERS.found()) {
        return;
    }
    let count: u32 = env::var("SOUNDLINE_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut sites = 0;
    for seed in 1..=count {
        let path = folder.path().join("random.c");
        let seed = (1000 + seed).to_string();
        // gcc has no typeof of bit-fields.
        let generated = Command::new("csmith")
            .current_dir(std::env::temp_dir())
            .args(["--no-bitfields", "--seed", &seed, "-o"])
            .arg(&path)
            .status();
        assert!(generated.expect("csmith is installed").success());
        let arguments = vec!["-I/usr/include/csmith".to_owned()];
        let settings = Settings { arguments, ..Settings::default() };
        let program = clang.read(&path, &settings).expect("csmith writes C");
        sites += check_types(&program, DataModel::Lp64);
    }
    assert!(sites >= 100 * count as usize, "only {sites} expressions");
    println!("{sites} expressions of {count} random programs have the right types");
}

#[test]
#[should_panic(expected = "static assertion failed")]
fn wrong_types_are_noticed() {
    let text = "int f(char c) { return c + 1; }";
    let program = parse(text, DataModel::Lp64).expect("static assertion failed: no libclang");
    let mut sites = program.sites();
    sites.truncate(1);
    let unsigned = IntType { signed: false, ..IntType::INT };
    let mut types = program.types.clone();
    sites[0].ty = types.intern(Type::Int(unsigned));
    let program = Program { types, ..program };
    compile(&assert_types(&program, &sites), DataModel::Lp64);
}

#[test]
fn layouts_are_those_of_the_compiler() {
    let text = "struct A { char a; long b; short c[3]; double d; char e; }; struct P { char a; int b; } \
        __attribute__((packed)); union U { char a[5]; int b; long long c; }; struct N { struct A x; union U y; \
        struct { char p; long double q; }; void *z; int m[2][3]; char flexible[]; }; struct B { int a : 3, b : 7; \
        char c; long long d : 33; _Bool e; }; struct L { char x; _Alignas(16) int y; }; enum E { X = 4000000000 } e; \
        struct N n; struct P p; struct B b; struct L l; int f(void) { return sizeof(struct A); }";
    for model in MODELS {
        let Some(program) = parse(text, model) else { return };
        let mut claims = text.to_owned();
        let mut count = 0;
        for name in ["n", "p", "b", "l"] {
            let variable = program.variables.iter().find(|variable| variable.name == name);
            let Type::Record(id) = *program.types.get(variable.expect("it is declared").ty) else {
                panic!("{name} is a struct");
            };
            let record = program.types.record(id);
            let size = record.size.expect("it is complete");
            let _ = writeln!(claims, "_Static_assert(sizeof {name} == {size}, \"\");");
            for field in
                record.fields.iter().filter(|f| f.bit_width.is_none() && !f.name.is_empty())
            {
                let (at, field_name) = (field.offset_bits / 8, &field.name);
                let offset = format!("__builtin_offsetof({}, {field_name})", record.name);
                let _ = writeln!(claims, "_Static_assert({offset} == {at}, \"\");");
                if let Some(size) = program.types.size(field.ty) {
                    let _ = writeln!(
                        claims,
                        "_Static_assert(sizeof {name}.{field_name} == {size}, \"\");"
                    );
                }
                count += 1;
            }
        }
        assert!(count >= 10);
        compile(claims.as_bytes(), model);
    }
}

/// A constant expression of integers, at random.
fn constant(dice: &mut Dice, depth: usize) -> String {
    const LEAVES: [&str; 18] = [
        "0",
        "1",
        "7",
        "-1",
        "42u",
        "2147483647",
        "4294967295u",
        "1L",
        "3UL",
        "-5LL",
        "18446744073709551615ULL",
        "'a'",
        "'\\xff'",
        "sizeof(long)",
        "0x80000000",
        "(short)-3",
        "(unsigned char)200",
        "(_Bool)9",
    ];
    const OPERATORS: [&str; 18] = [
        "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&",
        "||",
    ];
    const CASTS: [&str; 8] = [
        "char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long long",
    ];
    if depth == 0 || dice.roll(6) == 0 {
        return LEAVES[dice.roll(LEAVES.len())].to_owned();
    }
    let operand = constant(dice, depth - 1);
    match dice.roll(8) {
        0 => format!("(-{operand})").replace("--", "- -"),
        1 => format!("(~{operand})"),
        2 => format!("(!{operand})"),
        3 => format!("(({})({operand}))", CASTS[dice.roll(CASTS.len())]),
        _ => {
            let other = constant(dice, depth - 1);
            format!("({operand} {} {other})", OPERATORS[dice.roll(OPERATORS.len())])
        }
    }
}

#[test]
fn constants_have_the_values_that_the_compiler_gives_them() {
    for model in MODELS {
        let mut dice = Dice(7);
        let expressions: Vec<String> = (0..600).map(|_| constant(&mut dice, 4)).collect();
        let mut text = String::new();
        for (number, expression) in expressions.iter().enumerate() {
            let _ = writeln!(text, "unsigned long long f{number}(void) {{ return {expression}; }}");
        }
        let Some(program) = parse(&text, model) else { return };
        let mut claims = String::new();
        let mut count = 0;
        for ((_, _, cfg), expression) in program.bodies().zip(&expressions) {
            // Undefined ones are not computed, and those with branches are no single value.
            let [block] = &cfg.blocks[..] else { continue };
            let Terminator::Return(Some(value)) = &block.terminator else { continue };
            if let (Some(value), 0) = (value.as_int(), cfg.checks) {
                let claim = format!("(unsigned long long)({expression}) == {value}ULL");
                let _ = writeln!(claims, "_Static_assert({claim}, \"\");");
                count += 1;
            }
        }
        assert!(count > 250, "only {count} were computed");
        compile(claims.as_bytes(), model);
    }
}

#[test]
fn data_models_differ() {
    let text =
        "long f(long x, int *p) { return sizeof(p) + sizeof(long double) + (x = 4294967296); }";
    let dump = |model| parse(text, model).map(|program| program.dump());
    let (Some(small), Some(large)) = (dump(DataModel::Ilp32), dump(DataModel::Lp64)) else {
        return;
    };
    assert!(small.contains("x = 0\n") && small.contains("return 16"), "{small}");
    assert!(large.contains("x = 4294967296\n") && large.contains("return 4294967320"), "{large}");
}
