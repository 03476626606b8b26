/* Moves for the towers of Hanoi are counted; every move must be legal and the number right. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int moves;
static int height[3];

static void move(int disks, int from, int to) {
  if (disks == 0) {
    return;
  }
  int spare = 3 - from - to;
  __VERIFIER_assert(spare >= 0 && spare <= 2 && spare != from && spare != to);
  move(disks - 1, from, spare);
  __VERIFIER_assert(height[from] > 0);
  height[from]--;
  height[to]++;
  moves++;
  move(disks - 1, spare, to);
}

int main(void) {
  int disks = __VERIFIER_nondet_int();
  if (disks < 1 || disks > 4) {
    return 0;
  }
  height[0] = disks;
  move(disks, 0, 2);
  __VERIFIER_assert(moves == (1 << disks) - 1);
  __VERIFIER_assert(height[2] == disks);
  __VERIFIER_assert(height[0] == 0 && height[1] == 0);
  return 0;
}
