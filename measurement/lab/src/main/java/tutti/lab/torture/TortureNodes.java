package tutti.lab.torture;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.command.ChildProcess;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.FreePorts;
import tutti.engine.journal.disk.FolderRemoval;
import tutti.lab.http.HttpCaller;
import tutti.lab.process.TcpProxy;

/**
 * One to four nodes that serve an application, each a process of its own. Proxies stand between
 * every two of them, and between clients and each. Thread-safe where a method says so.
 */
final class TortureNodes implements AutoCloseable {
  private static final int START_SECONDS = 120;
  private static final Pattern READY =
      Pattern.compile(" (?:is ready|answers) at http://\\S+:(\\d+)");

  private final List<String> launcher;
  private final List<String> flags;
  private final Path folder;
  private final Path application;
  private final String page;
  private final int count;
  private final boolean replicated;

  /** Whether hosts forget every transaction that all of them have executed. */
  private final boolean forgets;

  private final TcpProxy[][] links;
  private final List<TcpProxy> doors = new ArrayList<>();
  private final @Nullable ChildProcess[] nodes;

  /** Makes the object; starts nothing yet. */
  TortureNodes(TortureOptions options, Path folder, int count, RoundWorkload workload)
      throws IOException {
    this.launcher = options.program().launcher();
    this.flags = options.program().flags();
    this.folder = Files.createDirectories(folder);
    this.application = workload.application();
    this.page = workload.page();
    this.count = count;
    this.replicated = options.fixed().replicated();
    this.forgets = options.fixed().replicas().protocol() == Protocol.JANUS;
    this.nodes = new ChildProcess[count];
    this.links = new TcpProxy[count][count];
    List<Integer> ports = FreePorts.numbers(count);
    for (int from = 0; from < count; from++) {
      int self = from;
      doors.add(new TcpProxy(() -> service(self)));
      StringBuilder lines = new StringBuilder();
      for (int to = 0; to < count; to++) {
        int port = ports.get(to);
        // A node calls those of a higher number.
        if (to > from) {
          TcpProxy link = TcpProxy.to(port);
          links[from][to] = link;
          links[to][from] = link;
          port = link.port();
        }
        lines.append("    %s = \"127.0.0.1:%s\"%n".formatted(name(to), port));
      }
      String listed = count == 1 ? "" : "  nodes {\n" + lines + "  }\n";
      Files.writeString(configuration(from), "tutti {\n" + listed + "}\n");
    }
  }

  int count() {
    return count;
  }

  static String name(int node) {
    return "n" + node;
  }

  private Path configuration(int node) {
    return folder.resolve(name(node) + ".conf");
  }

  /** Returns the nodes' data folders, in the order of their numbers. */
  List<Path> folders() {
    Path data = folder.resolve("data");
    if (count == 1) {
      return List.of(data);
    }
    List<Path> folders = new ArrayList<>();
    for (int node = 0; node < count; node++) {
      folders.add(data.resolve(name(node)));
    }
    return folders;
  }

  private @Nullable InetSocketAddress service(int node) {
    ChildProcess running = running(node);
    return running == null
        ? null
        : new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Integer.parseInt(running.ready().join().group(1)));
  }

  /** Returns the incarnation that has an address, or null. Thread-safe. */
  @Nullable ChildProcess running(int node) {
    synchronized (nodes) {
      return nodes[node];
    }
  }

  /** Returns the port where clients find a node, through a proxy. Thread-safe. */
  int door(int node) {
    return doors.get(node).port();
  }

  /** Returns the proxy between clients and a node. */
  TcpProxy doorOf(int node) {
    return doors.get(node);
  }

  /** Returns the proxy between two nodes. */
  TcpProxy between(int one, int other) {
    return links[one][other];
  }

  /** Returns the answer of a node, past its proxy; null if it gives none. Thread-safe. */
  HttpCaller.@Nullable Answer told(int node, String path) {
    InetSocketAddress at = service(node);
    if (at == null) {
      return null;
    }
    try (HttpCaller caller = new HttpCaller(at.getPort())) {
      return caller.ask(HttpCaller.request(path, null, null), 5_000);
    } catch (IOException unreachable) {
      return null;
    }
  }

  /** Returns the path of a page that a node gathers from all. */
  String page() {
    return page;
  }

  /**
   * Runs the command that forms shards again from the folders of all nodes except the lost ones.
   *
   * @param accepts whether the command line accepts that data may be lost
   * @return the command's exit status and output
   */
  Ended reset(List<Integer> lost, boolean accepts) throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (String flag : flags) {
      keys.add("  " + flag.replaceFirst("^-D(tutti\\.)?", "").replaceFirst("=", " = ") + "\n");
    }
    Path deployment = folder.resolve("reset.conf");
    String own = Files.readString(configuration(0));
    Files.writeString(
        deployment, own.replaceFirst("\\{\n", "{\n" + String.join("", keys).replace("$", "\\$")));
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("shard", "reset", "--deployment", deployment.toString()));
    command.addAll(List.of("--data", folder.resolve("data").toString(), "--reason", "torture"));
    for (int node = 0; node < count; node++) {
      if (!lost.contains(node)) {
        command.addAll(List.of("--node", name(node)));
      }
    }
    if (accepts) {
      command.add("--accept-loss");
    }
    Path out = folder.resolve("reset.out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    process.getOutputStream().close();
    if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Ended(process.waitFor(), Files.readString(out));
  }

  /** The end of a command. */
  record Ended(int status, String output) {}

  /**
   * Starts a node and waits for its address.
   *
   * @param setting a command of the shell before the start, as {@code ulimit -f 128}, or nothing
   * @return whether the node has an address; if not, it has ended
   */
  boolean start(int node, TorturePhase phase, int containers, String setting)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("run", application.toString(), "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(List.of("--deployment", configuration(node).toString()));
    if (count > 1) {
      command.addAll(List.of("--node", name(node)));
    }
    command.addAll(phase.flags(containers));
    if (replicated) {
      command.add("-Dtutti.shards.election-timeout=500ms");
    }
    command.addAll(flags);
    ChildProcess started = started(node, setting, command);
    if (!started.awaitReady(START_SECONDS)) {
      started.kill();
      return false;
    }
    synchronized (nodes) {
      nodes[node] = started;
    }
    return true;
  }

  private ChildProcess started(int node, String setting, List<String> command) throws IOException {
    List<String> whole = new ArrayList<>();
    if (!setting.isEmpty()) {
      whole.addAll(List.of("sh", "-c", setting + "; exec \"$@\"", "sh"));
    }
    whole.addAll(command);
    PrintWriter out =
        new PrintWriter(
            Files.newBufferedWriter(
                folder.resolve(name(node) + ".out"),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND),
            true);
    return ChildProcess.start(name(node), whole, READY, out::println, out::println);
  }

  /** Sends {@code kill -9} to a node, if it runs. */
  void kill(int node) throws InterruptedException {
    ChildProcess running = taken(node);
    if (running != null) {
      running.kill();
    }
  }

  /** Removes the data folder of a node that does not run. */
  void loseDisk(int node) throws IOException {
    FolderRemoval.remove(folders().get(node));
  }

  /**
   * Waits until a node that runs takes requests: all its replicas vote.
   *
   * @return whether it does in time
   */
  boolean awaitReady(int node, long seconds) throws InterruptedException {
    for (long end = System.nanoTime() + seconds * 1_000_000_000L; System.nanoTime() < end; ) {
      HttpCaller.Answer ready = told(node, "/ready");
      if (ready != null && ready.status() == 200) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }

  /** Sends {@code SIGTERM} to a node, if it runs; returns whether it ended well. */
  boolean stop(int node, long seconds) throws InterruptedException {
    ChildProcess running = taken(node);
    if (running == null) {
      return true;
    }
    boolean well = running.stop(seconds);
    if (!well) {
      running.kill();
    }
    return well;
  }

  private @Nullable ChildProcess taken(int node) {
    synchronized (nodes) {
      ChildProcess running = nodes[node];
      nodes[node] = null;
      return running;
    }
  }

  /** Ends every trouble of connections. */
  void heal() {
    for (int one = 0; one < count; one++) {
      doors.get(one).restore();
      for (int other = one + 1; other < count; other++) {
        between(one, other).restore();
      }
    }
  }

  /**
   * Waits until every node takes requests and reaches every other one, with nothing in doubt
   * anywhere, and no transaction that an ordering protocol has not forgotten.
   *
   * @return a description of what is still missing; null if nothing is
   */
  @Nullable String awaitWhole(long seconds) throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    String missing = missing();
    while (missing != null && System.nanoTime() < end) {
      Thread.sleep(50);
      missing = missing();
    }
    return missing;
  }

  private @Nullable String missing() {
    for (int node = 0; node < count; node++) {
      try (HttpCaller caller = new HttpCaller(door(node))) {
        HttpCaller.Answer ready = caller.ask(HttpCaller.request("/ready", null, null), 5_000);
        if (ready.status() != 200) {
          return name(node) + " is not ready: " + ready.body();
        }
        HttpCaller.Answer gathered = caller.ask(HttpCaller.request(page, null, null), 5_000);
        if (gathered.status() != 200) {
          return name(node) + " does not reach all: " + gathered.body();
        }
        String doubt = count == 1 ? acting(caller) : inDoubt(caller);
        if (doubt != null) {
          return name(node) + " has something in doubt: " + doubt;
        }
      } catch (IOException unreachable) {
        return name(node) + " does not answer: " + unreachable.getMessage();
      }
    }
    return null;
  }

  private @Nullable String inDoubt(HttpCaller caller) throws IOException {
    String metrics = caller.ask(HttpCaller.request("/metrics", null, null), 5_000).body();
    if (metrics.contains("tutti_in_doubt 0.0")
        && (!forgets || metrics.contains("tutti_integrated_open 0.0"))) {
      return null;
    }
    return String.join(
        "; ",
        metrics
            .lines()
            .filter(line -> line.matches("tutti_(in_doubt|integrated_open).*"))
            .toList());
  }

  /**
   * Returns the irrevocable operations whose outcome a node that is alone does not know, if any.
   */
  private static @Nullable String acting(HttpCaller caller) throws IOException {
    String list =
        caller.ask(HttpCaller.request("/transactions/in-progress", null, null), 5_000).body();
    return list.contains("\"inDoubt\":true") ? list : null;
  }

  @Override
  public void close() throws IOException {
    try {
      for (int node = 0; node < count; node++) {
        kill(node);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    for (int one = 0; one < count; one++) {
      doors.get(one).close();
      for (int other = one + 1; other < count; other++) {
        between(one, other).close();
      }
    }
  }
}
