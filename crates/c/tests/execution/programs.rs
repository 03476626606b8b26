//! Programs over the whole language that print what they compute. None depends on an order of
//! evaluation that C leaves open.

use super::check;

#[test]
fn arithmetic() {
    check(
        r#"int main(void) {
            unsigned char c = 250; signed char s = -128; unsigned u = 1; long long l = -1;
            short h = 30000; _Bool b = 7; int i = -7; float f = 1.5f; double d = 2.25;
            c += 10; s--; u -= 2; h += h; b++; l >>= 3; i /= 2; i %= 3; f *= c; d += f++;
            printf("%d %d %u %lld %d %d %d %f %f\n", c, s, u, l, h, b, i, f, d);
            printf("%d %d %u\n", s < u, i < u, c << 4 | s);
            printf("%d %d\n", (char)300, (unsigned short)-1);
            c = d; i = -d; u = -1; d = u; printf("%d %d %f %d\n", c, i, d, !f);
        }"#,
    );
}

#[test]
fn side_effects() {
    check(
        r#"int n; int next(void) { return ++n; }
        int sum(int a, int b, int c) { return a * 100 + b * 10 + c; }
        int main(void) {
            int a[5] = {5, 4, 3}, *p = a, i = 0; char t[] = "abc", *q = t;
            *p++ = next() + n; *p++ += 2; i += i + 3 > 2 ? 5 : 7; a[i % 5] = 9; --*p;
            char o[8], *r = o; while ((*r++ = *q++)) ; 
            int x, y; x = y = a[1] = (i, n); x += y -= 2;
            printf("%d %d %d %d %d %d %d %d %s\n", a[0], a[1], a[2], a[3], a[4], i, x, y, o);
            x = next() + 10 * next(); y = sum(i--, 2, next()); printf("%d %d\n", x, y);
            x = n > 3 && next() > 4; y = n > 99 || next(); i = 0 ?: next(); printf("%d %d %d\n", x, y, i);
            printf("%d %ld\n", ({ int z = n; z++; z * 2; }), (long)(p - a));
        }"#,
    );
}

#[test]
fn control_flow() {
    check(
        r#"int f(int x) {
            switch (x) { case 1 ... 3: x += 10; case 4: x++; break; default: x = -x; case -9: x--; }
            switch (x) { if (0) { case 20: x = 1; } else x = 2; }
            return x;
        }
        unsigned g(unsigned u) { switch (u) { case -1: return 1; case 5u: return 2; } return 3; }
        int main(void) {
            for (int i = 0; i < 7; i++) { if (i == 2) continue; if (i == 6) break; printf("%d ", f(i)); }
            int k = 3; do { if (k == 1) continue; printf("k%d ", k); } while (--k);
            int j = 0;
        again: if (j++ < 3) { printf("j%d ", j); goto again; }
            for (;;) { for (;;) { j++; if (j > 9) goto out; if (j & 1) break; } printf("o%d ", j); }
        out: while (1) { while (j-- > 5) if (j == 7) continue; break; }
            printf("%d %d %u %u %u\n", j, f(-9), g(-1), g(5), g(6));
            return j > 3 ? 0 : j < 0 || !k ? 0 : 1;
        }"#,
    );
}

#[test]
fn memory() {
    check(
        r#"struct P { int x, y; struct P *next; unsigned bits : 3; int small : 5; union { int i; float f; }; };
        typedef int (*op)(int); int twice(int v) { return 2 * v; } int inc(int v) { return v + 1; }
        struct P make(int x) { struct P p = { .y = x, .i = 3, .bits = 9 }; return p; }
        struct P list[3] = { { 1, 2, &list[1] }, { .next = list + 2, .x = 3 }, { 5, 6 } };
        int grid[2][3] = { { 1, 2 }, 4, 5, 6 }; char *names[] = { "a", "bc" }; op ops[] = { twice, inc };
        int sum(int m[][3], int n) { int s = 0; while (n--) for (int i = 0; i < 3; i++) s += m[n][i]; return s; }
        static int counter(void) { static int count = 5; return count++; }
        int main(void) {
            struct P a = make(4), *p = &a, b; b = a; b.small = 17; b.bits += 7; p->next = &b; p->next->x = b.small--;
            for (struct P *q = list; q; q = q->next) printf("%d %d, ", q->x, q->y);
            printf("%d %d %d %u %d %d\n", a.y, b.x, b.small, b.bits, make(8).y, a.i);
            printf("%d %s %c %d %d\n", sum(grid, 2), names[1], "xyz"[1], ops[0](5), (*ops[1])(5));
            printf("%d %d %d\n", *(*(grid + 1) + 2), 1[grid][0], counter() + counter() * 10);
            int (*row)[3] = grid; row++; printf("%d %ld\n", (*row)[1], (long)(&row[0][2] - *row));
            int *m = malloc(4 * sizeof *m); memset(m, 0, 16); m[3] = (struct P){ 7, 8 }.y; printf("%d\n", m[3]);
            printf("%zu %zu\n", sizeof(struct P), sizeof grid / sizeof *grid);
        }"#,
    );
}

#[test]
fn initialisers() {
    check(
        r#"struct I { int a; struct { char c[4]; int d[2]; } in; short e; } all[] = {
            1, { "ab", { 2 } }, 3, 4, "xyz", 5, 6, 7, [4] = { .in.d[1] = 8, 9 } };
        union U { char c; int i; } u = { 65 }, v = { .i = 66 };
        int main(void) {
            int n = 3, a[6] = { [1] = n, n + 1, [5] = n * 2 }; char s[3] = "abc", t[] = { "de" }; int z = { 4 };
            struct I l = { n, { .d = { 1, n } } }; int w[] = { L'a', [3] = 4 };
            printf("%d %d %d %d %c%c%c %s %d\n", a[0], a[1], a[2], a[5], s[0], s[1], s[2], t, z);
            printf("%d %d %d %zu %d %d\n", l.a, l.in.d[1], l.e, sizeof w, u.c, v.i);
        }"#,
    );
}

#[test]
fn assertions_and_asserted_conditions() {
    check(
        r#"
        #include <assert.h>
        int calls; int f(int v) { calls++; return v; }
        int main(void) {
            assert(f(1) && f(2)); assert(f(0) || f(3)); assert(!(f(0) && f(1))); assert(f(5) > 4 ? f(1) : 0);
            if (!f(1)) abort();
            printf("calls %d of a good many\n", calls);
        }"#,
    );
}

#[test]
fn scopes_and_storage() {
    check(
        r#"int x = 1; static int y[3] = { [1] = 5 }; extern int z; int z = 7;
        int f(int x) { static int y = 10; { static int y = 100; y += x; x = y; } y++; return x + y; }
        int depth(int n) { static int calls; calls++; return n ? depth(n - 1) + n : calls; }
        int main(void) {
            int a = f(1), b = f(2); printf("%d %d %d %d %d\n", a, b, x, y[1], z);
            for (int x = 0; x < 2; x++) { int x = 5; x++; printf("%d ", x); { int x = 9; printf("%d ", x); } }
            printf("%d %d\n", x, depth(5));
            { extern int x; x += 3; } printf("%d %s %zu\n", x, __func__, sizeof(__func__));
            enum { A = 3, B } e = B;
            printf("%d %d\n", e, A);
        }"#,
    );
}

#[test]
fn duffs_device_and_other_jumps() {
    check(
        r#"void copy(char *to, const char *from, int count) {
            int n = (count + 3) / 4;
            switch (count % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++;
                case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); }
        }
        int loop(int n) { int s = 0;
            while (n > 0) { switch (n-- % 3) { case 0: continue; case 1: break; default: if (n > 6) goto end; s += n; } s++; }
        end: return s; }
        long long wide(long long v) { switch (v) { case 0x100000000LL: return 1; case -1: return 2; default: return v >> 3; } }
        int main(void) {
            char b[20] = ""; copy(b, "hello, world!", 13); printf("%s\n", b);
            for (int i = 0; i < 12; i++) printf("%d ", loop(i));
            printf("%lld %lld %lld\n", wide(1LL << 32), wide(-1), wide(-99));
            int k = 0; { top: k++; if (k < 3) goto top; } do { if (k == 5) break; } while (k++ < 9); printf("%d\n", k);
        }"#,
    );
}

#[test]
fn conversions_at_the_edges() {
    check(
        r#"int main(void) {
            int m = -2147483647 - 1; unsigned u = m; long l = m; unsigned long ul = m; unsigned short us = m - 1; char c = 255;
            printf("%u %ld %lu %d %d\n", u, l, ul, us, c); printf("%d %d %d\n", c == 255, -1 < 1u, (short)40000 < 0);
            printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 % -2, -8 >> 1); printf("%u %d\n", 1u << 31, (int)(1u << 31) >> 31);
            unsigned char a = 200, b = 100; printf("%d %d %d\n", a + b, (unsigned char)(a + b), a - b - b - b);
            _Bool t = 0.25, z = 0, p = &t != 0; t &= 6; z |= 2; z++; p--; printf("%d %d %d\n", t, z, p);
            float f = 16777217; double d = f; long double e = 1.0L / 3; printf("%.1f %.1f %.6Lf %d\n", f, d, e, (int)-2.7);
            printf("%lu %d\n", (unsigned long)3e9, (unsigned char)300.0 == 44 || 1); long long big = 1e15; int *q = (int *)big;
            printf("%lld %d %d\n", (long long)q, q > (int *)0, !q); unsigned long long w = -1; w = w * w + (w >> 63) - ~w; printf("%llu\n", w);
            int s = 3; s <<= s; s ^= -1; s |= 1 << 4; s &= ~2; s >>= 1; printf("%d\n", s); c = c++ + 1 ? c : 0; printf("%d\n", c);
        }"#,
    );
}

#[test]
fn nested_values() {
    check(
        r#"struct V { int x[2]; struct { short s; unsigned long long b : 33; } in; }; union W { struct V v; char raw[32]; };
        struct V vec(int a) { return (struct V){ { a, a + 1 }, { .s = a, .b = -1 } }; } int id(int v) { return v; }
        struct V pick(int c, struct V a, struct V b) { return c ? a : b; } int (*get(int i))(int) { return i ? id : abs; }
        int main(void) {
            union W w = { 0 }; w.v = pick(id(0), vec(1), vec(-5)); struct V *p = &w.v, q[2] = { *p, vec(3) };
            printf("%d %d %d %llu\n", p->x[1], q[1].x[0], q->in.s, (unsigned long long)p->in.b);
            p->in.b++; q[p->x[1] == -4].x[id(1)] += vec(7).x[1]; printf("%llu %d\n", (unsigned long long)p->in.b, q[1].x[1]);
            printf("%d %d %d\n", get(0)(-3), get(1)(-3), (id(1) ? abs : id)(-9)); int i = 0, a[4] = { 0 };
            a[i++] = id(i) + 10; a[i] = i; i = (a[1] ? id(2), 3 : 4) + (i > 5 || (i = 8)); printf("%d %d %d\n", a[0] > 9, a[1], i);
            int *r = (int[]){ 1, 2, 3 }, **rr = &r; (*rr)++; *++*rr += 40; printf("%d %ld\n", *r, (long)(*rr - r));
            char *s = "one\0two"; printf("%s %zu %d\n", s + 4, sizeof "one\0two", "\x7f\101"[1]); s = i ? "yes" : "no"; puts(s);
            printf("%d %d\n", ({ int j = 0; while (j < 5) j += 2; j; }), ({ __label__ l; int j = 1; l: if (j++ < 4) goto l; j; }));
        }"#,
    );
}
