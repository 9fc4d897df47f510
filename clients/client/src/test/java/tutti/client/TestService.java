package tutti.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.FreePorts;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Node;
import tutti.engine.node.PeerTransport;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.model.testing.Await;
import tutti.server.HttpService;
import tutti.server.ServiceSettings;

/** A service of one node or of several, in memory, in this process. */
final class TestService implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<HttpService> fronts = new ArrayList<>();

  private TestService() {}

  /**
   * Starts a service, and waits until its nodes have met.
   *
   * @param what the application
   * @param count of nodes
   */
  static TestService start(TuttiBuilder what, int count) throws Exception {
    what.set("durability", "off").set("accept-loss", "true");
    return start(what, count, null);
  }

  /**
   * Starts a service of three nodes with replicas, which keep their data in a folder.
   *
   * @param what the application, and the protocol
   */
  static TestService startReplicas(TuttiBuilder what, Path data) throws Exception {
    return start(what, 3, data);
  }

  private static TestService start(TuttiBuilder what, int count, @Nullable Path data)
      throws Exception {
    Application application = what.application();
    Deployment deployment = count == 1 ? what.deployment() : several(what, count);
    TestService service = new TestService();
    List<Node> nodes = new ArrayList<>();
    for (int self = 0; self < count; self++) {
      nodes.add(service.node(application, deployment, self, data));
    }
    Await.that(
        "the nodes meet",
        () ->
            nodes.stream()
                .map(Node::readiness)
                .allMatch(now -> now.ready() && now.missing().isEmpty()));
    return service;
  }

  /** A free port that stays free only as long as no other process takes it. */
  static int freePort() throws IOException {
    return FreePorts.numbers(1).getFirst();
  }

  private static Deployment several(TuttiBuilder what, int count) throws IOException {
    Path file = Files.createTempFile("nodes", ".conf");
    try {
      Files.writeString(file, "tutti { " + FreePorts.nodes(count) + " }\n");
      return what.deployment(file).deployment();
    } finally {
      Files.delete(file);
    }
  }

  private Node node(Application application, Deployment deployment, int self, @Nullable Path data)
      throws IOException {
    Disk disk = null;
    if (data != null) {
      FolderDisk own = FolderDisk.open(data.resolve("node-" + self));
      parts.push(own::close);
      disk = own;
    }
    RealScheduler scheduler = new RealScheduler();
    parts.push(scheduler::close);
    SplittableRandom entropy = new SplittableRandom();
    Transport transport = PeerTransport.of(deployment, self, entropy.split(), scheduler.clocks());
    if (transport != null) {
      parts.push(transport::close);
    }
    Node node =
        NodeOpener.open(
            application,
            deployment,
            new Ports(scheduler, disk, entropy, History.NONE, self, transport));
    parts.push(node::close);
    HttpService front =
        HttpService.start(node, "Test", application, ServiceSettings.DEFAULT.withPort(0));
    parts.push(front);
    fronts.add(front);
    return node;
  }

  /** The addresses of the nodes. */
  String[] urls() {
    return fronts.stream().map(HttpService::url).toArray(String[]::new);
  }

  int port() {
    return fronts.getFirst().port();
  }

  @Override
  public void close() throws Exception {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }

  /** The application of the tests, for a client or a service of it. */
  static TuttiBuilder wallets(Path specifications) {
    return Tutti.builder().application(Wallets.application()).specifications(specifications);
  }
}
