//! Whether calls satisfy contracts: each call once, and on what that rests.

use super::{analysed, check, support};
use soundline_analyze::{Analysis, Contract, Status};

fn named<'a>(analysis: &'a Analysis, name: &str) -> &'a Contract {
    let mut all = analysis.contracts.iter();
    all.find(|one| one.name == name).unwrap_or_else(|| panic!("{name}: {:?}", analysis.contracts))
}

/// A call that satisfies a contract because of a check before it rests on what that check rests on.
#[test]
fn what_a_call_rests_on_is_named() {
    let Some(clang) = support::clang() else { return };
    let texts = [
        "int f(struct n *p) { p->t = 1; return g(p); }",
        "struct n *get(void);\nint f(void) { struct n *p = get(); p->v = 1; return g(p); }",
        "struct h { struct n *p; };\nint f(struct h *h) { struct n *p = h->p; p->v = 1; return g(p); }",
    ];
    for text in texts {
        let text = format!(
            "struct n {{ int t, v; }};\nstatic int g(struct n *p) {{ return p->v; }}\n{text}"
        );
        let (_, analysis) = analysed(&clang, &text);
        let contract = named(&analysis, "g requires");
        assert_eq!(contract.status, Status::Verified, "{text}");
        assert!(!contract.provided.is_empty(), "{text}");
    }
}

/// A static function that nobody calls cannot run.
#[test]
fn what_nothing_calls_needs_nothing() {
    let text = "static inline int g(int *p) { return *p; }\nint f(int x) { return x; }";
    check(text, &["checked: g requires `p` is valid for 4 bytes"], &[]);
}

/// A call that is evaluated in one of several orders is one call, and both orders need what one needs.
#[test]
fn orders_of_evaluation_are_one_call() {
    let Some(clang) = support::clang() else { return };
    let text = "static int t[10], x;\nstatic int g(int i) { return t[i]; }\nstatic int bump(void) { x = 50; return 0; }\nint f(void) { x = 3; return g(x) + bump(); }";
    let (_, analysis) = analysed(&clang, text);
    let why = named(&analysis, "g requires").why.clone();
    assert_eq!(why.as_deref(), Some("its call may not satisfy it"));
    let text = "int op(int, int);\nstruct net { int fd; };\nint f(struct net *c) { return op(c->fd, op(3, 4)); }";
    let (_, analysis) = analysed(&clang, text);
    assert!(named(&analysis, "f requires").certain);
}

/// The bytes behind one value of a pointer that moves on have one cause.
#[test]
fn bytes_behind_one_pointer_are_one_root() {
    let Some(clang) = support::clang() else { return };
    let text = "int flush(void);\nstruct str { const char *at, *end; };\nint f(const char *v, long n) {\n struct str s; int r = 0;\n s.at = v; s.end = v + n;\n while (s.at != s.end) { if (!flush()) return 0; r += *s.at++; r += *s.at++; r += s.at[1]; }\n return r;\n}";
    let (_, analysis) = analysed(&clang, text);
    let roots: Vec<_> = analysis.checks.iter().filter(|check| check.is_warning()).collect();
    assert_eq!(roots.len(), 1, "{roots:?}");
    let id = roots[0].root.expect("others depend on it");
    let made = analysis.assumption(id).expect("it is there");
    let words = made.predicate.as_ref().expect("it is said").to_string();
    assert!(words.contains("4 bytes can be read"), "{words}");
}
