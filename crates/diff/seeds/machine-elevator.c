/* An elevator that collects requests and turns round at the last one. */
extern int __VERIFIER_nondet_int(void);

#define FLOORS 5

int main(void)
{
    unsigned char wanted[FLOORS] = { 0 };
    int floor = 0, direction = 1, stops = 0;

    for (int time = 0; time < 40; time++) {
        int request = __VERIFIER_nondet_int();
        if (request >= 0 && request < FLOORS)
            wanted[request] = 1;
        if (wanted[floor]) {
            wanted[floor] = 0;
            stops++;
            continue;
        }
        int further = 0;
        for (int f = floor + direction; f >= 0 && f < FLOORS; f += direction)
            if (wanted[f])
                further = 1;
        if (further)
            floor += direction;
        else
            direction = -direction;
    }
    return floor * 100 + stops;
}
