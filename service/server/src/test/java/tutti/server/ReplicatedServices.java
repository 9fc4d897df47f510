package tutti.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.Application;
import tutti.model.testing.Await;
import tutti.server.catalog.Catalog;

/**
 * Hosts with replicas in one process, each with its door for HTTP. Each life of a host draws other
 * numbers, since it names its transactions by them.
 */
final class ReplicatedServices implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Host> hosts = new ArrayList<>();

  /** A host that runs, and its door. */
  record Host(
      Node node, HttpService service, RealScheduler scheduler, FolderDisk disk, Transport transport)
      implements AutoCloseable {
    @Override
    public void close() throws Exception {
      service.close();
      transport.close();
      scheduler.close();
      disk.close();
    }
  }

  private interface Door {
    HttpService open(Node node) throws Exception;
  }

  /** Hosts of which each has an application of its own, by its number. */
  ReplicatedServices(
      Path folder, IntFunction<Application> applications, Deployment deployment, String title)
      throws Exception {
    this(folder, applications, deployment, door(title));
  }

  ReplicatedServices(Path folder, Application application, Deployment deployment, String title)
      throws Exception {
    this(folder, _ -> application, deployment, door(title));
  }

  ReplicatedServices(Path folder, Application application, Deployment deployment, Catalog catalog)
      throws Exception {
    this(
        folder,
        _ -> application,
        deployment,
        node -> HttpService.start(node, catalog, ServiceSettings.DEFAULT.withPort(0)));
  }

  private static Door door(String title) {
    return node ->
        HttpService.start(node, title, node.application(), ServiceSettings.DEFAULT.withPort(0));
  }

  private ReplicatedServices(
      Path folder, IntFunction<Application> applications, Deployment deployment, Door door)
      throws Exception {
    LoopbackNetwork network = new LoopbackNetwork(deployment.nodeCount());
    for (int i = 0; i < deployment.nodeCount(); i++) {
      RealScheduler scheduler = new RealScheduler();
      FolderDisk disk = FolderDisk.open(Files.createDirectories(folder.resolve("host-" + i)));
      Transport transport = network.transport(i, scheduler);
      Node node =
          NodeOpener.open(
              applications.apply(i),
              deployment,
              new Ports(scheduler, disk, new SplittableRandom(), History.NONE, i, transport));
      hosts.add(new Host(node, door.open(node), scheduler, disk, transport));
    }
    for (Host host : hosts) {
      Await.that("ready: " + host.node().readiness(), () -> host.node().readiness().ready());
    }
  }

  /** Returns the hosts that run: one that a test closes it takes out. */
  List<Host> hosts() {
    return hosts;
  }

  /** Sends a request with a body in JSON. */
  CompletableFuture<Answer> send(Host host, String path, String body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(host.service().url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpRequest built =
        request
            .timeout(Duration.ofSeconds(180))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return Answer.onceBegun(
        () ->
            client
                .sendAsync(built, HttpResponse.BodyHandlers.ofString())
                .thenApply(it -> new Answer(it.statusCode(), it.headers(), it.body())));
  }

  @Override
  public void close() throws Exception {
    for (Host host : hosts) {
      host.close();
    }
  }
}
