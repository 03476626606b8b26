/* A tagged union: numbers, pairs and flags, evaluated by their tag. */
extern int __VERIFIER_nondet_int(void);

enum tag { NUMBER, PAIR, FLAG };

struct value {
    enum tag tag;
    union {
        int number;
        struct {
            short first, second;
        } pair;
        unsigned char flag;
    } as;
};

static struct value read_value(void)
{
    struct value v;
    int kind = __VERIFIER_nondet_int();
    if (kind < 0) {
        v.tag = NUMBER;
        v.as.number = kind / 2;
    } else if (kind % 2 == 0) {
        v.tag = PAIR;
        v.as.pair.first = (short)(kind % 1000);
        v.as.pair.second = (short)(kind % 77);
    } else {
        v.tag = FLAG;
        v.as.flag = kind > 50;
    }
    return v;
}

static int weight(const struct value *v)
{
    switch (v->tag) {
    case NUMBER:
        return v->as.number < -1000 ? -1000 : v->as.number;
    case PAIR:
        return v->as.pair.first - v->as.pair.second;
    default:
        return v->as.flag ? 5000 : 4000;
    }
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        struct value v = read_value();
        sum += weight(&v);
    }
    return sum;
}
