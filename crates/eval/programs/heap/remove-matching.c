/* All nodes with an odd value are unlinked from a list; only even ones may stay. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { unsigned int value; struct node *next; };

int main(void) {
  struct node *head = 0;
  int made = 0;
  int removed = 0;
  int left = 0;
  int i;
  for (i = 0; i < 5; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh) {
      fresh->value = __VERIFIER_nondet_uint();
      fresh->next = head;
      head = fresh;
      made++;
    }
  }
  struct node **at = &head;
  while (*at) {
    struct node *current = *at;
    if (current->value & 1u) {
      *at = current->next;
      free(current);
      removed++;
    } else {
      at = &current->next;
    }
  }
  __VERIFIER_assert(removed <= made);
  while (head) {
    struct node *next = head->next;
    __VERIFIER_assert(head->value % 2 == 0);
    left++;
    free(head);
    head = next;
  }
  __VERIFIER_assert(left + removed == made);
  __VERIFIER_assert(removed < 5); /* FAILS */
  return 0;
}
