/* A hash table with open addressing and a multiplicative hash. */
extern unsigned int __VERIFIER_nondet_uint(void);

#define SLOTS 16u

static unsigned keys[SLOTS];
static unsigned char full[SLOTS];

static unsigned slot_of(unsigned key) { return key * 2654435769u >> 28; }

static int add(unsigned key)
{
    unsigned at = slot_of(key);
    for (unsigned tries = 0; tries < SLOTS; tries++) {
        if (!full[at]) {
            full[at] = 1;
            keys[at] = key;
            return (int)tries;
        }
        if (keys[at] == key)
            return -1;
        at = (at + 1) % SLOTS;
    }
    return -2;
}

int main(void)
{
    int longest = 0, repeated = 0;
    for (int i = 0; i < 12; i++) {
        int tries = add(__VERIFIER_nondet_uint());
        if (tries == -1)
            repeated++;
        else if (tries > longest)
            longest = tries;
    }
    return longest * 100 + repeated;
}
