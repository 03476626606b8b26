//! What is one warning beside contracts: places in one macro, counters, and accesses where ways meet.

use super::{analysed, check, support};
use soundline_analyze::Kind;

/// Why control may get to places that it is said not to get to, one for each warning.
fn reached(text: &str) -> Vec<Option<String>> {
    let Some(clang) = support::clang() else { return Vec::new() };
    let (_, analysis) = analysed(&clang, text);
    let own = analysis.checks.iter().filter(|check| check.kind == Kind::Unreachable);
    own.filter(|check| check.is_warning()).map(|check| check.why.clone()).collect()
}

#[test]
fn places_in_one_line_that_are_not_to_be_reached_are_one_warning() {
    if support::clang().is_none() {
        return;
    }
    let text =
        "#define PICK(x) switch (x) { case 1: return 1; case 2: return 2; } __builtin_unreachable()
#define BOTH(a, b) if (a) { PICK(a); } PICK(b)
int f(int a, int b) {
  BOTH(a, b);
}";
    assert_eq!(reached(text), [Some("2 of these in this line may be reached".to_owned())]);
    let apart = "int f(int a, int b) {\n if (a == 1) __builtin_unreachable();\n if (b == 1) __builtin_unreachable();\n return 0;\n}";
    assert_eq!(reached(apart), [None, None]);
}

const ASSERT: &str = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, \"f\", 1, \"f\"))
";

#[test]
fn a_counter_that_is_taken_back_is_one_cause() {
    let body = "void f(const int *in) {
  int stack[16], size = 0, a = in[0];
  for (;;) {
    if (a == 1) {
      assert(size < 16);
      stack[size++] = a;
      assert(size < 16);
      stack[size++] = in[a];
      a = in[a + 1];
    } else {
      if (size == 0) return;
      a = stack[--size];
    }
  }
}";
    let needed = "f requires `in` is valid for as many bytes as are used";
    check(&format!("{ASSERT}{body}"), &[needed], &["7 assertion"]);
    // What is assigned otherwise counts nothing.
    let other = body.replace("stack[--size]", "stack[size -= a]");
    let warnings = &["7 assertion", "8 index", "9 assertion", "10 index", "14 index"];
    check(&format!("{ASSERT}{other}"), &[needed], warnings);
}

#[test]
fn a_pointer_is_followed_back_past_ways_that_meet() {
    let text = "struct o { struct o *next; int m; };
void f(struct o **p, struct o *old, int all) {
  struct o *c;
  while ((c = *p) != old) {
    if (c->m || all)
      c->next = 0;
    p = &c->next;
  }
}";
    check(text, &[], &["4 access", "5 access"]);
    // One of the ways has another pointer.
    let other = text.replace("c->m || all", "(c->m ? (c = old, 0) : 1) || all");
    check(&other, &[], &["4 access", "5 access", "6 access"]);
}

#[test]
fn the_checks_of_one_division_are_one_cause() {
    let Some(clang) = support::clang() else { return };
    let text = "int f(int *p, int x) {
  int y = *p >> 3;
  *p = 0;
  return x / y
      + x / y;
}";
    let (program, analysis) = analysed(&clang, text);
    let open = analysis.checks.iter().filter(|check| check.is_warning());
    let lines: Vec<u32> = open.map(|check| program.source.locate(check.span.start).line).collect();
    assert_eq!(lines, [4], "{:?}", analysis.checks);
    let said = analysis.assumptions.iter().map(|made| format!("{:?}", made.predicate));
    let both = "`y` is not 0, and `x / y` does not overflow, wherever that is checked";
    assert!(said.into_iter().any(|said| said.contains(both)), "{:?}", analysis.assumptions);
}

#[test]
fn freeing_other_new_memory_changes_no_cause() {
    let text = "void *malloc(unsigned long);
void free(void *);
int bad(char *, char *);
int f(void) {
  char *a = malloc(100), *b = malloc(100);
  if (bad(a, b)) {
    free(a);
    free(b);
    return 1;
  }
  free(a);
  free(b);
  return 0;
}";
    check(text, &[], &["7 free", "8 free"]);
    // A copy may be what was freed.
    let copy = text.replace("*b = malloc(100)", "*b = bad(0, 0) ? a : malloc(100)");
    check(&copy, &[], &["7 free", "8 free", "12 free"]);
}

#[test]
fn regions_behind_one_unknown_pointer_are_one_cause() {
    let text = "void *memset(void *, int, unsigned long);
extern char *volatile where;
char *step(char *p);
void f(unsigned long n, unsigned long m, int way) {
  char *p = 0;
  for (int i = 0; i < way; i++) p += n;
  if (way == 7) memset(p, 0, n);
  else memset(p, 1, m);
}";
    check(text, &[], &["7 access"]);
    // Another value is another cause.
    let other = text.replace("else memset", "else p += m, memset");
    check(&other, &[], &["7 access", "8 access"]);
}
