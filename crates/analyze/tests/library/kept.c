// Streams keep what they are given: memory, and functions that are called later. So does the generator of random numbers.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>
#define USE(n) (void)(n)

static char kept[8] = "kept";
static int cookies;
static ssize_t eat(void *cookie, const char *bytes, size_t n) {
    (void)cookie, (void)bytes;
    cookies++;
    return (ssize_t)n;
}

static void behind(void) {
    {
        char *text = 0;
        size_t length = 99;
        FILE *f = open_memstream(&text, &length);
        if (f) {
            fputs("abc", f);
            fflush(f);
            int l = (int)length, c = text[0];
            USE(l), USE(c);
            fclose(f);
            l = (int)length;
            free(text);
        }
    }
    {
        wchar_t *text = 0;
        size_t length = 99;
        FILE *f = open_wmemstream(&text, &length);
        if (f) {
            fclose(f);
            int l = (int)length;
            USE(l);
            free(text);
        }
    }
    {
        FILE *f = fmemopen(kept, 8, "w");
        if (f) {
            fputs("xy", f);
            fclose(f);
            int c = kept[0];
            USE(c);
        }
    }
    {
        cookie_io_functions_t how = { 0 };
        how.write = eat;
        FILE *f = fopencookie(0, "w", how);
        if (f) {
            fputs("xy", f);
            fclose(f);
            int c = cookies;
            USE(c);
        }
    }
    {
        static char buffer[64];
        FILE *f = fopen("/dev/null", "w"), *g = fopen("/dev/null", "w"), *h = fopen("/dev/null", "w");
        if (f && g && h) {
            int r = setvbuf(f, buffer, _IOFBF, 64);
            fputs("q", f);
            fflush(f);
            int c = buffer[0];
            setbuf(g, 0);
            setbuffer(h, 0, 0);
            USE(r), USE(c);
            fclose(f), fclose(g), fclose(h);
        }
    }
}

static void generators(void) {
    static char state[32], other[32];
    int was = initstate(1, state, sizeof state) != 0;
    int first = state[4];
    int drawn = random() >= 0, then = state[4];
    char *before = initstate(2, other, sizeof other);
    int same = before == state, c = other[4];
    before = setstate(state);
    int back = before == other;
    srandom(3);
    int d = state[4];
    USE(was), USE(first), USE(drawn), USE(then), USE(same), USE(c), USE(back), USE(d);
}

int main(void) {
    behind();
    generators();
    return 0;
}
