package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.embedded.Committed;
import tutti.embedded.Part;
import tutti.embedded.Request;
import tutti.embedded.Tutti;
import tutti.embedded.UnreadableResultException;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.model.actor.JavaApplication;
import tutti.model.testing.OtherResults;
import tutti.model.testing.OtherResults.First;
import tutti.model.testing.OtherResults.Second;
import tutti.server.HttpService;
import tutti.server.ServiceSettings;

/** Requests to an older version of a service's application, made again under their keys. */
class FormerResultsClientTest {
  @TempDir private Path data;

  @Test
  void haveHappenedAndTheirResultsCannotBeRead() throws Exception {
    String transaction;
    try (Tutti tutti = Tutti.open(OtherResults.first(), data)) {
      Request request = tutti.once("k").request();
      request.call(First.class, "a", new First.ToWider(7));
      request.call(First.class, "b", new First.ToText(8));
      request.call(First.class, "c", new First.ToNothing(9));
      transaction = request.run().transaction();
    }
    JavaApplication java = OtherResults.second();
    RelationalApplication application = new RelationalApplication(java, null);
    try (RealScheduler scheduler = new RealScheduler();
        FolderDisk disk = FolderDisk.open(data);
        HostNode node =
            LocalShards.open(
                application,
                Deployment.DEFAULT,
                new Ports(scheduler, disk, new SplittableRandom(1), History.NONE));
        HttpService service =
            HttpService.start(node, "Ledger", application, ServiceSettings.DEFAULT.withPort(0));
        RemoteClient client = RemoteClient.connect(java, service.url())) {
      Request request = client.once("k").request();
      Part<Long> wider = request.call(Second.class, "a", new Second.ToWider(7));
      Part<String> text = request.call(Second.class, "b", new Second.ToText(8));
      Part<Void> nothing = request.call(Second.class, "c", new Second.ToNothing(9));
      Committed committed = request.run();
      assertThat(committed.transaction()).isEqualTo(transaction);
      assertThat(committed.of(wider)).isEqualTo(7L);
      assertThatThrownBy(() -> committed.of(text))
          .isInstanceOfSatisfying(
              UnreadableResultException.class,
              unreadable -> assertThat(unreadable.transaction()).isEqualTo(transaction))
          .hasMessageContaining("has committed, but the result of ToText cannot be read: it is a")
          .hasMessageContaining("a result of type int, from an older version");
      assertThatThrownBy(() -> committed.of(nothing)).isInstanceOf(UnreadableResultException.class);
    }
  }
}
