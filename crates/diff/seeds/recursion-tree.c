/* A binary search tree in arrays, built and measured by recursion. */
extern int __VERIFIER_nondet_int(void);

#define ROOM 10
#define NONE (-1)

static int keys[ROOM], left[ROOM], right[ROOM];
static int count;

static int insert(int node, int key)
{
    if (node == NONE) {
        keys[count] = key;
        left[count] = NONE;
        right[count] = NONE;
        return count++;
    }
    if (key < keys[node])
        left[node] = insert(left[node], key);
    else if (key > keys[node])
        right[node] = insert(right[node], key);
    return node;
}

static int height(int node)
{
    if (node == NONE)
        return 0;
    int l = height(left[node]), r = height(right[node]);
    return 1 + (l > r ? l : r);
}

static int sum(int node)
{
    return node == NONE ? 0 : sum(left[node]) + keys[node] + sum(right[node]);
}

int main(void)
{
    int root = NONE;
    for (int i = 0; i < 7; i++)
        root = insert(root, __VERIFIER_nondet_int() % 16);
    int tall = height(root);
    if (tall > count)
        return -1;
    return tall * 1000 + sum(root);
}
