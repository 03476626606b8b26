// Bytes and strings: copied, filled, compared, searched, converted.
#define _GNU_SOURCE
#include <errno.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern void *__memmove_chk(void *, const void *, size_t, size_t), *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t), *__stpncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
extern char *__strdup(const char *), *__strndup(const char *, size_t), *__strtok_r(char *, const char *, char **);
extern long __isoc23_strtol(const char *, char **, int);

// Where a pointer is behind the start of a buffer; -1 for null.
#define AT(p, start) ((p) ? (int)((char *)(p) - (char *)(start)) : -1)
#define USE(n) (void)(n)

#define COPIES(X) X(memmove, (b, s, n), (b, s, 3), (b, b + 1, 4)) X(memcpy, (b, s, n), (b, s, 3), (b + 4, s, 2)) \
    X(__memmove_chk, (b, s, n, 8), (b, s, 3, 8), (b, b + 1, 4, 8)) X(__memcpy_chk, (b, s, n, 8), (b, s, 3, 8), (b, s, 0, 8)) \
    X(mempcpy, (b, s, n), (b, s, 3), (b, s, 0)) X(__mempcpy, (b, s, n), (b, s, 3), (b, s, 8)) \
    X(__mempcpy_chk, (b, s, n, 8), (b, s, 3, 8), (b, s, 0, 8)) X(memset, (b, 7, n), (b, 300, 3), (b, 1, 0)) \
    X(__memset_chk, (b, 7, n, 8), (b, -1, 8, 8), (b, 1, 0, 8)) X(memchr, (s, 'y', 8), (b, 'q', n), (b, 0, 8)) \
    X(memrchr, (s, 'y', 8), (b, 'q', n), (b, 'c', 8)) X(strchr, (s, 'y'), (b, 'q'), (b, 0)) X(strrchr, (s, 'y'), (b, 'q'), (b, 0)) \
    X(strchrnul, (b, 'b'), (b, 'q'), (b, 0)) X(index, (b, 'b'), (b, 'q'), (b, 0)) X(rindex, (b, 'b'), (b, 'q'), (b, 0)) \
    X(strstr, (b, "bc"), (b, "q"), (b, "")) X(strcasestr, (b, "BC"), (b, "q"), (b, "")) X(strpbrk, (b, "xc"), (b, "q"), (b, "")) \
    X(strcpy, (b, s), (b, ""), (b + 2, "q")) X(stpcpy, (b, s), (b, ""), (b + 2, "q")) X(__strcpy_chk, (b, s, 8), (b, "", 8), (b + 2, "q", 6)) \
    X(__stpcpy_chk, (b, s, 8), (b, "", 8), (b + 2, "q", 6)) X(strncpy, (b, s, n), (b, s, 8), (b, s, 2)) X(stpncpy, (b, s, n), (b, s, 8), (b, s, 2)) \
    X(__strncpy_chk, (b, s, n, 8), (b, s, 8, 8), (b, s, 0, 8)) X(__stpncpy_chk, (b, s, n, 8), (b, s, 8, 8), (b, s, 0, 8)) \
    X(strcat, (b, s), (b, ""), (b + 2, "q")) X(__strcat_chk, (b, s, 8), (b, "", 8), (b + 2, "q", 6)) X(strncat, (b, s, n & 3), (b, s, 2), (b, s, 0)) \
    X(__strncat_chk, (b, s, n & 3, 8), (b, s, 2, 8), (b, s, 0, 8))
#define NUMBERS(X) X(memcmp, (b, s, n), (b, b, 8), (b, "abd", 3)) X(bcmp, (b, s, n), (b, b, 8), (b, "abd", 3)) \
    X(strlen, (b), (s), ("")) X(strnlen, (b, n), (s, 1), (b, 0)) X(strcmp, (b, s), (b, "abc"), (b, "")) \
    X(strcasecmp, (b, s), (b, "ABC"), (b, "")) X(strcoll, (b, s), (b, "abc"), (b, "")) X(strncmp, (b, s, n), (b, "abd", 2), (b, s, 0)) \
    X(strncasecmp, (b, s, n), (b, "ABd", 2), (b, s, 0)) X(strspn, (b, "ba"), (b, ""), (s, "xyz")) X(strcspn, (b, "c"), (b, ""), (s, "z")) \
    X(atoi, ("12"), (b), (" -7x")) X(atol, ("12"), (b), (" -7x")) X(atoll, ("99999999999"), (b), (" -7x"))

#define COPY(f, one, two, three) static void copy_##f(int n) { char s[8] = "xyz", b[8] = "abc"; if (n >= 0 && n <= 8) { errno = 0; \
    { void *r = f one; int at = AT(r, b), e = errno; USE(at), USE(e); } \
    { char b[8] = "abc"; errno = 0; void *r = f two; int at = AT(r, b), e = errno; USE(at), USE(e); } \
    { char b[8] = "abc"; void *r = f three; int at = AT(r, b); USE(at); if (r) { unsigned char first = *(unsigned char *)b; USE(first); } } } }
#define NUMBER(f, one, two, three) static void number_##f(int n) { char s[8] = "xyz", b[8] = "abc"; if (n >= 0 && n <= 8) { errno = 0; \
    long r = f one; int sign = r < 0, is = r != 0, e = errno; USE(sign), USE(is), USE(e); long t = f two, u = f three; int v = t > 0; USE(t), USE(u), USE(v); } }
COPIES(COPY)
NUMBERS(NUMBER)

static void whole_bytes(int n) {
    if (n < 0 || n > 8)
        return;
    { char b[8] = "abc"; bzero(b, 3); int c = b[2]; USE(c); }
    { char b[8] = "abc"; explicit_bzero(b, n); int c = b[7]; USE(c); }
    { char b[8] = "abc"; bcopy("xyz", b, 3); bcopy(b, b + 1, n & 3); int c = b[7]; USE(c); }
    { int a[4] = { 1, 2, 3, 4 }; memset(a, 0xff, sizeof a); int c = a[3]; USE(c); memset(a + 1, 0, 4); }
    { int a[4] = { 1, 2, 3, 4 }, o[4]; memcpy(o, a, sizeof a); memmove(o, o + 1, 12); int c = o[2]; USE(c); }
    { struct { short h; char c; int i; } s = { 1, 2, 3 }, t = { 0 }; memcpy(&t, &s, sizeof t); int h = t.h + t.i; USE(h); }
    { wchar_t w[4] = L"ab"; long r = wcslen(w), s = wcscmp(w, L"ab"), t = wcscmp(w, L"b"), less = t < 0; USE(r), USE(s), USE(less); }
}

static void tokens(void) {
    char b[8] = "a,b", *rest = b;
    char *one = strtok(b, ",");
    int at = AT(one, b), c = b[1];
    char *two = strtok(0, ",");
    int second = AT(two, b);
    char *three = strtok(0, ",");
    int third = AT(three, b);
    USE(at), USE(c), USE(second), USE(third);
    { char d[8] = ";a;b", *save = 0; char *p = strtok_r(d, ";", &save); int q = AT(p, d), k = d[2], s = AT(save, d); USE(q), USE(k), USE(s); p = strtok_r(0, ";", &save); q = AT(p, d); }
    { char d[8] = "", *save = 0; char *p = __strtok_r(d, ";", &save); int q = AT(p, d); USE(q); }
    { char d[8] = "a;b", *line = d; char *p = strsep(&line, ";"); int q = AT(p, d), l = AT(line, d), k = d[1]; USE(q), USE(l), USE(k); p = strsep(&line, ";"), p = strsep(&line, ";"); q = AT(p, d); }
    USE(rest);
}

#define PARSED(f, type) \
    { const char *t = " 12x"; char *end = 0; errno = 0; type r = (type)f(t, &end, 10); int at = AT(end, t), e = errno, is = r == 12; USE(at), USE(e), USE(is); } \
    { const char *t = "zz"; char *end = 0; errno = 0; type r = (type)f(t, &end, 0); int at = AT(end, t), e = errno, is = r == 0; USE(at), USE(e), USE(is); } \
    { const char *t = "99999999999999999999999"; errno = 0; type r = (type)f(t, 0, 10); int e = errno, neg = r < 0; USE(e), USE(neg); } \
    { const char *t = "-8"; char *end = 0; errno = 0; type r = (type)f(t, &end, 16); int at = AT(end, t), e = errno, neg = r < 0; USE(at), USE(e), USE(neg); } \
    { const char *t = "1"; char *end = 0; errno = 0; type r = (type)f(t, &end, 99); int e = errno, neg = r < 0; USE(e), USE(neg); }
#define PARSED_REAL(f, type) \
    { const char *t = " 1.5x"; char *end = 0; errno = 0; type r = f(t, &end); int at = AT(end, t), e = errno, is = r == 1.5; USE(at), USE(e), USE(is); } \
    { const char *t = "1e99999"; errno = 0; type r = f(t, 0); int e = errno, is = r > 3; USE(e), USE(is); } \
    { const char *t = ""; char *end = 0; errno = 0; type r = f(t, &end); int at = AT(end, t), e = errno, is = r == 0; USE(at), USE(e), USE(is); }
static void parsed(void) {
    PARSED(strtol, long) PARSED(strtoll, long long) PARSED(strtoul, long) PARSED(strtoull, long)
    PARSED_REAL(strtod, double) PARSED_REAL(strtof, float) PARSED_REAL(strtold, long double)
    { errno = 0; double r = atof("2.5"), s = atof("x"); int is = r > 2, no = s == 0, e = errno; USE(is), USE(no), USE(e); }
}

static void tables(void) {
    { errno = 3; int *p = __errno_location(); *p = 4; int e = errno; USE(e); }
    { const unsigned short *t = *__ctype_b_loc(); int r = t['a'] != 0; USE(r); }
    { int r = (*__ctype_tolower_loc())['A'], s = (*__ctype_toupper_loc())['a']; USE(r), USE(s); }
    { char *r = strerror(2); int is = r != 0, first = r[0]; USE(is), USE(first); }
}

static void doubled(int n) {
    char b[8] = "abc";
    if (n < 0 || n > 8)
        return;
    { char *r = strdup(b); if (r) { int c = r[2], d = r[3]; USE(c), USE(d); } free(r); }
    { char *r = __strdup(""); if (r) { int c = r[0]; USE(c); } free(r); }
    { char *r = strndup(b, n); if (r) { int c = r[0], l = (int)strlen(r); USE(c), USE(l); } free(r); }
    { char *r = strndup(b, 2); if (r) { int c = r[1], d = r[2]; USE(c), USE(d); } free(r); }
    { char *r = __strndup(b, 100); if (r) { int c = r[1], d = r[3]; USE(c), USE(d); } free(r); }
}

#define CALL_COPY(f, one, two, three) copy_##f(__VERIFIER_nondet_int() & 15);
#define CALL_NUMBER(f, one, two, three) number_##f(__VERIFIER_nondet_int() & 15);
int main(void) {
    COPIES(CALL_COPY)
    NUMBERS(CALL_NUMBER)
    whole_bytes(__VERIFIER_nondet_int() & 15);
    tokens();
    parsed();
    tables();
    doubled(__VERIFIER_nondet_int() & 15);
    return 0;
}
