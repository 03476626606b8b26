/* A word of flags with rules: some exclude each other, some need another. */
extern int __VERIFIER_nondet_int(void);

enum { READ = 1, WRITE = 2, APPEND = 4, LOCKED = 8, DIRTY = 16 };

static unsigned flags;

static int set(unsigned wanted)
{
    unsigned next = flags | wanted;
    if ((next & APPEND) && !(next & WRITE))
        return 0;
    if ((next & LOCKED) && (next & DIRTY))
        return 0;
    flags = next;
    return 1;
}

static void clear(unsigned unwanted)
{
    flags &= ~unwanted;
    if (!(flags & WRITE))
        flags &= ~(unsigned)(APPEND | DIRTY);
}

int main(void)
{
    int refused = 0;
    for (int i = 0; i < 15; i++) {
        int command = __VERIFIER_nondet_int();
        unsigned bit = 1u << (command & 3);
        if (command % 5 == 0)
            clear(bit);
        else if (!set(command % 3 == 0 ? bit << 1 : bit))
            refused++;
    }
    return (int)flags * 100 + refused;
}
