// What runs beside the program from then on.
#define _GNU_SOURCE
#include <aio.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern __sighandler_t bsd_signal(int, __sighandler_t), sysv_signal(int, __sighandler_t);
static volatile int told;
static int shared;
static void tell(int s) { told = s; shared = 5; }
static void *run(void *p) { *(int *)p = 3; shared = 7; return p; }
static int work(void *p) { *(int *)p = 4; return 2; }
static char stack[65536];
#define USE(n) (void)(n)

static void threads(void) {
    int n = 1, c;
    pthread_t t;
    int r = pthread_create(&t, 0, run, &n);
    void *back = 0;
    int j = pthread_join(t, &back), same = back == &n;
    c = n, same += shared;
    USE(r), USE(j), USE(c), USE(same);
    thrd_t u;
    int k = 1, s = thrd_create(&u, work, &k), l = 0, w = thrd_join(u, &l), d = k, e = l;
    USE(s), USE(w), USE(d), USE(e);
    static int still;
    pthread_t v;
    if (!pthread_create(&v, 0, run, &still)) {
        int x = pthread_detach(v), y = still;
        USE(x), USE(y);
        usleep(1000);
        y = still;
    }
}

static void processes(void) {
    int n = 1, child = fork();
    if (child == 0)
        _exit(n = 2);
    int is = child > 0, c = n;
    USE(is), USE(c);
    wait(0);
    int other = clone(work, stack + sizeof stack, CLONE_VM | SIGCHLD, &n);
    waitpid(other, 0, 0);
    c = n;
}

static void signals(void) {
    shared = 1;
    void *before = (void *)signal(SIGUSR1, tell);
    raise(SIGUSR1);
    int t = told, s = shared, is = before != 0;
    USE(t), USE(s), USE(is);
    sysv_signal(SIGUSR2, tell), bsd_signal(SIGUSR2, tell), sigset(SIGUSR2, tell);
    shared = 1;
    raise(SIGUSR2);
    s = shared;
    struct sigaction how = { 0 }, old = { 0 };
    how.sa_handler = tell;
    int r = sigaction(SIGUSR1, &how, &old), same = old.sa_handler == tell;
    USE(r), USE(same);
    timer_t timer = 0;
    int made = timer_create(CLOCK_MONOTONIC, 0, &timer);
    USE(made);
}

static void later(void) {
    char b[8] = "zzz";
    struct aiocb one;
    memset(&one, 0, sizeof one);
    one.aio_fildes = -1, one.aio_buf = b, one.aio_nbytes = 4;
    int r = aio_read(&one), s = aio_write(&one);
    struct aiocb *all[1] = { &one };
    int t = lio_listio(LIO_WAIT, all, 1, 0), u = mq_notify(-1, 0), c = b[0];
    USE(r), USE(s), USE(t), USE(u), USE(c);
}

int main(void) {
    threads();
    processes();
    signals();
    later();
    return 0;
}
