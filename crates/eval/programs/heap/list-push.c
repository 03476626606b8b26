/* Numbers are pushed to the front of a list; the length must agree and all entries be in range. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct node { int value; struct node *next; };

int main(void) {
  struct node *head = 0;
  int length = 0;
  int i;
  for (i = 0; i < 6; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) {
      break;
    }
    fresh->value = i;
    fresh->next = head;
    head = fresh;
    length++;
  }
  __VERIFIER_assert(length >= 0 && length <= 6);
  __VERIFIER_assert(length == 0 || head != 0);
  int seen = 0;
  while (head) {
    struct node *gone = head;
    __VERIFIER_assert(gone->value >= 0 && gone->value < 6);
    seen++;
    head = gone->next;
    free(gone);
  }
  __VERIFIER_assert(seen == length);
  __VERIFIER_assert(seen == 6); /* FAILS */
  return 0;
}
