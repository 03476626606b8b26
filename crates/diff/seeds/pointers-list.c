/* A linked list in an array of nodes: insertion in order, removal, length. */
extern int __VERIFIER_nondet_int(void);

#define NODES 8

struct node {
    int value;
    struct node *next;
};

static struct node pool[NODES];
static int used;

static struct node *insert(struct node *list, int value)
{
    if (used == NODES)
        return list;
    struct node *fresh = &pool[used++];
    struct node **place = &list;
    while (*place && (*place)->value < value)
        place = &(*place)->next;
    fresh->value = value;
    fresh->next = *place;
    *place = fresh;
    return list;
}

int main(void)
{
    struct node *list = 0;
    int length = 0, sorted = 1;

    for (int i = 0; i < 6; i++)
        list = insert(list, __VERIFIER_nondet_int() % 20);
    while (list && list->value < 0)
        list = list->next;
    for (struct node *at = list; at; at = at->next) {
        length++;
        if (at->next && at->next->value < at->value)
            sorted = 0;
    }
    return sorted * 10 + length;
}
