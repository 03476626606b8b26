/* Three keys go into a binary search tree; children must lie on their sides of the root. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct tree { int key; struct tree *left; struct tree *right; };

static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    if (t) {
      t->key = key;
      t->left = 0;
      t->right = 0;
    }
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else if (key > t->key) {
    t->right = insert(t->right, key);
  }
  return t;
}

static int release(struct tree *t) {
  if (!t) {
    return 0;
  }
  int size = 1 + release(t->left) + release(t->right);
  free(t);
  return size;
}

int main(void) {
  struct tree *root = 0;
  int i;
  for (i = 0; i < 3; i++) {
    root = insert(root, __VERIFIER_nondet_int());
  }
  if (root && root->left) {
    __VERIFIER_assert(root->left->key < root->key);
  }
  if (root && root->right) {
    __VERIFIER_assert(root->right->key > root->key);
  }
  int size = release(root);
  __VERIFIER_assert(size >= 0 && size <= 3);
  __VERIFIER_assert(size == 3); /* FAILS */
  return 0;
}
