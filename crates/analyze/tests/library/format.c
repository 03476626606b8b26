// Formats: what is written to buffers, to streams, and read from strings.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
extern int __VERIFIER_nondet_int(void);
extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...), __vprintf_chk(int, const char *, va_list);
extern int __vfprintf_chk(FILE *, int, const char *, va_list), __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
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
    return 0;
}
