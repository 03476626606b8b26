/* A linear congruential generator, its low bits and a walk that it drives. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned state;

static unsigned next(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 16 & 0x7fffu;
}

int main(void)
{
    int x = 0, y = 0, farthest = 0;
    unsigned odd = 0;

    state = __VERIFIER_nondet_uint();
    for (int i = 0; i < 32; i++) {
        unsigned r = next();
        odd += state & 1u;
        switch (r & 3u) {
        case 0: x++; break;
        case 1: x--; break;
        case 2: y++; break;
        default: y--; break;
        }
        int distance = (x < 0 ? -x : x) + (y < 0 ? -y : y);
        if (distance > farthest)
            farthest = distance;
    }
    return farthest * 100 + (int)odd;
}
