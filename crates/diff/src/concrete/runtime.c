/* Follows a single run: a record of its inputs, of the values that expressions had, of each single one of
   them if that is wanted, and of how it ended.

   The inputs come from inputs.c, which stands before this text. The other runtime,
   findings/execution/driver.c, has them too, but another task: it knows which values it looks for, and
   looks for them in thousands of runs. This one does not know what will be seen, and writes it all down. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define SITES 65536
#define VALUES 48
#define INPUTS (1 << 18)
#define EVENTS (1 << 20)

typedef long long wide;

static struct { wide values[VALUES]; int count; } *seen;
static volatile uint32_t input_count;
static int event_count, logging;
static struct { int site; wide value; } *events;
static int record = -1;

static char buffer[1 << 16];
static size_t filled;

static void flush(void)
{
    size_t done = 0;
    while (done < filled) {
        ssize_t written = write(record, buffer + done, filled - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    filled = 0;
}

static void put(char letter)
{
    if (filled == sizeof buffer)
        flush();
    buffer[filled++] = letter;
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

/* An input as a number: negative where its type has a sign and its first bit is set. */
static wide value_of(const struct input *input)
{
    const struct kind *kind = input->kind;
    uint64_t above = kind->bits == 64 ? 0 : ~UINT64_C(0) << kind->bits;
    int negative = kind->is_signed && input->raw >> (kind->bits - 1) & 1;
    return (wide)(negative ? input->raw | above : input->raw);
}

/* Writes the record, once; the last line says why it ended. */
static void finish(char reason, int detail)
{
    if (record < 0)
        return;
    for (uint32_t i = 0; i < input_count; i++)
        line('n', -1, value_of(&inputs[i]));
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

static void out_of_inputs(void)
{
    finish('T', 0);
    _exit(99);
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
        if (kind == 'r') {
            is_random = 1;
            begin_inputs((uint64_t)value);
        } else if (kind == 'p' && constant_count < MOST_CONSTANTS)
            constants[constant_count++] = (uint64_t)value;
        else if (kind == 'v' && given_count < INPUTS)
            given[given_count++] = (uint64_t)value;
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
    given = malloc(sizeof *given * INPUTS);
    room = INPUTS;
    used = &input_count;
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
