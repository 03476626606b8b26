/* Two sorted lists of stack nodes are merged; the result must be sorted and have all nodes. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { int value; struct node *next; };

static struct node *merge(struct node *a, struct node *b) {
  struct node first = {0, 0};
  struct node *last = &first;
  while (a && b) {
    struct node **smaller = a->value <= b->value ? &a : &b;
    last->next = *smaller;
    last = *smaller;
    *smaller = (*smaller)->next;
  }
  last->next = a ? a : b;
  return first.next;
}

int main(void) {
  struct node left[3];
  struct node right[3];
  int i;
  int low = __VERIFIER_nondet_uchar();
  int high = __VERIFIER_nondet_uchar();
  for (i = 0; i < 3; i++) {
    left[i].value = low + 10 * i;
    left[i].next = i < 2 ? &left[i + 1] : 0;
    right[i].value = high + 4 * i;
    right[i].next = i < 2 ? &right[i + 1] : 0;
  }
  struct node *all = merge(left, right);
  int count = 0;
  int previous = -1;
  while (all) {
    __VERIFIER_assert(all->value >= previous);
    previous = all->value;
    count++;
    all = all->next;
  }
  __VERIFIER_assert(count == 6);
  __VERIFIER_assert(previous >= low + 20 && previous >= high + 8);
  return 0;
}
