/* A list of any length is built with values one and two and walked; the sum must lie between. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { int weight; struct node *next; };

int main(void) {
  struct node *head = 0;
  int length = 0;
  while (length < 1000000 && __VERIFIER_nondet_bool()) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) {
      break;
    }
    fresh->weight = __VERIFIER_nondet_bool() ? 1 : 2;
    fresh->next = head;
    head = fresh;
    length++;
  }
  int sum = 0;
  while (head) {
    struct node *next = head->next;
    __VERIFIER_assert(head->weight == 1 || head->weight == 2);
    sum += head->weight;
    free(head);
    head = next;
  }
  __VERIFIER_assert(head == 0);
  __VERIFIER_assert(sum >= length);
  __VERIFIER_assert(sum <= 2 * length);
  return 0;
}
