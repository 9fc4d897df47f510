package tutti.cli.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.FreePorts;
import tutti.lab.process.TcpProxy;
import tutti.model.ActorId;
import tutti.model.testing.Await;
import tutti.model.testing.LiveFolder;

/**
 * An application on three nodes, each a process of its own, every two of them joined by a {@link
 * TcpProxy}. A node calls those of a higher number.
 */
final class Cluster implements AutoCloseable {
  static final int SIZE = 3;

  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final Placements PLACEMENTS = new Placements(new Placement.Hash(), SIZE, 1);

  private final Path folder;
  private Path application;

  /** A page that a node gathers from all nodes. */
  private final String page;

  private final @Nullable TcpProxy[][] links = new TcpProxy[SIZE][SIZE];
  private final @Nullable TuttiProcess[] nodes = new TuttiProcess[SIZE];

  /** Nodes of the bank. Starts nothing yet. */
  Cluster(Path folder) throws IOException {
    this(folder, Bank.APPLICATION, "Account", "2s");
  }

  /**
   * Starts nothing yet.
   *
   * @param type of some actors of the application
   * @param timeout of transactions
   */
  Cluster(Path folder, Path application, String type, String timeout) throws IOException {
    this.folder = folder;
    this.application = application;
    this.page = "/" + type + "?limit=1";
    List<Integer> ports = FreePorts.numbers(SIZE);
    for (int from = 0; from < SIZE; from++) {
      StringBuilder lines = new StringBuilder();
      for (int to = 0; to < SIZE; to++) {
        int port = ports.get(to);
        if (to > from) {
          TcpProxy link = TcpProxy.to(port);
          links[from][to] = link;
          links[to][from] = link;
          port = link.port();
        }
        lines.append("    %s = \"127.0.0.1:%d\"%n".formatted(NAMES.get(to), port));
      }
      Files.writeString(
          configuration(from),
          """
          tutti {
            nodes {
          %s  }
            transaction-timeout = %s
            two-phase.retry = 100ms
            journal.segment-size = 256 KiB
            journal.checkpoint-after = 512 KiB
          }
          """
              .formatted(lines, timeout));
    }
  }

  /** Lets nodes start with another version of the application from now on. */
  void upgrade(Path changed) {
    application = changed;
  }

  /** A place beside the data of the nodes. */
  Path beside(String name) {
    return folder.resolve(name);
  }

  /** The deployment file of a node. */
  Path configuration(int node) {
    return folder.resolve(NAMES.get(node) + ".conf");
  }

  Path dataOf(int node) {
    return folder.resolve("data").resolve(NAMES.get(node));
  }

  /** Where an instance lives. */
  static int nodeOf(String specification, String key) {
    return PLACEMENTS.nodeOf(new ActorId(specification, key));
  }

  /** The given number of accounts that live on that node. */
  static List<String> accountsOn(int node, int count) {
    return Bank.accounts(40).stream()
        .filter(iban -> nodeOf("Account", iban) == node)
        .limit(count)
        .toList();
  }

  /** The numbers of transfers that this node coordinates. */
  static IntStream transfersOf(int node) {
    return IntStream.iterate(1_000_000, id -> id + 1)
        .filter(id -> nodeOf("Transfer", Integer.toString(id)) == node);
  }

  /** Starts a node and waits until it can be asked; it may not be ready yet. */
  TuttiProcess start(int node, String... flags) throws Exception {
    TuttiProcess started = startOnly(node, flags);
    started.awaitReady();
    nodes[node] = started;
    return started;
  }

  /** Starts a node that need not come to answer. */
  TuttiProcess startOnly(int node, String... flags) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                application.toString(),
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString(),
                "--deployment",
                configuration(node).toString(),
                "--node",
                NAMES.get(node)));
    arguments.addAll(List.of(flags));
    return TuttiProcess.start(arguments.toArray(String[]::new));
  }

  /** Starts all nodes side by side, and waits until they take requests. */
  void startAll(String... flags) throws Exception {
    // The first start of a build makes the cache of classes: what waits below waits for nodes only.
    TuttiProcess.launcher();
    List<CompletableFuture<Void>> starts = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      int node = i;
      CompletableFuture<Void> started = new CompletableFuture<>();
      starts.add(started);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  start(node, flags);
                  started.complete(null);
                } catch (Exception | AssertionError failed) {
                  started.completeExceptionally(failed);
                }
              });
    }
    for (CompletableFuture<Void> start : starts) {
      start.get(180, TimeUnit.SECONDS);
    }
    awaitWhole();
  }

  /** Waits until every node takes requests and reaches every other one. */
  void awaitWhole() throws Exception {
    for (int node = 0; node < SIZE; node++) {
      TuttiProcess each = at(node);
      await("ready: " + each.output(), () -> each.get("/ready").status() == 200);
      // A page is gathered from all nodes.
      await("whole: " + each.output(), () -> each.get(page).status() == 200);
    }
  }

  /**
   * A deployment file in which clients find the nodes that run; of the others, a port at which no
   * node answers.
   */
  Path forClients() throws IOException {
    StringBuilder lines = new StringBuilder();
    List<Integer> ports = FreePorts.numbers(2 * SIZE);
    for (int node = 0; node < SIZE; node++) {
      TuttiProcess running = nodes[node];
      int http = running == null ? ports.get(node) : URI.create(running.url()).getPort();
      lines.append(
          "    %s { address = \"127.0.0.1:%d\", http = %d }%n"
              .formatted(NAMES.get(node), ports.get(SIZE + node), http));
    }
    return Files.writeString(folder.resolve("clients.conf"), "tutti { nodes {\n" + lines + "} }");
  }

  /** Removes a data folder, whose node does not run. */
  static void delete(Path data) throws IOException {
    LiveFolder.delete(data);
  }

  static void await(String what, Await.Condition condition) throws Exception {
    Await.that(what, condition);
  }

  /** A node that runs. */
  TuttiProcess at(int node) {
    TuttiProcess running = nodes[node];
    if (running == null) {
      throw new AssertionError("node " + NAMES.get(node) + " does not run");
    }
    return running;
  }

  /** The node, or null if it does not run. */
  @Nullable TuttiProcess orNull(int node) {
    return nodes[node];
  }

  void kill(int node) throws Exception {
    TuttiProcess running = at(node);
    nodes[node] = null;
    running.kill();
  }

  /** {@code SIGTERM}, and waits for the end. */
  void stop(int node) throws Exception {
    TuttiProcess running = at(node);
    nodes[node] = null;
    running.terminate();
    int status = running.exitStatus();
    if (status != 0) {
      throw new AssertionError("ended with " + status + ": " + running.output());
    }
  }

  /** {@code SIGSTOP} or {@code SIGCONT}. */
  void signal(int node, String signal) throws Exception {
    int status =
        new ProcessBuilder("kill", "-" + signal, Long.toString(at(node).pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new AssertionError("kill -" + signal + " failed");
    }
    if (signal.equals("STOP")) {
      await("node number " + node + " stops", () -> isStopped(at(node).pid()));
    }
  }

  /** A busy machine delivers the signal when it finds the time; until then the process goes on. */
  private static boolean isStopped(long pid) throws IOException {
    Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(pid)).start();
    try (BufferedReader state = ps.inputReader()) {
      return String.valueOf(state.readLine()).strip().startsWith("T");
    }
  }

  /** The link between two nodes. */
  TcpProxy between(int one, int other) {
    TcpProxy link = links[one][other];
    if (link == null) {
      throw new IllegalArgumentException("a node is not joined to itself");
    }
    return link;
  }

  @Override
  public void close() throws Exception {
    for (TuttiProcess node : nodes) {
      if (node != null) {
        node.close();
      }
    }
    for (int from = 0; from < SIZE; from++) {
      for (int to = from + 1; to < SIZE; to++) {
        between(from, to).close();
      }
    }
  }
}
