/* An ascending list is reversed in place; it must come out descending. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { unsigned int value; struct node *next; };

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint() % 6u;
  struct node *head = 0;
  unsigned int i;
  for (i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) {
      break;
    }
    fresh->value = i;
    fresh->next = head;
    head = fresh;
  }
  struct node *reversed = 0;
  while (head) {
    struct node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  __VERIFIER_assert(head == 0);
  __VERIFIER_assert(i == 0 || reversed != 0);
  unsigned int expected = 0;
  while (reversed) {
    struct node *next = reversed->next;
    __VERIFIER_assert(reversed->value == expected);
    expected++;
    free(reversed);
    reversed = next;
  }
  __VERIFIER_assert(expected == i);
  return 0;
}
