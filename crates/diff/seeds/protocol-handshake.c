/* A three-way handshake over a channel that loses and repeats messages. */
extern int __VERIFIER_nondet_int(void);

enum message { NOTHING, SYN, SYN_ACK, ACK };
enum client { IDLE, SENT, CONNECTED };
enum server { LISTENING, ANSWERED, ESTABLISHED };

int main(void)
{
    enum client client = IDLE;
    enum server server = LISTENING;
    enum message to_server = NOTHING, to_client = NOTHING;
    int sent = 0, lost = 0;

    for (int round = 0; round < 30; round++) {
        if (client == IDLE || (client == SENT && to_client == NOTHING)) {
            to_server = SYN;
            client = SENT;
            sent++;
        } else if (client == SENT && to_client == SYN_ACK) {
            client = CONNECTED;
            to_server = ACK;
            sent++;
        }
        if (__VERIFIER_nondet_int() == 0) {
            to_server = NOTHING;
            lost++;
        }
        to_client = NOTHING;
        if (to_server == SYN && server != ESTABLISHED) {
            server = ANSWERED;
            to_client = SYN_ACK;
        } else if (to_server == ACK && server == ANSWERED) {
            server = ESTABLISHED;
        } else if (client == CONNECTED && server == ANSWERED) {
            to_server = ACK;
        }
        if (server == ESTABLISHED && client != CONNECTED)
            return -1;
    }
    return (int)server * 1000 + sent * 10 + (lost > 9 ? 9 : lost);
}
