// Files, time, random numbers, processes: what the system gives.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
extern int __VERIFIER_nondet_int(void);
extern ssize_t __read_chk(int, void *, size_t, size_t);
#define USE(n) (void)(n)

static void pipes(int n) {
    int ends[2] = { 77, 78 };
    if (pipe(ends))
        return;
    int own = ends[0] == 77;
    int wrote = (int)write(ends[1], "abcdef", 6);
    USE(own), USE(wrote);
    { char b[8] = "zzzzzzz"; int r = (int)read(ends[0], b, 4), c = b[0], d = b[5]; USE(r), USE(c), USE(d); }
    { char b[8] = "zzzzzzz"; int r = (int)__read_chk(ends[0], b, 8, 8), c = b[0], d = b[5]; USE(r), USE(c), USE(d); }
    { errno = 0; int r = (int)read(-1, 0, 0), e = errno, s = (int)write(-1, "x", 1), t = (int)write(ends[1], "x", 0); USE(r), USE(e), USE(s), USE(t); }
    int closed = close(ends[1]), again;
    { char b[8] = "zzzzzzz"; int r = (int)read(ends[0], b, 8), c = b[0]; USE(r), USE(c); }
    { char b[8] = "zzzzzzz"; if (n > 0 && n <= 8) { int r = (int)read(ends[0], b, n), c = b[7]; USE(r), USE(c); } }
    errno = 0;
    again = close(-1);
    int e = errno;
    close(ends[0]);
    USE(closed), USE(again), USE(e);
    int both[2];
    if (!socketpair(AF_UNIX, SOCK_STREAM, 0, both)) {
        char b[8] = "zzzzzzz";
        int sent = (int)send(both[0], "xy", 2, 0), got = (int)recv(both[1], b, 8, 0), c = b[0], d = b[7];
        USE(sent), USE(got), USE(c), USE(d);
        close(both[0]), close(both[1]);
    }
    { errno = 0; char b[8] = "zzzzzzz"; int r = (int)recv(-1, b, 8, 0), s = (int)send(-1, b, 8, 0), c = b[0], e = errno; USE(r), USE(s), USE(c), USE(e); }
}

static void files(void) {
    char name[] = "/tmp/soundline-rows-XXXXXX", folder[40];
    int made = mkstemp(name);
    if (made < 0)
        return;
    snprintf(folder, sizeof folder, "%s.d", name);
    { errno = 0; int r = open("/no/such/file", O_RDONLY), e = errno, s = creat("/no/such/file", 0600), t = access("/no", R_OK); USE(r), USE(e), USE(s), USE(t); }
    { int r = open(name, O_RDWR), s = access(name, R_OK), t = isatty(r), u = close(r); USE(s), USE(t), USE(u); }
    { int r = creat(name, 0600), is = r >= 0; USE(is); close(r); }
    { int r = mkdir(folder, 0700), s = mkdir(folder, 0700), t = rmdir(folder), u = rmdir(folder); USE(r), USE(s), USE(t), USE(u); }
    { struct stat s = { 0 }; s.st_size = 77; int r = stat(name, &s), size = (int)s.st_size; USE(r), USE(size); }
    { struct stat s = { 0 }; s.st_size = 77; int r = stat("/no/such/file", &s), size = (int)s.st_size; USE(r), USE(size); }
    { struct stat s = { 0 }; s.st_size = 77; int r = lstat(name, &s), size = (int)s.st_size; USE(r), USE(size); }
    { struct stat s = { 0 }; s.st_size = 77; int r = fstat(made, &s), size = (int)s.st_size; USE(r), USE(size); }
    { struct utimbuf t = { 1, 2 }; int r = utime(name, &t), c = (int)t.actime, s = utime(name, 0); USE(r), USE(c), USE(s); }
    { char b[64] = "before"; char *p = getcwd(b, 64); int is = p == b, c = b[0]; USE(is), USE(c); }
    { char b[2] = "x"; errno = 0; char *p = getcwd(b, 1); int is = p == b, e = errno; USE(is), USE(e); }
    { int r = chdir("/no/such/folder"), s = chdir("."); USE(r), USE(s); }
    { snprintf(folder, sizeof folder, "%s.e", name); int r = rename(name, folder), s = rename(name, folder), t = remove(folder), u = remove(folder), v = unlink(folder); USE(r), USE(s), USE(t), USE(u), USE(v); }
    close(made);
}

static void clocks(void) {
    { time_t t = 77, r = time(&t), s = time(0); int same = r == t, is = t == 77, later = s > 0; USE(same), USE(is), USE(later); }
    { struct timeval t = { 7, 8 }; int r = gettimeofday(&t, 0), is = t.tv_sec == 7; USE(r), USE(is); }
    { struct timespec t = { 7, 8 }; int r = clock_gettime(CLOCK_MONOTONIC, &t), is = t.tv_sec == 7; USE(r), USE(is); }
    { struct timespec t = { 7, 8 }; errno = 0; int r = clock_gettime(12345, &t), is = t.tv_sec == 7, e = errno; USE(r), USE(is), USE(e); }
    { struct timespec t = { 0, 5 }, left = { 7, 8 }; int r = nanosleep(&t, &left), is = left.tv_sec == 7, s = nanosleep(&t, 0); USE(r), USE(is), USE(s); }
    { double d = difftime(5, 2); int is = d == 3; USE(is); }
    { int r = (int)sleep(0), s = usleep(1), t = (int)alarm(0), m = (int)umask(077), n = (int)umask(022); USE(r), USE(s), USE(t), USE(m), USE(n); }
    { long c = clock(), p = sysconf(_SC_PAGESIZE), q = sysconf(-5); int is = c >= 0, page = p == getpagesize(); USE(is), USE(page), USE(q); }
}

static void processes(void) {
    { int r = getpid() > 0, s = getppid() >= 0, t = (int)getuid() >= 0, u = (int)geteuid() >= 0, v = (int)getgid() >= 0, w = (int)getegid() >= 0, y = sched_yield(); USE(r), USE(s), USE(t), USE(u), USE(v), USE(w), USE(y); }
    { char *p = getenv("PATH"), *q = secure_getenv("NO_SUCH_NAME"); int is = p != 0, no = q != 0; USE(is), USE(no); if (p) { int c = p[0]; USE(c); } }
    { int r = system("exit 3"), is = r != 0, s = system(0); USE(is), USE(s); }
}

static void numbers(int n) {
    srand(n), srandom(n), srand48(n);
    int r = rand(), again = rand();
    long s = random(), t = lrand48();
    double d = drand48();
    int low = d >= 0, high = d < 1, small = s >> 31 ? 1 : 0, odd = t & 1;
    USE(r), USE(again), USE(low), USE(high), USE(small), USE(odd);
}

static int done;
static void once(void) { done++; }
static void locks(void) {
    pthread_mutex_t m;
    int r = pthread_mutex_init(&m, 0), s = pthread_mutex_lock(&m), t = pthread_mutex_trylock(&m), u = pthread_mutex_unlock(&m), v = pthread_mutex_destroy(&m);
    pthread_attr_t a;
    int w = pthread_attr_init(&a), x = pthread_attr_destroy(&a), self = pthread_self() != 0;
    USE(r), USE(s), USE(t), USE(u), USE(v), USE(w), USE(x), USE(self);
    static pthread_once_t control = PTHREAD_ONCE_INIT;
    int y = pthread_once(&control, once), z = done;
    USE(y), USE(z);
}

int main(void) {
    pipes(__VERIFIER_nondet_int() & 15);
    files();
    clocks();
    processes();
    numbers(__VERIFIER_nondet_int());
    locks();
    return 0;
}
