/* What a program under test is linked with when it is run: inputs, limits, and a record of what
   happened. Everything is weak, so that a program which brings its own functions keeps them. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define SITES 65536
#define VALUES 48
#define INPUTS (1 << 18)
#define POOL 4096
#define EVENTS (1 << 20)

typedef long long wide;

static struct { wide values[VALUES]; int count; } *seen;
static wide *inputs, *replayed, pool[POOL];
static int input_count, replay_count, replay_next, pool_count, replaying, event_count, logging;
static struct { int site; wide value; } *events;
static uint64_t state;
static int record = -1;

static char buffer[1 << 16];
static size_t used;

static void flush(void)
{
    size_t done = 0;
    while (done < used) {
        ssize_t written = write(record, buffer + done, used - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    used = 0;
}

static void put(char letter)
{
    if (used == sizeof buffer)
        flush();
    buffer[used++] = letter;
}

static void put_number(wide number)
{
    char digits[24];
    int count = 0;
    unsigned long long rest = number < 0 ? 0ull - (unsigned long long)number : (unsigned long long)number;
    if (number < 0)
        put('-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (count)
        put(digits[--count]);
}

static void line(char kind, int site, wide value)
{
    put(kind);
    put(' ');
    if (site >= 0) {
        put_number(site);
        put(' ');
    }
    put_number(value);
    put('\n');
}

/* Writes the record, once; the last line says why it ended. */
static void finish(char reason, int detail)
{
    if (record < 0)
        return;
    for (int i = 0; i < input_count; i++)
        line('n', -1, inputs[i]);
    for (int i = 0; i < event_count; i++)
        line('e', events[i].site, events[i].value);
    for (int site = 0; site < SITES && seen; site++)
        for (int i = 0; i < seen[site].count; i++)
            line('s', site, seen[site].values[i]);
    line(reason, -1, detail);
    flush();
    close(record);
    record = -1;
}

static void at_exit(void) { finish('X', 0); }

static void at_death(void) { finish('U', 0); }

static void at_signal(int number)
{
    finish(number == SIGALRM || number == SIGXCPU ? 'T' : 'C', number);
    _exit(99);
}

extern WEAK void __sanitizer_set_death_callback(void (*callback)(void));

static void catch(int number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = at_signal;
    action.sa_flags = SA_ONSTACK;
    sigaction(number, &action, 0);
}

static void limit(int resource, const char *name)
{
    const char *text = getenv(name);
    if (text) {
        struct rlimit wanted;
        wanted.rlim_cur = wanted.rlim_max = (rlim_t)strtoull(text, 0, 10);
        setrlimit(resource, &wanted);
    }
}

static void read_inputs(const char *path)
{
    int file = open(path, O_RDONLY);
    size_t length = 0, room = 1 << 16;
    char *text = malloc(room + 1), *at;
    if (file < 0 || !text)
        return;
    for (;;) {
        ssize_t count = read(file, text + length, room - length);
        if (count <= 0)
            break;
        length += (size_t)count;
        if (length == room)
            text = realloc(text, (room *= 2) + 1);
    }
    close(file);
    text[length] = 0;
    for (at = text; *at;) {
        char kind = *at++;
        wide value = (wide)strtoull(at, &at, 10);
        if (kind == 'r')
            state = (uint64_t)value;
        else if (kind == 'p' && pool_count < POOL)
            pool[pool_count++] = value;
        else if (kind == 'v' && replay_count < INPUTS)
            replayed[replay_count++] = value;
        else if (kind == 'R')
            replaying = 1;
        while (*at && *at++ != '\n')
            ;
    }
    free(text);
}

__attribute__((constructor)) static void start(void)
{
    static char other_stack[1 << 16];
    stack_t stack;
    const char *path = getenv("SOUNDLINE_RECORD");
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = other_stack;
    stack.ss_size = sizeof other_stack;
    inputs = malloc(sizeof *inputs * INPUTS);
    replayed = malloc(sizeof *replayed * INPUTS);
    seen = calloc(SITES, sizeof *seen);
    logging = getenv("SOUNDLINE_EVENTS") != 0;
    if (logging)
        events = malloc(sizeof *events * EVENTS);
    if (getenv("SOUNDLINE_INPUTS"))
        read_inputs(getenv("SOUNDLINE_INPUTS"));
    if (path)
        record = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    limit(RLIMIT_CPU, "SOUNDLINE_CPU");
    limit(RLIMIT_AS, "SOUNDLINE_MEMORY");
    limit(RLIMIT_FSIZE, "SOUNDLINE_FILE");
    limit(RLIMIT_CORE, "SOUNDLINE_CORE");
    atexit(at_exit);
    catch(SIGABRT);
    catch(SIGALRM);
    catch(SIGXCPU);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(at_death);
    } else {
        sigaltstack(&stack, 0);
        catch(SIGSEGV);
        catch(SIGBUS);
        catch(SIGFPE);
        catch(SIGILL);
    }
    if (getenv("SOUNDLINE_SECONDS"))
        alarm((unsigned)atoi(getenv("SOUNDLINE_SECONDS")));
}

static uint64_t bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static wide fit(wide value, int width, int is_signed)
{
    uint64_t all = width == 64 ? ~0ull : (1ull << width) - 1, low = (uint64_t)value & all;
    return is_signed && width < 64 && low >> (width - 1) ? (wide)(low | ~all) : (wide)low;
}

/* Constants of the program, small numbers, and random ones of any width. */
static wide draw(int width, int is_signed)
{
    uint64_t kind = bits() % 8;
    wide value;
    if (replaying)
        value = replay_next < replay_count ? replayed[replay_next++] : 0;
    else if (kind < 2 && pool_count)
        value = pool[bits() % (uint64_t)pool_count];
    else if (kind < 5)
        value = (wide)(bits() % 21) - (is_signed ? 6 : 0);
    else {
        int some = 1 + (int)(bits() % (uint64_t)width);
        value = fit((wide)(bits() >> (64 - some)), some, is_signed);
    }
    value = fit(value, width, is_signed);
    if (width == 1)
        value &= 1;
    if (input_count < INPUTS)
        inputs[input_count++] = value;
    return value;
}

#define NONDET(name, type, is_signed) \
    WEAK type __VERIFIER_nondet_##name(void) { return (type)draw(sizeof(type) * 8, is_signed); }

NONDET(char, char, 1)
NONDET(schar, signed char, 1)
NONDET(uchar, unsigned char, 0)
NONDET(unsigned_char, unsigned char, 0)
NONDET(u8, unsigned char, 0)
NONDET(short, short, 1)
NONDET(ushort, unsigned short, 0)
NONDET(u16, unsigned short, 0)
NONDET(int, int, 1)
NONDET(uint, unsigned, 0)
NONDET(unsigned, unsigned, 0)
NONDET(unsigned_int, unsigned, 0)
NONDET(u32, unsigned, 0)
NONDET(U32, unsigned, 0)
NONDET(S32, int, 1)
NONDET(long, long, 1)
NONDET(ulong, unsigned long, 0)
NONDET(longlong, long long, 1)
NONDET(ulonglong, unsigned long long, 0)
NONDET(u64, unsigned long long, 0)
NONDET(size_t, unsigned long, 0)
NONDET(loff_t, long long, 1)
NONDET(sector_t, unsigned long, 0)

WEAK _Bool __VERIFIER_nondet_bool(void) { return draw(1, 0) != 0; }

WEAK _Bool __VERIFIER_nondet__Bool(void) { return draw(1, 0) != 0; }

WEAK void *__VERIFIER_nondet_pointer(void) { return 0; }

WEAK float __VERIFIER_nondet_float(void) { return (float)draw(16, 1) / 8; }

WEAK double __VERIFIER_nondet_double(void) { return (double)draw(32, 1) / 8; }

WEAK void __VERIFIER_assume(int holds)
{
    if (!holds) {
        finish('A', 0);
        _exit(0);
    }
}

WEAK void __VERIFIER_assert(int holds)
{
    if (!holds) {
        finish('F', 0);
        _exit(1);
    }
}

WEAK void reach_error(void)
{
    finish('F', 0);
    _exit(1);
}

void soundline_see(int site, wide value)
{
    if (logging && event_count < EVENTS) {
        events[event_count].site = site;
        events[event_count++].value = value;
    }
    if (site < 0 || site >= SITES || !seen)
        return;
    for (int i = 0; i < seen[site].count; i++)
        if (seen[site].values[i] == value)
            return;
    if (seen[site].count < VALUES)
        seen[site].values[seen[site].count++] = value;
}
