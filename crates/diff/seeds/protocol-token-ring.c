/* Stations that pass a token and may keep it for a while; a monitor replaces a lost one. */
extern int __VERIFIER_nondet_int(void);

#define STATIONS 4

struct station {
    int has_token;
    int waiting;
    int sent;
};

static struct station ring[STATIONS];

static int tokens(void)
{
    int count = 0;
    for (int i = 0; i < STATIONS; i++)
        count += ring[i].has_token;
    return count;
}

int main(void)
{
    int lost = 0, replaced = 0, holding = 0;
    ring[0].has_token = 1;
    for (int time = 0; time < 40; time++) {
        int busy = __VERIFIER_nondet_int() & (STATIONS - 1);
        ring[busy].waiting = 1;
        for (int i = 0; i < STATIONS; i++) {
            if (!ring[i].has_token)
                continue;
            if (ring[i].waiting && holding < 2) {
                ring[i].waiting = 0;
                ring[i].sent++;
                holding++;
                break;
            }
            ring[i].has_token = 0;
            holding = 0;
            if (__VERIFIER_nondet_int() != 13)
                ring[(i + 1) % STATIONS].has_token = 1;
            else
                lost++;
            break;
        }
        if (tokens() == 0) {
            ring[time % STATIONS].has_token = 1;
            replaced++;
        }
    }
    int sent = 0;
    for (int i = 0; i < STATIONS; i++)
        sent += ring[i].sent;
    return lost == replaced && tokens() == 1 ? sent : -1;
}
