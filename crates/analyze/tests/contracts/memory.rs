//! Members and other places in memory: what the function itself assigned there last, and whether it compared it with null.

use super::check;

const TYPES: &str = "struct t { int a, b; };\nstruct s { struct t *t, *u; int n; };\nstruct t *make(void);\nvoid other(void);\nint one(const struct s *p, unsigned k) { return p->n % k; }\n";

/// What a function needs of `p` and others.
fn needs(body: &str, contracts: &[&str], warnings: &[&str]) {
    let text = format!("{TYPES}{body}");
    let one = ["one requires `p` is valid for 24 bytes, `k != 0`"];
    check(&text, &[&one[..], contracts].concat(), warnings);
}

#[test]
fn a_member_holds_what_was_assigned_to_it() {
    let p = "f requires `p` is valid to write for 24 bytes";
    let result = "`make()` is valid for 8 bytes, where it is used";
    needs("int f(struct s *p) { p->t = make(); return p->t->a; }", &[p, result], &[]);
    // Other members of the same struct, functions that write nothing, and what the pointer itself leads to are something else.
    needs(
        "int f(struct s *p) { p->t = make(); p->u = 0; p->n = one(p, 1); return p->t->a; }",
        &["f requires `p` is valid to write for 24 bytes", result],
        &[],
    );
    needs(
        "int f(struct s *p) { p->t = make(); p->t->b = 1; return p->t->a; }",
        &[p, "`make()` is valid to write for 8 bytes, where it is used"],
        &[],
    );
    // On both ways.
    needs(
        "int f(struct s *p, struct t *q, int n) { if (n) p->t = make(); else p->t = q; return p->t->a; }",
        &[&format!("{p}, `q` is valid for 8 bytes"), result],
        &[],
    );
    // Numbers, too.
    needs(
        "int f(struct s *p, int n) { p->n = n; return 1 << p->n; }",
        &["f requires `p` is valid to write for 24 bytes, `0 <= n && n <= 31`"],
        &[],
    );
}

#[test]
fn what_may_be_written_since_is_not_what_was_assigned() {
    let p = "f requires `p` is valid to write for 24 bytes";
    let member = "`struct s.t` is valid for 8 bytes, where it is used";
    for body in [
        "p->t = make(); other(); return p->t->a;",
        "if (p->n) p->t = make(); return p->t->a;",
        "p->t = make(); q->t = q->u; return p->t->a;",
        "p->t = make(); p = q; return p->t->a;",
        "p->t = make(); *c = 1; return p->t->a;",
    ] {
        let text = format!("{TYPES}int f(struct s *p, struct s *q, char *c) {{ {body} }}");
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
        assert!(words.iter().any(|one| one == member), "{body}: {words:?}");
        assert!(!words.iter().any(|one| one.contains("make()")), "{body}: {words:?}");
    }
    // What leads there may be another struct.
    needs(
        "struct l { struct l *next; int v; };\nint g(struct l *p, struct l *q) { p->next->next = q; return p->next->next->v; }",
        &[
            "g requires `p` is valid for 16 bytes",
            "`struct l.next` is valid to write for 16 bytes, where it is used",
        ],
        &[],
    );
    needs("int f(volatile struct s *p) { p->t = make(); return p->t->a; }", &[p], &["6 access"]);
}

#[test]
fn members_that_are_compared_with_null_may_be_null() {
    let null = "`struct s.t` is null or valid for 8 bytes, where it is used";
    for body in [
        "if (p->t) return p->t->a; return 0;",
        "return p->t && p->t->a;",
        "return p->t == 0 || p->t->a;",
        "return p->t ? p->t->a : 1;",
        "if (!p->t) return 0; return p->t->a;",
        "if (p->t != (void *)0) { one(p, 1); p->n = 1; return p->t->a; } return 0;",
        "struct t *t = p->t; if (!t) return 0; p->t = t; return p->t->a;",
        "if (!p->t) return 0; struct t *t = p->t; return t->a;",
    ] {
        let text = format!("{TYPES}int f(struct s *p, struct s *q) {{ {body} }}");
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
        assert!(words.iter().any(|one| one == null), "{body}: {words:?}");
    }
    let valid = "`struct s.t` is valid for 8 bytes, where it is used";
    for body in [
        "if (p->t) other(); return p->t->a;",
        "if (p->t) { other(); return p->t->a; } return 0;",
        "if (p->t) { q->t = q->u; return p->t->a; } return 0;",
        "if (p->t) { p = q; return p->t->a; } return 0;",
        "if (q->t) return p->t->a; return 0;",
        "if (p->u) return p->t->a; return 0;",
    ] {
        let text = format!("{TYPES}int f(struct s *p, struct s *q) {{ {body} }}");
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
        assert!(words.iter().any(|one| one == valid), "{body}: {words:?}");
    }
    // Functions, too.
    check(
        "struct s { int (*call)(void); };\nint f(struct s *p) { return p->call ? p->call() : 0; }",
        &[
            "f requires `p` is valid for 8 bytes",
            "`struct s.call` is null or a function of its type, where it is used",
        ],
        &[],
    );
}

#[test]
fn globals_and_members_of_variables_hold_what_was_assigned() {
    let result = "`make()` is valid for 8 bytes, where it is used";
    for body in [
        "g = make(); return g->a;",
        "v.t = make(); return v.t->a;",
        "struct s own; own.t = make(); return own.t->a;",
    ] {
        let all = ["one requires `p` is valid for 24 bytes, `k != 0`", result];
        check(&format!("{TYPES}struct t *g; struct s v;\nint f(void) {{ {body} }}"), &all, &[]);
    }
    for body in [
        "g = make(); other(); return g->a;",
        "g = make(); *c = 1; return g->a;",
        "if (c) g = make(); return g->a;",
    ] {
        let text = format!("{TYPES}struct t *g;\nint f(char *c) {{ {body} }}");
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
        assert!(!words.iter().any(|one| one.contains("make()")), "{body}: {words:?}");
    }
}

/// Another thread may have changed it. That is said where it is the reason.
#[test]
fn with_threads_no_member_is_known() {
    let threads = "int thrd_create(void **, int (*)(void *), void *);\nint run(void *p) { return p != 0; }\nint start(void *id) { return thrd_create(&id, run, 0); }\n";
    let text =
        format!("{TYPES}{threads}int f(struct s *p) {{ if (p->t) return p->t->a; return 0; }}");
    let Some(clang) = super::support::clang() else { return };
    let (_, analysis) = super::analysed(&clang, &text);
    let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
    let member = "`struct s.t` is valid for 8 bytes, where it is used";
    assert!(words.iter().any(|one| one == member), "{words:?}");
    let changes = "another thread may change it at any time, since the program uses `thrd_create`";
    let own = analysis.contracts.iter().find(|one| one.words() == member);
    assert_eq!(own.and_then(|one| one.why.as_deref()), Some(changes));
    let why = |name: &str, start: &str, body: &str| {
        let text = format!(
            "{TYPES}{start}\nvoid *malloc(unsigned long);\nint f(struct s *p) {{ {body} }}"
        );
        let (_, analysis) = super::analysed(&clang, &text);
        let own = analysis.checks.iter().filter(|one| one.is_warning());
        let all: Vec<&str> = own.filter_map(|one| one.why.as_deref()).collect();
        let told = format!("may have changed the pointer, since the program uses `{name}`");
        all.iter().any(|why| why.contains(&told))
    };
    let signal = "void (*signal(int, void (*)(int)))(int);\nvoid run(int n) { }\nvoid start(void) { signal(1, run); }";
    let allocated = "p->t = malloc(8); if (!p->t) return 0; p->t->b = 1; return p->t->a;";
    let length = "unsigned long strlen(const char *); char *name, text[8];";
    let measured = "name = &text[p->n]; other(); return strlen(name) + strlen(name);";
    for (name, start) in [("thrd_create", threads), ("signal", signal)] {
        assert!(why(name, start, allocated), "{name}");
        assert!(why(name, &format!("{start}\n{length}"), measured), "{name}");
        assert!(!why(name, start, "p->t = malloc(8); other(); return p->t->a;"), "{name}");
        assert!(!why(name, start, "return p->t->a;"), "{name}");
    }
    assert!(!why("thrd_create", "", allocated));
}

/// A call changes no member of a variable whose address nobody has.
#[test]
fn members_of_local_variables_stay() {
    let head = "struct p { int a; };\nstruct fs { struct p *f; };\nstruct p *make(void);\nvoid other(void);\nvoid use(struct fs *);\n";
    check(
        &format!(
            "{head}void f(void) {{\n struct fs s;\n s.f = make();\n other();\n s.f->a = 1;\n}}"
        ),
        &["`make()` is valid to write for 4 bytes, where it is used"],
        &[],
    );
    check(
        &format!(
            "{head}void f(void) {{\n struct fs s;\n use(&s);\n s.f = make();\n other();\n s.f->a = 1;\n}}"
        ),
        &[],
        &["11 access"],
    );
}
