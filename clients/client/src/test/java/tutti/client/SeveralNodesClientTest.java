package tutti.client;

/** The contract of clients, over HTTP to a service of three nodes. */
class SeveralNodesClientTest extends RemoteClientTest {
  @Override
  int nodes() {
    return 3;
  }
}
