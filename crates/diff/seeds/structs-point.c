/* Points and rectangles by value: intersection, containment, area. */
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

struct rectangle {
    struct point low, high;
};

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static struct rectangle make(int x, int y, int width, int height)
{
    struct rectangle r;
    r.low.x = clamp(x, -50, 50);
    r.low.y = clamp(y, -50, 50);
    r.high.x = r.low.x + clamp(width, 0, 100);
    r.high.y = r.low.y + clamp(height, 0, 100);
    return r;
}

static struct rectangle meet(struct rectangle a, struct rectangle b)
{
    struct rectangle r = a;
    if (b.low.x > r.low.x)
        r.low.x = b.low.x;
    if (b.low.y > r.low.y)
        r.low.y = b.low.y;
    if (b.high.x < r.high.x)
        r.high.x = b.high.x;
    if (b.high.y < r.high.y)
        r.high.y = b.high.y;
    return r;
}

static int area(struct rectangle r)
{
    if (r.high.x <= r.low.x || r.high.y <= r.low.y)
        return 0;
    return (r.high.x - r.low.x) * (r.high.y - r.low.y);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int width = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    struct rectangle a = make(x, 0, width, 30);
    struct rectangle b = make(5, y, 20, __VERIFIER_nondet_int());
    int common = area(meet(a, b));
    int largest = area(a) > area(b) ? area(a) : area(b);
    return common > largest ? -1 : common;
}
