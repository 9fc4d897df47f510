package tutti.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The nodes of a deployment, each in a process of its own. They start and end with this process,
 * which restarts none: a node that ends unexpectedly is reported, and the others go on.
 */
final class NodeProcesses {
  /** The flag of a node that this process starts. */
  static final String FLAG = "--until-input-ends";

  private final PrintWriter out;
  private final PrintWriter err;
  private final StopSignal stop = StopSignal.install();
  private final List<NodeProcess> nodes = new CopyOnWriteArrayList<>();
  private volatile boolean allStarted;
  private volatile boolean stopping;

  NodeProcesses(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
    stop.beforeEndingAtOnce(() -> nodes.forEach(NodeProcess::kill));
  }

  /**
   * Starts a node.
   *
   * @param arguments the arguments of {@code tutti} by which a person would start the node alone
   * @throws Failure if a process cannot be started; the nodes that run are asked to end
   */
  void start(String name, List<String> arguments) {
    List<String> command = new ArrayList<>(thisCommand());
    command.addAll(arguments);
    command.add(FLAG);
    try {
      NodeProcess node =
          NodeProcess.start(name, command, line -> say(out, line), line -> say(err, line));
      nodes.add(node);
      node.ended().thenAccept(status -> ended(node, status, arguments));
    } catch (IOException failed) {
      nodes.forEach(NodeProcess::askToEnd);
      throw new Failure(
          ExitStatus.FAILED, "cannot start node '" + name + "': " + Errors.why(failed));
    }
  }

  /** The command that started this process, with the same virtual machine and its options. */
  static List<String> thisCommand() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    command.addAll(
        main.endsWith(".jar")
            ? List.of("-jar", main)
            : List.of("-cp", System.getProperty("java.class.path"), Tutti.class.getName()));
    return command;
  }

  private void ended(NodeProcess node, int status, List<String> arguments) {
    if (!stopping) {
      say(
          err,
          "tutti: node '"
              + node.name()
              + "' has ended with status "
              + status
              + (othersRun(node) ? "; the others go on" : "; no node runs any more")
              + ". To start it again: tutti "
              + arguments.stream().map(NodeProcesses::quoted).collect(Collectors.joining(" ")));
    }
  }

  private boolean othersRun(NodeProcess ended) {
    return !allStarted || nodes.stream().anyMatch(each -> each != ended && !each.ended().isDone());
  }

  /** The argument in the form for a shell. */
  private static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** Prints a line that is made of the nodes' addresses when all nodes are ready. */
  void whenAllAreReady(Function<List<String>, String> line) {
    all(NodeProcess::ready)
        .thenRun(
            () -> say(out, line.apply(nodes.stream().map(node -> node.ready().join()).toList())));
  }

  private CompletableFuture<Void> all(Function<NodeProcess, CompletableFuture<?>> of) {
    return CompletableFuture.allOf(nodes.stream().map(of).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Waits until this process is asked to stop or all nodes have ended, and ends those that run.
   *
   * @return whether every node ended well
   */
  boolean awaitEnd() throws InterruptedException {
    allStarted = true;
    all(NodeProcess::ended).thenRun(stop::ask);
    stop.await();
    stopping = true;
    if (nodes.stream().anyMatch(node -> !node.ended().isDone())) {
      say(out, "stopping all nodes");
    }
    nodes.forEach(NodeProcess::askToEnd);
    return nodes.stream().mapToInt(node -> node.ended().join()).allMatch(status -> status == 0);
  }

  private static void say(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
