/* Counts the cells of a triangle with nested loops, row by row and in closed form. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned triangle(unsigned rows)
{
    unsigned cells = 0;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column <= row; column++)
            cells++;
    }
    return cells;
}

int main(void)
{
    unsigned rows = __VERIFIER_nondet_uint() % 40u;
    unsigned counted = triangle(rows);
    unsigned computed = rows * (rows + 1) / 2;
    unsigned difference = counted - computed;
    unsigned widest = rows == 0 ? 0 : rows;

    while (widest > 3) {
        difference += widest / 4;
        widest -= 3;
    }
    return (int)(difference + widest);
}
