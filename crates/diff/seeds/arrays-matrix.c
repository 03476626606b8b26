/* Small matrices: product, trace, and whether the result is symmetric. */
extern int __VERIFIER_nondet_int(void);

#define N 3

static void multiply(int a[N][N], int b[N][N], int c[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    int a[N][N], b[N][N], c[N][N];
    int trace = 0, symmetric = 1;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = __VERIFIER_nondet_int() % 10;
            b[j][i] = a[i][j];
        }
    multiply(a, b, c);
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < i; j++)
            if (c[i][j] != c[j][i])
                symmetric = 0;
    }
    return symmetric ? trace : -trace;
}
