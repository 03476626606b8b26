/* A garage door with end switches and an obstacle sensor. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum motion { STILL, OPENING, CLOSING };
static enum motion motion;
static int height;
static enum motion previous = CLOSING;

static void button(void) {
  if (motion == STILL) {
    motion = previous == CLOSING ? OPENING : CLOSING;
  } else {
    previous = motion;
    motion = STILL;
  }
}

static void move(int obstacle) {
  if (motion == CLOSING && obstacle) {
    motion = OPENING;
  }
  if (motion == OPENING) {
    height++;
    if (height >= 10) {
      height = 10;
      previous = OPENING;
      motion = STILL;
    }
  } else if (motion == CLOSING) {
    height--;
    if (height <= 0) {
      height = 0;
      previous = CLOSING;
      motion = STILL;
    }
  }
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      button();
    }
    int before = height;
    int obstacle = __VERIFIER_nondet_bool();
    move(obstacle);
    __VERIFIER_assert(height >= 0);
    __VERIFIER_assert(height <= 10);
    __VERIFIER_assert(height - before <= 1 && before - height <= 1);
    __VERIFIER_assert(!obstacle || height >= before);
    __VERIFIER_assert(motion == STILL || motion == OPENING || motion == CLOSING);
    __VERIFIER_assert(previous != STILL);
    __VERIFIER_assert(motion != CLOSING || height < 10);
    __VERIFIER_assert(motion == STILL || height > 0);
    __VERIFIER_assert(motion != OPENING || previous == CLOSING); /* FAILS */
  }
  return 0;
}
