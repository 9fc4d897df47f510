package tutti.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.StopSignal;
import tutti.command.ChildProcess;
import tutti.command.Errors;

/**
 * The nodes of a deployment, each in a process of its own. They start and end with this process,
 * which restarts none: a node that ends unexpectedly is reported, and the others go on.
 */
final class NodeProcesses {
  /** The flag of a node that this process starts. */
  static final String FLAG = "--until-input-ends";

  private static final Pattern READY = Pattern.compile(RunCommand.READY + "(\\S+)$");

  private final List<String> command;
  private final PrintWriter out;
  private final PrintWriter err;
  private final StopSignal stop = StopSignal.install();
  private final List<ChildProcess> nodes = new CopyOnWriteArrayList<>();
  private volatile boolean allStarted;
  private volatile boolean stopping;

  /**
   * @param command the words that start {@code tutti} in a process, without arguments
   */
  NodeProcesses(List<String> command, PrintWriter out, PrintWriter err) {
    this.command = command;
    this.out = out;
    this.err = err;
    stop.beforeEndingAtOnce(() -> nodes.forEach(ChildProcess::destroy));
  }

  /**
   * Starts a node.
   *
   * @param arguments the arguments of {@code tutti} by which a person would start the node alone
   * @throws Failure if a process cannot be started; the nodes that run are asked to end
   */
  void start(String name, List<String> arguments) {
    List<String> words = new ArrayList<>(command);
    words.addAll(arguments);
    words.add(FLAG);
    try {
      ChildProcess node =
          ChildProcess.start(
              name,
              words,
              READY,
              line -> say(out, "[" + name + "] " + line),
              line -> say(err, "[" + name + "] " + line));
      nodes.add(node);
      node.ended().thenAccept(status -> ended(name, node, status, arguments));
    } catch (IOException failed) {
      nodes.forEach(ChildProcess::closeInput);
      throw new Failure(
          ExitStatus.FAILED, "cannot start node '" + name + "': " + Errors.why(failed));
    }
  }

  private void ended(String name, ChildProcess node, int status, List<String> arguments) {
    if (!stopping) {
      String others = othersRun(node) ? "the others go on" : "no node runs any more";
      String words = arguments.stream().map(NodeProcesses::quoted).collect(Collectors.joining(" "));
      say(
          err,
          "tutti: node '%s' has ended with status %s; %s. To start it again: tutti %s"
              .formatted(name, status, others, words));
    }
  }

  private boolean othersRun(ChildProcess ended) {
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
    all(ChildProcess::ready)
        .thenRun(
            () ->
                say(
                    out,
                    line.apply(nodes.stream().map(node -> node.ready().join().group(1)).toList())));
  }

  private CompletableFuture<Void> all(Function<ChildProcess, CompletableFuture<?>> of) {
    return CompletableFuture.allOf(nodes.stream().map(of).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Waits until this process is asked to stop or all nodes have ended, and ends those that run.
   *
   * @return whether every node ended well
   */
  boolean awaitEnd() throws InterruptedException {
    allStarted = true;
    all(ChildProcess::ended).thenRun(stop::ask);
    stop.await();
    stopping = true;
    if (nodes.stream().anyMatch(node -> !node.ended().isDone())) {
      say(out, "stopping all nodes");
    }
    nodes.forEach(ChildProcess::closeInput);
    return nodes.stream().mapToInt(node -> node.ended().join()).allMatch(status -> status == 0);
  }

  private static void say(PrintWriter to, String line) {
    to.println(line);
    to.flush();
  }
}
