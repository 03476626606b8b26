/* The extremes of an array and where they are. */
extern int __VERIFIER_nondet_int(void);

#define SIZE 12

int main(void)
{
    int values[SIZE];
    int largest = 0, smallest = 0;
    int spread = 0;

    for (int i = 0; i < SIZE; i++) {
        values[i] = __VERIFIER_nondet_int();
        if (values[i] > 10000)
            values[i] = 10000;
        if (values[i] < -10000)
            values[i] = -10000;
    }
    for (int i = 1; i < SIZE; i++) {
        if (values[i] > values[largest])
            largest = i;
        if (values[i] < values[smallest])
            smallest = i;
    }
    spread = values[largest] - values[smallest];
    if (largest == smallest)
        return spread;
    return largest > smallest ? spread / 2 : -spread / 2;
}
