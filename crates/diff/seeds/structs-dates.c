/* Days and months: the day of the year, leap years, the day after. */
extern unsigned int __VERIFIER_nondet_uint(void);

struct date {
    unsigned short year;
    unsigned char month, day;
};

static const unsigned char lengths[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static unsigned length(struct date d)
{
    return lengths[d.month - 1] + (d.month == 2 && is_leap(d.year) ? 1u : 0u);
}

static unsigned day_of_year(struct date d)
{
    unsigned days = d.day;
    struct date first = d;
    for (first.month = 1; first.month < d.month; first.month++)
        days += length(first);
    return days;
}

static struct date after(struct date d)
{
    d.day++;
    if (d.day > length(d)) {
        d.day = 1;
        d.month++;
    }
    if (d.month > 12) {
        d.month = 1;
        d.year++;
    }
    return d;
}

int main(void)
{
    struct date d;
    d.year = (unsigned short)(1900 + __VERIFIER_nondet_uint() % 200);
    d.month = (unsigned char)(1 + __VERIFIER_nondet_uint() % 12);
    d.day = (unsigned char)(1 + __VERIFIER_nondet_uint() % 28);
    unsigned before = day_of_year(d);
    for (int i = 0; i < 40; i++)
        d = after(d);
    unsigned now = day_of_year(d);
    return now > before ? (int)(now - before) : (int)(before - now);
}
