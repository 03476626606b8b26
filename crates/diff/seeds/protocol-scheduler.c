/* Tasks with priorities and deadlines; the most urgent runs. */
extern int __VERIFIER_nondet_int(void);

#define TASKS 3

struct task {
    int left;
    int deadline;
    unsigned char ready;
};

static int choose(const struct task *tasks)
{
    int best = -1;
    for (int i = 0; i < TASKS; i++) {
        if (!tasks[i].ready)
            continue;
        if (best < 0 || tasks[i].deadline < tasks[best].deadline)
            best = i;
    }
    return best;
}

int main(void)
{
    struct task tasks[TASKS] = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
    int finished = 0, missed = 0, idle = 0;

    for (int now = 0; now < 50; now++) {
        int which = __VERIFIER_nondet_int();
        if (which >= 0 && which < TASKS && !tasks[which].ready) {
            tasks[which].left = 1 + (now & 3);
            tasks[which].deadline = now + 4 * (which + 1);
            tasks[which].ready = 1;
        }
        int running = choose(tasks);
        if (running < 0) {
            idle++;
            continue;
        }
        struct task *task = &tasks[running];
        if (--task->left == 0) {
            task->ready = 0;
            finished++;
            if (now > task->deadline)
                missed++;
        }
    }
    return finished * 100 + missed * 10 + (idle > 9 ? 9 : idle);
}
