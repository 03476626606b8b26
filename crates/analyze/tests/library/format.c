// Formats: what is written to buffers, to streams, and read from strings.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...), __vprintf_chk(int, const char *, va_list);
extern int __vfprintf_chk(FILE *, int, const char *, va_list), __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __asprintf(char **, const char *, ...), __asprintf_chk(char **, int, const char *, ...), __vasprintf_chk(char **, int, const char *, va_list);
extern int __isoc99_sscanf(const char *, const char *, ...), __isoc99_fscanf(FILE *, const char *, ...), __isoc99_scanf(const char *, ...);
#define USE(n) (void)(n)

static void lists(char *to, int which, const char *format, ...) {
    va_list l;
    va_start(l, format);
    int r = 0;
    switch (which) {
    case 0: r = vprintf(format, l); break;
    case 1: r = vfprintf(stdout, format, l); break;
    case 2: r = __vprintf_chk(1, format, l); break;
    case 3: r = __vfprintf_chk(stdout, 1, format, l); break;
    case 4: r = vsprintf(to, format, l); break;
    case 5: r = vsnprintf(to, 8, format, l); break;
    case 6: r = __vsprintf_chk(to, 1, 8, format, l); break;
    case 7: r = __vsnprintf_chk(to, 8, 1, 8, format, l); break;
    }
    va_end(l);
    USE(r);
}

static void buffers(int n) {
    { char b[8] = "abcdefg"; int r = sprintf(b, "%d", n & 255), c = b[5], d = b[0]; USE(r), USE(c), USE(d); }
    { char b[8] = "abcdefg"; int r = sprintf(b, "x"), c = b[5], d = b[0], e = b[1]; USE(r), USE(c), USE(d), USE(e); }
    { char b[8] = "abcdefg"; int r = sprintf(b, "%s%c", "ab", 'c'), d = b[3]; USE(r), USE(d); }
    { char b[12] = "abcdefghijk"; int r = sprintf(b, "%5x|%-3s", n & 15, "z"), d = b[9], e = b[10]; USE(r), USE(d), USE(e); }
    { char b[8] = "abcdefg"; int r = snprintf(b, 4, "%d", n), d = b[3], e = b[4]; USE(r), USE(d), USE(e); }
    { char b[8] = "abcdefg"; int r = snprintf(b, 0, "12345"), d = b[0]; USE(r), USE(d); }
    { char b[8] = "abcdefg"; int r = snprintf(b, 8, "%s", "longer than that"), d = b[7]; USE(r), USE(d); }
    { int r = snprintf(0, 0, "%d", n); USE(r); }
    { char b[8] = "abcdefg"; int r = __sprintf_chk(b, 1, 8, "%d", n & 7), d = b[1]; USE(r), USE(d); }
    { char b[8] = "abcdefg"; int r = __snprintf_chk(b, 4, 1, 8, "%s", "xyz!"), d = b[3]; USE(r), USE(d); }
    { int count = 7, r = printf("ab%n", &count), c = count; USE(r), USE(c); }
    { long count = 7; int r = printf("%d%ln\n", n, &count), c = (int)count; USE(r), USE(c); }
    for (int which = 0; which < 8; which++) {
        char b[8] = "abcdefg";
        lists(b, which, "%d.", n & 15);
        int c = b[0], d = b[7];
        USE(c), USE(d);
    }
    { char b[8] = "abcdefg"; int k = 9; lists(b, 5, "ab%n", &k); int c = k, d = b[0]; USE(c), USE(d); }
}

// How long the results are, and what is left of them.
static void lengths(int n) {
    unsigned u = (unsigned)n;
    long l = (long)n * n;
    char b[64], s[8] = "abc";
    { int r = snprintf(b, sizeof b, "%d", n & 255); int c = b[0], d = b[3]; USE(r), USE(c), USE(d); }
    { int r = snprintf(b, sizeof b, "%d", (n & 15) - 7); int c = b[0]; USE(r), USE(c); }
    { int r = snprintf(b, sizeof b, "%+d % d", n & 7, n & 7); int c = b[0], d = b[2]; USE(r), USE(c), USE(d); }
    { int r = snprintf(b, sizeof b, "%.0d%.0d", 0, n & 3); USE(r); }
    { int r = snprintf(b, sizeof b, "%5d|%-5d|%05d", n, n & 31, n & 31); int c = b[5]; USE(r), USE(c); }
    { int r = snprintf(b, sizeof b, "%.3d%.20u", n & 3, u); USE(r); }
    { int r = snprintf(b, sizeof b, "%u %x %X %o", u, u, u & 255, u & 7); USE(r); }
    { int r = snprintf(b, sizeof b, "%#x%#o", u, u); USE(r); }
    { int r = snprintf(b, sizeof b, "%02x%02x", u & 255, (u >> 8) & 255), c = b[4], t = (int)strlen(b); USE(r), USE(c), USE(t); }
    { int r = snprintf(b, sizeof b, "%ld %lu %lx", l, (unsigned long)u, (unsigned long)l); USE(r); }
    { int r = snprintf(b, sizeof b, "%hhd %hd %zu", n, n, sizeof b); USE(r); }
    { int r = snprintf(b, sizeof b, "%c%c%c", 'x', n & 127, 300), c = b[0], d = b[1], e = b[3]; USE(r), USE(c), USE(d), USE(e); }
    { int r = snprintf(b, sizeof b, "%3c|%-3c", 'x', 'y'), c = b[3], e = b[7]; USE(r), USE(c), USE(e); }
    { int r = snprintf(b, sizeof b, "%s-%s", s, "de"), c = b[3], e = b[6], t = (int)strlen(b); USE(r), USE(c), USE(e), USE(t); }
    { int r = snprintf(b, sizeof b, "%5s|%.2s|%.9s", s, s, s), c = b[5], e = b[8]; USE(r), USE(c), USE(e); }
    { s[1] = (char)(n & 1); int r = snprintf(b, sizeof b, "%s|", s), t = (int)strlen(s); USE(r), USE(t); s[1] = 'b'; }
    { char w[2] = { 'v', 'w' }; int r = snprintf(b, sizeof b, "%.2s", w), c = b[2]; USE(r), USE(c); }
    { int r = snprintf(b, sizeof b, "\303\251%%"), c = b[0], d = b[2], e = b[3]; USE(r), USE(c), USE(d), USE(e); }
    { int r = snprintf(b, sizeof b, "%.0f %.1f %f", n / 3.0, n / 7.0, 1e300 * 0 + n); USE(r); }
    { int r = snprintf(0, 0, "%e %g %f", 1.0 / (n | 1), 1e-5 * n, 1e308); USE(r); }
    { int r = snprintf(0, 0, "%p", (void *)b); USE(r); }
    { b[2] = 'k'; int r = snprintf(b, 2, "longer"), c = b[0], d = b[1], e = b[2]; USE(r), USE(c), USE(d), USE(e); }
    { b[0] = 'k'; int r = snprintf(b, 1, "%d", n), c = b[0]; USE(r), USE(c); }
    { b[1] = 'k'; int r = snprintf(b, (size_t)(n & 3), "xy"), c = b[0], d = b[1]; USE(r), USE(c), USE(d); }
    { b[3] = 'k'; int r = snprintf(b, (size_t)(n & 3) + 3, "xy"), c = b[0], d = b[2], e = b[3]; USE(r), USE(c), USE(d), USE(e); }
    { errno = 0; int r = sprintf(b, "%m"), some = r > 0; USE(some); }
    { int r = snprintf(b, 0, "%2147483648d", n), no = r < 0; USE(no); }
    { int r = snprintf(b, sizeof b, "%lc", (wint_t)0x20ac), no = r < 0; USE(no); }
    { int r = snprintf(b, sizeof b, "%ls%S", L"", L""), some = r > 0; USE(some); }
}

static char *list(int which, const char *format, ...) {
    va_list l;
    va_start(l, format);
    char *s = 0;
    int r = which ? vasprintf(&s, format, l) : __vasprintf_chk(&s, 1, format, l);
    va_end(l);
    USE(r);
    return r < 0 ? 0 : s;
}

static void given(int n) {
    { char *s = 0; int r = asprintf(&s, "%d", n & 15); if (r >= 0) { int c = s[0], d = s[r], t = (int)strlen(s); USE(c), USE(d), USE(t); s[0] = 'q'; int e = s[0]; USE(e); free(s); } USE(r); }
    { char *s = 0; int r = __asprintf(&s, "ab%s", "c"); if (r > 0) { int c = s[2]; USE(c); free(s); } USE(r); }
    { char *s = 0; int r = __asprintf_chk(&s, 1, "%c", 'x'); if (r > 0) { int c = s[1]; USE(c); free(s); } USE(r); }
    { char *s = list(n & 1, "%d.", n & 7); if (s) { int c = s[0]; USE(c); free(s); } }
}

static void printed(int n) {
    char s[4] = "ab";
    errno = 0;
    { int r = printf("%d %s %f\n", n, s, 1.5), some = r > 0, e = errno; USE(some), USE(e); }
    { int r = fprintf(stdout, "%%"), some = r > 0; USE(some); }
    { int r = dprintf(1, "%c", 'x'), some = r > 0; USE(some); }
    { errno = 0; int r = dprintf(-1, "x"), some = r > 0, e = errno; USE(some), USE(e); }
    { int r = __printf_chk(1, "%d", n), some = r > 0; USE(some); }
    { int r = __fprintf_chk(stdout, 1, "%.2s", s), some = r > 0; USE(some); }
    syslog(LOG_DEBUG, "%s", s);
    { int c = s[0], e = errno; USE(c), USE(e); }
}

static void scanned(void) {
    { int a = 7, b = 8, r = sscanf("12 x", "%d %d", &a, &b), c = a, d = b; USE(r), USE(c), USE(d); }
    { int a = 7, r = sscanf("", "%d", &a), c = a; USE(r), USE(c); }
    { char t[4] = "abc"; int r = sscanf("qwert", "%3s", t), c = t[0], d = t[3]; USE(r), USE(c), USE(d); }
    { char t[4] = "abc"; int r = sscanf("qwert", "%2c", t), c = t[0], d = t[2]; USE(r), USE(c), USE(d); }
    { char t[4] = "abc"; int n = 5, r = sscanf("q]w", "%*c%1[]]%n", t, &n), c = t[0], d = n; USE(r), USE(c), USE(d); }
    { short h = 3; unsigned char k = 4; int r = sscanf("-1 300", "%hd %hhu", &h, &k), c = h, d = k; USE(r), USE(c), USE(d); }
    { double f = 2; float g = 3; int r = sscanf("1.5 2", "%lf%f", &f, &g), c = f == 1.5, d = g > 1; USE(r), USE(c), USE(d); }
    { int a = 7, r = __isoc99_sscanf("0x1f", "%i", &a), c = a; USE(r), USE(c); }
}

int main(void) {
    buffers(__VERIFIER_nondet_int());
    printed(__VERIFIER_nondet_int());
    scanned();
    lengths(__VERIFIER_nondet_int());
    given(__VERIFIER_nondet_int());
    return 0;
}
