/* A loop in three phases: a counter rises fast, then slowly, then falls. */
extern int __VERIFIER_nondet_int(void);

enum phase { FAST, SLOW, FALLING };

int main(void)
{
    enum phase phase = FAST;
    int x = 0, turns = 0;
    int limit = __VERIFIER_nondet_int();

    if (limit < 10 || limit > 200)
        limit = 100;
    for (int time = 0; time < 300; time++) {
        switch (phase) {
        case FAST:
            x += 5;
            if (x > limit / 2)
                phase = SLOW;
            break;
        case SLOW:
            x += 1;
            if (x >= limit) {
                phase = FALLING;
                turns++;
            }
            break;
        case FALLING:
            x -= 3;
            if (x <= 0) {
                x = 0;
                phase = FAST;
            }
            break;
        }
    }
    return x * 4 + turns;
}
