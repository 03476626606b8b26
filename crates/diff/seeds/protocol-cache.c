/* Two caches of one memory cell that keep each other consistent: modified, shared, invalid. */
extern int __VERIFIER_nondet_int(void);

enum line { INVALID, SHARED, MODIFIED };

static enum line lines[2];
static int data[2], memory;
static int transfers;

static void write_back(int cache)
{
    if (lines[cache] == MODIFIED) {
        memory = data[cache];
        lines[cache] = SHARED;
        transfers++;
    }
}

static int load(int cache)
{
    if (lines[cache] == INVALID) {
        write_back(1 - cache);
        data[cache] = memory;
        lines[cache] = SHARED;
        transfers++;
    }
    return data[cache];
}

static void store(int cache, int value)
{
    write_back(1 - cache);
    lines[1 - cache] = INVALID;
    lines[cache] = MODIFIED;
    data[cache] = value;
}

int main(void)
{
    int last = 0;
    for (int i = 0; i < 20; i++) {
        int cache = __VERIFIER_nondet_int() & 1;
        int value = __VERIFIER_nondet_int();
        if (value > 0) {
            last = value % 1000;
            store(cache, last);
        } else if (load(cache) != last) {
            return -1;
        }
        if (lines[0] == MODIFIED && lines[1] != INVALID)
            return -2;
    }
    return transfers;
}
