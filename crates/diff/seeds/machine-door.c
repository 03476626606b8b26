/* A door with a lock, an alarm and a limited number of wrong codes. */
extern int __VERIFIER_nondet_int(void);

enum state { OPEN, CLOSED, LOCKED, ALARM };

static enum state state = CLOSED;
static int code = 1234, wrong;

static void handle(int event, int argument)
{
    switch (state) {
    case OPEN:
        if (event == 0)
            state = CLOSED;
        break;
    case CLOSED:
        if (event == 1) {
            state = OPEN;
        } else if (event == 2) {
            state = LOCKED;
            wrong = 0;
        }
        break;
    case LOCKED:
        if (event != 3)
            break;
        if (argument == code) {
            state = CLOSED;
        } else if (++wrong == 3) {
            state = ALARM;
        }
        break;
    case ALARM:
        if (event == 3 && argument == code + 1) {
            state = LOCKED;
            wrong = 1;
        }
        break;
    }
}

int main(void)
{
    int alarms = 0;
    for (int i = 0; i < 25; i++) {
        enum state before = state;
        int event = __VERIFIER_nondet_int() & 3;
        handle(event, __VERIFIER_nondet_int());
        if (state == ALARM && before != ALARM)
            alarms++;
    }
    return (int)state * 10 + alarms + wrong * 100;
}
