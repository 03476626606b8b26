/* Optional rules of a board game change moves and score; no rule set may give a negative score. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int rule_double;
static int rule_penalty;
static int rule_bonus;
static int score;
static int streak;

static void gain(int points) {
  score += rule_double && streak >= 2 ? 2 * points : points;
  streak++;
  if (rule_bonus && streak == 3) {
    score += 5;
  }
}

static void lose(void) {
  streak = 0;
  if (rule_penalty) {
    score = score > 2 ? score - 2 : 0;
  }
}

int main(void) {
  rule_double = __VERIFIER_nondet_bool();
  rule_penalty = __VERIFIER_nondet_bool();
  rule_bonus = __VERIFIER_nondet_bool();
  int turn;
  for (turn = 0; turn < 6; turn++) {
    unsigned int die = __VERIFIER_nondet_uint() % 6u + 1u;
    if (die >= 3) {
      gain((int)die);
    } else {
      lose();
    }
    __VERIFIER_assert(score >= 0);
    __VERIFIER_assert(streak >= 0 && streak <= turn + 1);
  }
  __VERIFIER_assert(score <= 65);
  __VERIFIER_assert(rule_double || score <= 41);
  __VERIFIER_assert(rule_double || rule_bonus || score <= 36);
  return 0;
}
