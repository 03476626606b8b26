/* What the instrumented programs of the corpus are linked with: values from a seeded source, a trace in
   shared memory, one forked child for each seed, and reports of the sanitizers as events of the trace.

   The trace is a sequence of 64-bit words: a tag, then the words that belong to it. It is a file that is
   mapped, so that nothing is lost however a run ends. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum Tag { RUN = 1, POINT, HELD, FAILED, UNDEFINED, END };
enum { WORDS = 1 << 23, POINTS = 6000, VALUES = 300 };

extern const long long soundline_pool[];
extern const int soundline_pool_size;
extern int soundline_stop_at_overflow;
int __real_main(int, char **, char **);

static int64_t *trace;
static uint64_t state;
static int points, values, style;

static void put(int64_t word) {
    if (trace && trace[0] < WORDS - 1)
        trace[++trace[0]] = word;
}

/* Threads of the program write one event after the other. */
static int busy;

static void take_turns(void) {
    while (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void put_two(int64_t tag, int64_t word) {
    take_turns();
    put(tag);
    put(word);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static uint64_t draw(void) {
    state += 0x9e3779b97f4a7c15ull;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static int64_t from_pool(void) {
    if (soundline_pool_size == 0)
        return 0;
    return soundline_pool[draw() % soundline_pool_size];
}

/* Constants of the program, ends of the type, small numbers, any bits: which of them depends on the run. */
static int64_t integer(int64_t least, int64_t greatest) {
    if (++values > VALUES)
        _exit(0);
    if (draw() % 8 == 0)
        return (int64_t)(draw() % 2);
    switch (style == 4 ? draw() % 4 : (uint64_t)style) {
    case 0:
        return from_pool() + (int64_t)(draw() % 3) - 1;
    case 1:
        switch (draw() % 5) {
        case 0: return least;
        case 1: return greatest;
        case 2: return least + 1;
        case 3: return greatest - 1;
        default: return (int64_t)(draw() % 2);
        }
    case 2:
        return (int64_t)(draw() % 16) - 4;
    default:
        return (int64_t)draw();
    }
}

#define NONDET(name, type, least, greatest) \
    type __VERIFIER_nondet_##name(void) { return (type)integer((int64_t)(least), (int64_t)(greatest)); }
NONDET(char, char, -128, 127)
NONDET(schar, signed char, -128, 127)
NONDET(uchar, unsigned char, 0, 255)
NONDET(short, short, -32768, 32767)
NONDET(ushort, unsigned short, 0, 65535)
NONDET(int, int, INT32_MIN, INT32_MAX)
NONDET(uint, unsigned, 0, UINT32_MAX)
NONDET(long, long, sizeof(long) == 8 ? INT64_MIN : INT32_MIN, sizeof(long) == 8 ? INT64_MAX : INT32_MAX)
NONDET(ulong, unsigned long, 0, -1)
NONDET(longlong, long long, INT64_MIN, INT64_MAX)
NONDET(ulonglong, unsigned long long, 0, -1)

_Bool __VERIFIER_nondet_bool(void) {
    if (++values > VALUES)
        _exit(0);
    return draw() >> 17 & 1;
}

double __VERIFIER_nondet_double(void) {
    static const double known[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 9.5, 1e20, -1e20, 1e-310, 1.7e308,
                                    1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0 };
    if (++values > VALUES)
        _exit(0);
    switch (draw() % 3) {
    case 0: return known[draw() % (sizeof known / sizeof *known)];
    case 1: return (double)from_pool() + (double)(draw() % 5) / 4 - 0.5;
    default: return (double)(int64_t)draw() / (double)(1ull << (draw() % 63));
    }
}

float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_double(); }

void soundline_point(int number, int count, ...) {
    if (!trace)
        return;
    if (++points > POINTS)
        _exit(0);
    // A loop that waits for another thread must let it run.
    if (points % 250 == 0)
        usleep(500);
    va_list list;
    take_turns();
    put(POINT);
    put(number);
    put(count);
    va_start(list, count);
    for (int i = 0; i < count; i++)
        put(va_arg(list, long long));
    va_end(list);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

int soundline_holds(int line, int holds) {
    put_two(holds ? HELD : FAILED, line);
    return holds;
}

void soundline_failed(int line) {
    put_two(FAILED, line);
}

void __VERIFIER_assert(int condition) {
    if (!condition)
        _exit(0);
}

void __VERIFIER_assume(int condition) {
    if (!condition)
        _exit(0);
}

__attribute__((weak)) void reach_error(void) {}

void __goblint_check(int condition) {}

void __VERIFIER_nondet_memory(void *memory, unsigned long size) {
    for (unsigned char *byte = memory; size-- > 0; byte++)
        *byte = (unsigned char)integer(0, 255);
}

/* What another file may do with what the program shares. */
int soundline_replaced(void) { return 2; }
int soundline_replaced_variable = 2;
__attribute__((weak)) void soundline_called_from_elsewhere(int);
void soundline_elsewhere(void) {
    if (soundline_called_from_elsewhere)
        soundline_called_from_elsewhere(3);
}

/* The kinds of undefined behaviour, as numbers. After some of them a run says nothing any more. */
static void undefined(int kind, int line, int last) {
    take_turns();
    put(UNDEFINED);
    put(kind);
    put(line);
    if (last)
        _exit(0);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

/* Without sanitizers there is none. */
__attribute__((weak)) void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *, unsigned *,
                                     char **);
void __ubsan_on_report(void) {
    const char *kind, *message, *file;
    unsigned line, column;
    char *address;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    if (strstr(kind, "divide") || strstr(kind, "division") || strstr(message, "ivision of"))
        undefined(1, line, 1);
    else if (strstr(kind, "overflow") && !strstr(kind, "float") && !strstr(kind, "pointer"))
        undefined(2, line, soundline_stop_at_overflow);
    else if (strstr(kind, "shift-base"))
        undefined(2, line, soundline_stop_at_overflow);
    else if (strstr(kind, "shift"))
        undefined(3, line, 0);
    else if (strstr(kind, "vla"))
        undefined(8, line, 1);
    else if (strstr(kind, "bounds"))
        undefined(4, line, 1);
    else if (strstr(kind, "null") || strstr(kind, "object-size"))
        undefined(5, line, 1);
    else if (strstr(kind, "float"))
        undefined(6, line, 0);
    else if (strstr(kind, "unreachable"))
        undefined(7, line, 1);
    else
        undefined(0, line, 1);
}

void *__asan_get_report_pc(void) __attribute__((weak));
void __sanitizer_symbolize_pc(void *, const char *, char *, size_t) __attribute__((weak));
/* Looking up a line takes long, and most runs fail at the same place: children share what they found. */
static struct { void *at; int line; } *lines;
enum { LINES = 64 };

static int line_of(void *at) {
    int free = 0;
    while (lines && free < LINES && lines[free].at && lines[free].at != at)
        free++;
    if (lines && free < LINES && lines[free].at == at)
        return lines[free].line;
    char text[300] = "";
    __sanitizer_symbolize_pc(at, "%l", text, sizeof text);
    if (lines && free < LINES) {
        lines[free].line = atoi(text);
        lines[free].at = at;
    }
    return atoi(text);
}

extern char __executable_start, etext;

static int is_ours(void *at) {
    return (char *)at >= &__executable_start && (char *)at < &etext;
}

/* Where the program is: errors in functions of the library are reported there. */
static void *place_of(void *at) {
    if (is_ours(at))
        return at;
    void *frames[64];
    int count = backtrace(frames, 64), i = 0;
    /* From the inside: perhaps a function of the sanitizer, this file, the sanitizer, the program. */
    for (int side = 0; side < 3; side++)
        while (i < count && is_ours(frames[i]) == side % 2)
            i++;
    return i < count ? (char *)frames[i] - 1 : at;
}

void __asan_on_error(void) {
    int known = __asan_get_report_pc && __sanitizer_symbolize_pc;
    undefined(5, known ? line_of(place_of(__asan_get_report_pc())) : 0, 1);
}

/* What the machine refuses: writes to memory that is only read, quotients that do not fit. */
static void trap(int signal, siginfo_t *info, void *context) {
    void *at = 0;
#ifdef __x86_64__
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    at = (void *)registers[REG_RIP];
    /* The stack is at its end: no check is about that. */
    long long below = registers[REG_RSP] - (long long)(intptr_t)info->si_addr;
    if (signal == SIGSEGV && below > -65536 && below < 65536)
        _exit(0);
#endif
    int known = __sanitizer_symbolize_pc && at;
    undefined(signal == SIGFPE ? 1 : 5, known ? line_of(place_of(at)) : 0, 1);
}

static void catch_traps(void) {
    struct sigaction action = { .sa_sigaction = trap, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    static char stack[1 << 16];
    stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };
    sigaltstack(&own, 0);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    sigaction(SIGFPE, &action, 0);
}

/* Leaves random bytes where the stack of the program will be. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static void litter(void) {
    volatile unsigned char bytes[1 << 15];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(draw() >> 20);
}

/* Some arguments for `main`: none but its name at first. */
static char **some_arguments(int seed, int *count) {
    static const char *const texts[] = { "program", "-x", "12", "", "name=value", "-5 ", "a longer argument" };
    *count = seed % 5 == 0 ? 1 : seed * 7 % 5;
    char **all = malloc((unsigned)(*count + 1) * sizeof *all);
    for (int i = 0; i < *count; i++)
        all[i] = strdup(texts[(i == 0 ? 0 : seed * 11 + i * 5) % 7]);
    all[*count] = 0;
    return all;
}

static void child(int seed, char **environment) {
    struct itimerval limit = { { 0, 0 }, { 0, 300000 } };
    setitimer(ITIMER_PROF, &limit, 0);
    state = (uint64_t)seed * 1000003u;
    style = seed % 5;
    catch_traps();
    int count = 0;
    char **arguments = some_arguments(seed, &count);
    litter();
    exit(__real_main(count, arguments, environment));
}

int __wrap_main(int count, char **arguments, char **environment) {
    (void)arguments;
    int first = atoi(getenv("SOUNDLINE_FIRST")), runs = atoi(getenv("SOUNDLINE_RUNS"));
    int file = open(getenv("SOUNDLINE_TRACE"), O_RDWR);
    trace = mmap(0, WORDS * sizeof *trace, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    lines = mmap(0, LINES * sizeof *lines, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (trace == MAP_FAILED || lines == MAP_FAILED)
        _exit(1);
    /* The first call loads a library, which is no work for the middle of an error. */
    void *frame;
    backtrace(&frame, 1);
    struct rlimit none = { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    for (int seed = first; seed < first + runs; seed++) {
        put(RUN);
        put(seed);
        pid_t pid = fork();
        if (pid == 0)
            child(seed, environment);
        int status = 0;
        waitpid(pid, &status, 0);
        put(END);
        put(status);
    }
    _exit(0);
}
