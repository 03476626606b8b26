/* Two traffic lights at a crossing and a button for pedestrians. */
extern int __VERIFIER_nondet_int(void);

enum light { RED, AMBER, GREEN };

int main(void)
{
    enum light north = GREEN, east = RED;
    int timer = 0, waiting = 0, crossings = 0, both = 0;

    for (int second = 0; second < 60; second++) {
        if (__VERIFIER_nondet_int() == 1)
            waiting = 1;
        timer++;
        if (north == GREEN && (timer >= 8 || (waiting && timer >= 3))) {
            north = AMBER;
            timer = 0;
        } else if (north == AMBER && timer >= 2) {
            north = RED;
            east = GREEN;
            timer = 0;
            if (waiting) {
                crossings++;
                waiting = 0;
            }
        } else if (east == GREEN && timer >= 6) {
            east = AMBER;
            timer = 0;
        } else if (east == AMBER && timer >= 2) {
            east = RED;
            north = GREEN;
            timer = 0;
        }
        if (north != RED && east != RED)
            both++;
    }
    return both * 1000 + crossings * 10 + timer;
}
