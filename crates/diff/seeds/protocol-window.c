/* A sliding window with sequence numbers of three bits. */
extern int __VERIFIER_nondet_int(void);

#define WINDOW 3
#define NUMBERS 8

int main(void)
{
    int base = 0, next = 0, expected = 0;
    int delivered = 0, refused = 0;

    for (int i = 0; i < 50; i++) {
        int in_flight = (next - base + NUMBERS) % NUMBERS;
        int event = __VERIFIER_nondet_int();
        if (in_flight > WINDOW)
            return -1;
        if (event > 0 && in_flight < WINDOW) {
            if (event == expected || event % 2 == 0) {
                if (next == expected) {
                    expected = (expected + 1) % NUMBERS;
                    delivered++;
                } else {
                    refused++;
                }
            }
            next = (next + 1) % NUMBERS;
        } else if (event < 0) {
            base = expected;
            next = expected;
        } else if (in_flight > 0) {
            int confirmed = (expected - base + NUMBERS) % NUMBERS;
            if (confirmed <= in_flight)
                base = expected;
        }
    }
    return delivered * 100 + refused % 100;
}
