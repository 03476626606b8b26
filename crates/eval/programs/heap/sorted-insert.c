/* Inputs are inserted into a sorted list; the order must hold at every step of a walk. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { int key; struct node *next; };

static struct node *insert(struct node *head, int key) {
  struct node *fresh = malloc(sizeof *fresh);
  struct node **at = &head;
  if (!fresh) {
    return head;
  }
  while (*at && (*at)->key < key) {
    at = &(*at)->next;
  }
  fresh->key = key;
  fresh->next = *at;
  *at = fresh;
  return head;
}

int main(void) {
  struct node *head = 0;
  int i;
  for (i = 0; i < 4; i++) {
    head = insert(head, __VERIFIER_nondet_int());
  }
  int length = 0;
  while (head) {
    struct node *next = head->next;
    if (next) {
      __VERIFIER_assert(head->key <= next->key);
    }
    length++;
    free(head);
    head = next;
  }
  __VERIFIER_assert(length <= 4);
  __VERIFIER_assert(length > 0); /* FAILS */
  return 0;
}
