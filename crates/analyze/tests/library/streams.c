// Streams: of standard input and output, of files, of memory.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern char *gets(char *), *__fgets_chk(char *, size_t, int, FILE *);
extern ssize_t __getdelim(char **, size_t *, int, FILE *);
extern int __isoc99_scanf(const char *, ...), __isoc99_fscanf(FILE *, const char *, ...);
#define USE(n) (void)(n)

// What is read later from standard input.
static void input(void) {
    int ends[2];
    if (pipe(ends) || write(ends[1], "q w 12 7 line\nrest\n", 19) != 19)
        _exit(0);
    dup2(ends[0], 0);
    close(ends[1]);
}

static void standard(void) {
    { int r = getchar(); USE(r); }
    { int r = getc(stdin), s = ungetc('k', stdin); USE(r), USE(s); }
    { char t[4] = "abc"; int r = scanf("%1s", t), c = t[0], d = t[2]; USE(r), USE(c), USE(d); }
    { char t[4] = "abc"; int n = 3, r = __isoc99_scanf("%3s %d", t, &n), c = t[0], d = n; USE(r), USE(c), USE(d); }
    { int n = 3, r = fscanf(stdin, "%d", &n), d = n; USE(r), USE(d); }
    { int n = 3, r = __isoc99_fscanf(stdin, "%d", &n), d = n; USE(r), USE(d); }
    { char b[16] = "before"; char *p = gets(b); int is = p == b, c = b[0], e = b[15]; USE(is), USE(c), USE(e); }
    { char b[16] = "before"; char *p = fgets(b, 3, stdin); int is = p == b, no = p == 0, c = b[0], d = b[2], e = b[3]; USE(is), USE(no), USE(c), USE(d), USE(e); }
    { char b[8] = "before"; char *p = __fgets_chk(b, 8, 8, stdin); int is = p == b, c = b[0]; USE(is), USE(c); }
    { char b[8] = "before"; char *p = fgets(b, 8, stdin); int no = p == 0, c = b[0]; USE(no), USE(c); }
    { int r = getchar(), s = feof(stdin) != 0, t = ferror(stdin); USE(r), USE(s), USE(t); }
    { int r = puts("x"), s = fputs("y", stdout), t = putchar('z'), u = fputc(300, stdout), v = putc('\n', stdout); USE(r), USE(s), USE(t), USE(u), USE(v); }
    { errno = 2; perror("p"); int e = errno; USE(e); }
    { char b[4] = "ab"; int r = (int)fwrite(b, 1, 2, stdout), s = (int)fwrite(b, 0, 9, stdout), c = b[0]; USE(r), USE(s), USE(c); }
}

static void files(void) {
    char name[] = "/tmp/soundline-rows-XXXXXX";
    int file = mkstemp(name);
    if (file < 0)
        return;
    { errno = 0; FILE *f = fopen("/no/such/file", "r"); int is = f != 0, e = errno; USE(is), USE(e); }
    { errno = 0; FILE *f = fdopen(-1, "r"); int is = f != 0, e = errno; USE(is), USE(e); }
    FILE *f = fdopen(file, "w+");
    if (f) {
        int wrote = (int)fwrite("12 ab", 1, 5, f);
        long at = ftell(f);
        int flushed = fflush(f), number = fileno(f), same = number == file;
        int sought = fseek(f, 0, SEEK_SET);
        char b[8] = "before";
        int got = (int)fread(b, 2, 3, f), c = b[0], d = b[5], end = feof(f) != 0;
        clearerr(f);
        rewind(f);
        int k = fgetc(f), first = getc(f);
        int none = (int)fread(b, 1, 0, f);
        USE(wrote), USE(at), USE(flushed), USE(same), USE(sought), USE(got), USE(c), USE(d), USE(end), USE(k), USE(first), USE(none);
        int failed = ferror(f), closed = fclose(f);
        USE(failed), USE(closed);
    }
    { FILE *g = fopen(name, "r"); char b[8] = "zzzz"; if (g) { int r = (int)fread(b, 1, 7, g), c = b[6]; USE(r), USE(c); fclose(g); } }
    unlink(name);
}

static void lines(void) {
    char text[] = "one\ntwo three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty\n;x;y";
    FILE *f = fmemopen(text, sizeof text - 1, "r");
    if (!f)
        return;
    char *line = 0;
    size_t room = 0;
    { ssize_t r = getline(&line, &room, f); int is = line != 0, n = (int)r, m = (int)room; USE(is), USE(n), USE(m); if (r > 0) { int c = line[0], d = line[r - 1], e = line[r]; USE(c), USE(d), USE(e); line[0] = 'k'; int g = line[0]; USE(g); } }
    { char *before = line; ssize_t r = getline(&line, &room, f); int moved = before != line, n = (int)r; USE(moved), USE(n); if (r > 0) { int c = line[0], e = line[r]; USE(c), USE(e); } }
    { ssize_t r = getdelim(&line, &room, ';', f); int n = (int)r; USE(n); if (r > 0) { int c = line[0], e = line[r]; USE(c), USE(e); } }
    { line[0] = 'a'; char *before = line; ssize_t r = __getdelim(&line, &room, ';', f); if (r > 0 && before == line) { line[0] = 'b'; before[0] = 'c'; int c = line[0]; USE(c); } }
    for (int i = 0; i < 3; i++) { ssize_t r = getline(&line, &room, f); int n = (int)r, c = line[0]; USE(n), USE(c); }
    free(line);
    { char *own = malloc(4); room = 4; errno = 0; ssize_t r = getline(&own, &room, f); int is = own != 0, n = (int)r, e = errno; USE(is), USE(n), USE(e); free(own); }
    fclose(f);
}

int main(void) {
    input();
    standard();
    files();
    lines();
    return 0;
}
