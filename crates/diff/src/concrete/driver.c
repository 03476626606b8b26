/* Looks for checks that fail: runs the program that it is linked to again and again, each time in a process of its own
 * and with other inputs, and writes down which expressions had a value that they are said never to have.
 * It starts before main: the first process never gets there, its children return from here and go on to main.
 *
 * The inputs come from inputs.c, which stands before this text. The driver sees thousands of runs in a second and tells
 * only what is new, and it outlives whatever the program does to itself. If the plan asks for that, it watches
 * expressions and tells all values that they had, run by run. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INPUTS = 65536, MAX_CHECKS = 65536, MESSAGE = 4096, DIED = 99 };
enum { MOST_VALUES = 48, MOST_EVENTS = 1 << 20 };
enum ending { FINISHED, EXCLUDED, UNDEFINED, EXHAUSTED, TIMED_OUT };
static const char *const ending_names[] = {"finished", "excluded", "undefined", "exhausted", "timed-out"};

/* A check: this expression never has that value. */
struct check { uint32_t site; uint64_t value; };
struct failure { uint32_t check, inputs; };

/* What a child tells, in memory that both see. Constants of this file have the same addresses in both. */
/* The digest is made of all values that were seen: two programs that do the same have the same. */
static struct told {
    volatile int ending;
    volatile uint32_t used, failures, events;
    volatile uint64_t digest;
    struct input inputs[MOST_INPUTS];
    struct failure failed[MAX_CHECKS];
} *told;

/* What is watched: the different values of an expression, and every single value, in memory that both see. */
struct seen { uint32_t count; uint64_t values[MOST_VALUES]; };
struct event { uint32_t site; uint64_t value; };
static struct seen *seen;
static struct event *events;
static uint32_t watched;
static int with_events;

enum mode { RANDOM, ENUMERATE, REPLAY };
static enum mode mode;
static int report;

/* The checks by expression: those of expression s are first[s] to first[s + 1] - 1. */
static struct check checks[MAX_CHECKS];
static uint32_t check_count, site_count, *first;
static unsigned char has_failed[MAX_CHECKS];

static void leave(enum ending ending) {
    told->ending = ending;
    _exit(0);
}

static void out_of_inputs(void) { leave(EXHAUSTED); }

__attribute__((weak)) void __VERIFIER_assume(int holds) {
    if (!holds) leave(EXCLUDED);
}
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

static void watch(unsigned site, uint64_t value) {
    if (events && told->events < MOST_EVENTS) {
        events[told->events] = (struct event){site, value};
        told->events++;
    }
    struct seen *of_site = &seen[site];
    for (uint32_t i = 0; i < of_site->count; i++)
        if (of_site->values[i] == value) return;
    if (of_site->count < MOST_VALUES) of_site->values[of_site->count++] = value;
}

/* An expression has a value. The program goes on whatever it is: other checks may fail too. */
void soundline_saw(unsigned site, unsigned long long value) {
    told->digest = (told->digest ^ site ^ value << 16 ^ value >> 48) * 0x100000001b3u;
    if (site < watched) watch(site, value);
    if (site >= site_count) return;
    for (uint32_t i = first[site]; i < first[site + 1]; i++) {
        if (checks[i].value == value && !has_failed[i]) {
            has_failed[i] = 1;
            told->failed[told->failures] = (struct failure){i, told->used};
            told->failures++;
        }
    }
}

/* The check of a variant in plain form. */
__attribute__((weak)) void __VERIFIER_assert(int holds) { soundline_saw(0, !holds); }

const char *__asan_default_options(void) {
    return "detect_leaks=0:exitcode=99:allocator_may_return_null=1:max_allocation_size_mb=512:"
           "detect_stack_use_after_return=1:malloc_context_size=0:symbolize=0:"
#ifdef SOUNDLINE_ZERO
           "max_malloc_fill_size=16777216:malloc_fill_byte=0";
#else
           "max_malloc_fill_size=16777216:malloc_fill_byte=190";
#endif
}
const char *__ubsan_default_options(void) { return "exitcode=99:print_stacktrace=0"; }

/* ---- the first process ---- */

static char unsaid[1 << 16];
static size_t unsaid_length;

static void say_all(void) {
    for (size_t said = 0; said < unsaid_length;) {
        ssize_t written = write(report, unsaid + said, unsaid_length - said);
        if (written <= 0) _exit(3);
        said += (size_t)written;
    }
    unsaid_length = 0;
}

static void say(const char *format, ...) {
    enum { LONGEST = 512 };
    if (unsaid_length + LONGEST > sizeof unsaid) say_all();
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(unsaid + unsaid_length, LONGEST, format, arguments);
    va_end(arguments);
    if (length > 0) unsaid_length += length < LONGEST ? (size_t)length : LONGEST - 1;
}

/* How much longer than its processor time anything may take by the clock on the wall: the machine may
 * be busy, and results must not depend on that. */
enum { PATIENCE = 20 };

/* Processor time of this process and its children. */
static uint64_t used_milliseconds(void) {
    uint64_t sum = 0;
    int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        getrusage(whose[i], &usage);
        sum += (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000;
        sum += (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
    }
    return sum;
}

static uint64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* What a sanitizer said, in one line, from the file that was the child's standard error; 0 if none
 * said anything. */
static const char *reason(int errors) {
    static char text[MESSAGE + 1];
    ssize_t length = pread(errors, text, MESSAGE, 0);
    text[length > 0 ? length : 0] = 0;
    char *said = strstr(text, "runtime error: ");
    if (!said) said = strstr(text, "AddressSanitizer: ");
    if (!said) return 0;
    said[strcspn(said, "\n")] = 0;
    while (said > text && said[-1] != '\n') said--;
    return said;
}

/* The program took more memory or stack than there is: that says nothing about it. */
static int is_exhaustion(const char *said) {
    return strstr(said, "stack-overflow") || strstr(said, "out-of-memory") || strstr(said, "allocation-size");
}

static void tell_run(uint64_t number, int errors, int status) {
    say("run %llu %s\n", (unsigned long long)number, ending_names[told->ending]);
    const char *said = reason(errors);
    if (told->ending == UNDEFINED) say("reason %.400s\n", said ? said : "a signal");
    for (uint32_t i = 0; i < told->used; i++)
        say("input %s %llu\n", told->inputs[i].kind->name, (unsigned long long)told->inputs[i].raw);
    for (uint32_t i = 0; i < told->failures; i++)
        say("failed %u %u\n", told->failed[i].check, told->failed[i].inputs);
    if (told->ending == FINISHED && WIFEXITED(status)) say("code %d\n", WEXITSTATUS(status));
    for (uint32_t site = 0; site < watched; site++)
        for (uint32_t i = 0; i < seen[site].count; i++)
            say("saw %u %llu\n", site, (unsigned long long)seen[site].values[i]);
    for (uint32_t i = 0; i < told->events; i++)
        say("event %u %llu\n", events[i].site, (unsigned long long)events[i].value);
}

/* The child has its limits, no input, and output into nothing. */
static void become_child(int errors, unsigned run_millis) {
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(errors, 2);
    struct rlimit none = {0, 0}, cpu = {run_millis / 1000 + 1, run_millis / 1000 + 1};
    struct rlimit file = {1 << 20, 1 << 20};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_FSIZE, &file);
    struct itimerval work = {{0, 0}, {run_millis / 1000, run_millis % 1000 * 1000}};
    struct itimerval wall = {{0, 0}, {run_millis * PATIENCE / 1000 + 1, 0}};
    setitimer(ITIMER_PROF, &work, 0);
    setitimer(ITIMER_REAL, &wall, 0);
}

static void judge(int status, int errors) {
    if (WIFSIGNALED(status)) {
        int signal = WTERMSIG(status);
        if (signal == SIGALRM || signal == SIGPROF || signal == SIGXCPU || signal == SIGKILL) told->ending = TIMED_OUT;
        else if (signal == SIGXFSZ) told->ending = EXHAUSTED;
        else if (signal != SIGABRT && signal != SIGTERM) told->ending = UNDEFINED;
    }
    const char *said = reason(errors);
    if (WIFEXITED(status) && WEXITSTATUS(status) == DIED && said) told->ending = UNDEFINED;
    if (told->ending == UNDEFINED && said && is_exhaustion(said)) told->ending = EXHAUSTED;
}

/* How many values the type of an input has; 0 for more than can be tried. */
static uint64_t values_of(const struct kind *kind) {
    return kind->bits <= 20 ? UINT64_C(1) << kind->bits : 0;
}

/* The next sequence of inputs after the one that was just used; 0 if there is none. */
static int advance(void) {
    for (uint32_t place = told->used; place-- > 0;) {
        if (told->inputs[place].raw + 1 < values_of(told->inputs[place].kind)) {
            for (uint32_t i = 0; i < place; i++) given[i] = told->inputs[i].raw;
            given[place] = told->inputs[place].raw + 1;
            given_count = place + 1;
            return 1;
        }
    }
    return 0;
}

static int has_too_many_values(uint64_t runs) {
    for (uint32_t i = 0; i < told->used; i++) {
        uint64_t values = values_of(told->inputs[i].kind);
        if (values == 0 || values > runs) return 1;
    }
    return 0;
}

static unsigned char known[MAX_CHECKS];
static int seen_ending[5];

/* Whether a run shows something that none before did. */
static int is_news(void) {
    int news = !seen_ending[told->ending] && told->ending != FINISHED && told->ending != EXCLUDED;
    seen_ending[told->ending] = 1;
    for (uint32_t i = 0; i < told->failures; i++) {
        if (!known[told->failed[i].check]) news = 1;
        known[told->failed[i].check] = 1;
    }
    return news;
}

/* Reads the plan: how to run, and what is given. The checks are in the order of their expressions. */
static void read_plan(FILE *plan) {
    char word[32];
    unsigned long long site, value;
    while (fscanf(plan, "%31s %llu", word, &value) == 2) {
        if (!strcmp(word, "constant") && constant_count < MOST_CONSTANTS) constants[constant_count++] = value;
        if (!strcmp(word, "input") && given_count < MOST_INPUTS) given[given_count++] = value;
        if (!strcmp(word, "watch")) watched = (uint32_t)value;
        if (!strcmp(word, "events")) with_events = value != 0;
        if (!strcmp(word, "check")) {
            site = value;
            if (fscanf(plan, "%llu", &value) != 1 || check_count >= MAX_CHECKS) _exit(3);
            checks[check_count++] = (struct check){(uint32_t)site, value};
            site_count = (uint32_t)site + 1;
        }
    }
    first = calloc(site_count + 1, sizeof *first);
    if (!first) _exit(3);
    for (uint32_t i = check_count; i-- > 0;) first[checks[i].site] = i;
    first[site_count] = check_count;
    for (uint32_t s = site_count; s-- > 0;) {
        if (first[s] == 0 && checks[0].site != s) first[s] = first[s + 1];
    }
}

static void *shared(size_t size) {
    void *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) _exit(3);
    return memory;
}

__attribute__((constructor)) static void soundline_driver(void) {
    const char *plan_name = getenv("SOUNDLINE_PLAN"), *report_name = getenv("SOUNDLINE_REPORT");
    if (!plan_name || !report_name) return;
    FILE *plan = fopen(plan_name, "r");
    report = open(report_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    char template[] = "/tmp/soundline-errors-XXXXXX";
    int errors = mkstemp(template);
    unlink(template);
    told = shared(sizeof *told);
    static uint64_t room_for_given[MOST_INPUTS];
    given = room_for_given;
    if (!plan || report < 0 || errors < 0) _exit(3);
    inputs = told->inputs;
    used = &told->used;
    room = MOST_INPUTS;
    char word[32];
    unsigned long long seed = 0, runs = 0, run_millis = 1000, all_millis = 10000;
    if (fscanf(plan, "%31s %llu %llu %llu %llu", word, &seed, &runs, &run_millis, &all_millis) != 5) _exit(3);
    mode = !strcmp(word, "random") ? RANDOM : !strcmp(word, "enumerate") ? ENUMERATE : REPLAY;
    is_random = mode == RANDOM;
    read_plan(plan);
    fclose(plan);
    if (watched > 0) seen = shared(watched * sizeof *seen);
    if (with_events) events = shared(MOST_EVENTS * sizeof *events);
    unsetenv("SOUNDLINE_PLAN");
    uint64_t start = milliseconds(), number = 0, digest = 0, counts[5] = {0};
    int more = 1;
    while (more && number < runs && used_milliseconds() < all_millis
           && milliseconds() - start < all_millis * PATIENCE) {
        told->ending = FINISHED;
        told->used = told->failures = told->events = 0;
        for (uint32_t site = 0; site < watched; site++) seen[site].count = 0;
        told->digest = number;
        begin_inputs(seed ^ (number * 0xd1342543de82ef95u));
        if (ftruncate(errors, 0) != 0 || lseek(errors, 0, SEEK_SET) != 0) _exit(3);
        pid_t child = fork();
        if (child < 0) _exit(3);
        if (child == 0) {
            become_child(errors, (unsigned)run_millis);
            return;
        }
        int status = 0;
        waitpid(child, &status, 0);
        judge(status, errors);
        counts[told->ending]++;
        digest += told->digest;
        if (is_news() || mode == REPLAY || watched > 0) tell_run(number, errors, status);
        number++;
        if (mode == ENUMERATE) {
            if (has_too_many_values(runs)) break;
            more = advance();
        }
        /* Without inputs all runs are the same. */
        if (mode == REPLAY || (mode == RANDOM && told->used == 0)) more = 0;
    }
    int complete = mode == ENUMERATE && !more && counts[EXHAUSTED] + counts[TIMED_OUT] == 0;
    say("done %llu %d finished %llu excluded %llu undefined %llu exhausted %llu timed-out %llu digest %llu\n",
        (unsigned long long)number, complete, (unsigned long long)counts[FINISHED],
        (unsigned long long)counts[EXCLUDED], (unsigned long long)counts[UNDEFINED],
        (unsigned long long)counts[EXHAUSTED], (unsigned long long)counts[TIMED_OUT],
        (unsigned long long)digest);
    say_all();
    _exit(0);
}
