package tutti.client;

import java.nio.file.Path;
import tutti.embedded.Client;
import tutti.embedded.Tutti;

/** The contract of clients, by a node in this process: the measure of the others. */
class EmbeddedClientTest extends ClientContract {
  private Tutti tutti;

  @Override
  Client open(Path specifications) {
    tutti = TestService.wallets(specifications).openInMemory();
    return tutti;
  }

  @Override
  void close() {
    tutti.close();
  }
}
