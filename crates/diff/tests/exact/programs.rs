//! Programs in which a misplaced check would see another value, or do what is not defined.

/// Evaluating `a[i]`, `*p` or `x / y` where the guard is false would be caught by a sanitizer.
pub const GUARDS: &str = "
extern int __VERIFIER_nondet_int(void);
static int find(const int *a, int n, int wanted) {
    int i = 0;
    while (i < n && a[i] != wanted)
        i++;
    return i < n ? a[i] : -1;
}
struct node { int value; struct node *next; };
int main(void) {
    int a[4] = { 3, 1, 4, 1 }, n = 4, x = __VERIFIER_nondet_int() % 9, y = x % 3;
    struct node last = { 9, 0 }, first = { 7, &last };
    struct node *p = &first;
    int found = find(a, n, x);
    if (y != 0 && x / y > 1)
        found++;
    if (y == 0 || x % y == 0)
        found += 2;
    found += y ? x / y : x - y;
    while (p && p->value != x)
        p = p->next;
    if (!p || p->value < 8)
        found += p ? p->value : 100;
    return found + (p != 0 && p->next != 0 ? p->next->value : n);
}
";

/// Conditions, steps and bodies are evaluated in every iteration, with other values.
pub const LOOPS: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() & 7, sum = 0, i, j;
    for (i = n - 1; i >= 0; i = i - 1)
        for (j = i; j < n; j += i + 1)
            sum += i * j;
    do
        sum = sum / 2;
    while (sum > 3 + n);
    while (n--)
        if (n == 3)
            continue;
        else
            sum += n;
    for (int k = n + 1; k < 3; k++)
        sum -= k;
    return sum;
}
";

/// Where a statement stands alone under `if`, `else`, a loop or a label, two need braces.
pub const BRACELESS: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0, z = 5;
    if (x > 0) y = x % 10; else if (x < -5) y = x % 7; else y = z;
    if (y) if (x) z = y + 1; else z = y + 2;
    for (int i = 0; i < 3; i++) if (i == y) z += i; else z -= i;
    while (z > 20) z = z - y - 9;
    switch (x & 3) {
    case 0: z = y + z;
    case 1: if (z) y = z; break;
    case 2: return y - z;
    default: z++, y = z + 1;
    }
    if (x & 4) goto out;
    y = z * 2;
out: z = y + 3;
    if (z) return z; else return y;
}
";

/// A declaration keeps its scope; later initialisers depend on earlier ones.
pub const DECLARATIONS: &str = "
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int twice(int x) { int y = x + x; return y; }
int main(void) {
    int x = __VERIFIER_nondet_int() % 100, y = x + 1, z = y * 2 - x;
    int a[3] = { x, y + z, a[0] == x ? 4 : 5 };
    struct pair p = { .b = x - 1, .a = y }, q = p;
    const int s = sizeof(s) + a[1];
    static int count = 3;
    for (int x = y, i = x; i < y + 2; i++) {
        int y = i + count;
        count = y % 17 + x % 2;
    }
    { int x = z; z = x + twice(x) + q.b; }
    return s + p.a + z + count + a[2];
}
";

/// Assignments, steps and calls inside expressions, with the order that C defines.
pub const EFFECTS: &str = "
extern int __VERIFIER_nondet_int(void);
int g;
int bump(int by) { g += by; return g; }
int main(void) {
    int x = __VERIFIER_nondet_int() % 50, y = 3, a[4] = { 1, 2, 3, 4 }, i = 0;
    y = (x += 2, x + y);
    if (i++ < 2 && a[i] > 1) y += a[i];
    x = bump(y) > 5 ? g : -g;
    a[i & 3] = x = y - 1;
    y = x++ + 5;
    y += bump(x) + y * 2;
    bump(g), y = g + 1;
    (void)(y = g, g + y);
    return a[(g & 1) ? i : 0] + y;
}
";

/// The type of a check is that of its expression: no promotion may get lost.
pub const WIDTHS: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
struct fields { unsigned a : 3; int b : 5; _Bool c; unsigned char d; };
enum colour { RED, GREEN = 7 };
int main(void) {
    unsigned char u = __VERIFIER_nondet_uchar();
    signed char s = (signed char)(u >> 1);
    unsigned w = u * 16777216u;
    long long ll = __VERIFIER_nondet_longlong() / 4;
    unsigned long long ull = (unsigned long long)ll * 3u;
    struct fields f = { u & 7, (u & 15) - 8, u > 9, 250 };
    enum colour e = u & 1 ? RED : GREEN;
    int r = 0;
    if (-1 < (int)u) r += 1;
    if (f.a - 8 < 0) r += 2;
    if (f.b < f.a) r += 4;
    if (w > 2147483648u) r += 8;
    if (ull > (unsigned long long)ll) r += 16;
    if (f.c + f.d > 250) r += 32;
    if (s - u < w) r += 64;
    if (e == GREEN && ~u < 0) r += 128;
    u = u + f.d;
    return r + (ll % 5 == e) + u;
}
";

/// Labels and jumps between checked statements.
pub const JUMPS: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 15, n = 0;
again:
    n = n + x;
    if (n > 60) goto done;
    if (x == 0) { x = n + 1; goto again; }
    x = x - 1;
    if (x % 3 == 1) goto again;
    n += 2;
    goto again;
done:
    return n - x;
}
";

/// Seeds that the interpreter runs as well.
pub const OF_THE_CORPUS: &[&str] = &[
    "loops-goto-retry",
    "loops-phases",
    "arrays-partition",
    "arrays-matrix",
    "pointers-aliases",
    "pointers-list",
    "pointers-functions",
    "recursion-tree",
    "bits-fields",
    "bits-crc",
    "structs-dates",
    "structs-account",
    "structs-stack-machine",
    "machine-door",
    "unsigned-mixed",
    "unsigned-multiply",
    "sorting-heap",
    "sorting-merge",
    "parsing-expression",
    "parsing-utf8",
    "protocol-packet",
    "protocol-cache",
];
