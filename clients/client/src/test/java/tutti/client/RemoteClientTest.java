package tutti.client;

import java.nio.file.Path;
import tutti.embedded.Client;

/** The contract of clients, over HTTP to a service of one node. */
class RemoteClientTest extends ClientContract {
  private TestService service;
  private RemoteClient client;

  /** The number of nodes. */
  int nodes() {
    return 1;
  }

  @Override
  Client open(Path specifications) throws Exception {
    service = TestService.start(TestService.wallets(specifications), nodes());
    client =
        RemoteClient.builder()
            .application(Wallets.application())
            .specifications(specifications)
            .nodes(service.urls())
            .connect();
    return client;
  }

  @Override
  void close() throws Exception {
    client.close();
    service.close();
  }
}
