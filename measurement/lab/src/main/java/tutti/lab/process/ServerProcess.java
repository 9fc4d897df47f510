package tutti.lab.process;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tutti.command.ChildProcess;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.FreePorts;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.BundledSpecification;

/**
 * A server in processes of its own, which end with this object. They are started as {@code ./tutti
 * run} starts them ({@link JavaCommand}).
 */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern TUTTI_READY = Pattern.compile("http://[^/\\s]+:(\\d+)");
  private static final Pattern ALL_READY = Pattern.compile("all \\d+ nodes of .* are ready: (.*)");
  private static final int STOP_SECONDS = 20;

  private final ChildProcess process;
  private final List<URI> urls;

  private ServerProcess(ChildProcess process, List<URI> urls) {
    this.process = process;
    this.urls = urls;
  }

  /**
   * Starts a server on one port of this machine; its errors are those of this process.
   *
   * @param ready finds the line that tells the port, which is its first group
   * @throws IOException if it ends before
   */
  public static ServerProcess start(List<String> command, Pattern ready) throws IOException {
    ChildProcess process =
        ChildProcess.start("server", command, ready, line -> {}, System.err::println);
    return new ServerProcess(
        process, List.of(URI.create("http://localhost:" + await(process).group(1))));
  }

  /** Starts the service on one node, with the bundled bank. */
  public static ServerProcess bank(Path folder, List<String> flags) throws IOException {
    List<String> command = run(folder);
    command.addAll(flags);
    return start(command, TUTTI_READY);
  }

  private static List<String> run(Path folder) throws IOException {
    List<String> command = JavaCommand.tutti();
    command.addAll(List.of("run", BundledSpecification.writeBank(folder).toString()));
    command.addAll(List.of("--port", "0", "--data", folder.resolve("data").toString()));
    return command;
  }

  /**
   * Starts the service with the bundled bank, a process for each node of a deployment, which find
   * each other at ports that are free now.
   *
   * @param folder for the specification, the deployment file and the data
   * @param deployment only the number of its {@code nodes} matters
   * @throws IOException if the processes do not become ready
   */
  public static ServerProcess nodes(Path folder, Deployment deployment) throws IOException {
    int count = deployment.nodeCount();
    List<NodeAddress> addresses = count == 1 ? List.of() : FreePorts.addresses(count);
    Path file = folder.resolve("deployment.conf");
    Files.writeString(file, DeploymentText.render(deployment.withNodes(addresses)));
    List<String> command = run(folder);
    command.addAll(List.of("--deployment", file.toString()));
    @SuppressWarnings(
        "JdkObsolete") // Two threads use the text: the reader of the lines and this one.
    StringBuffer errors = new StringBuffer();
    ChildProcess process =
        ChildProcess.start(
            "nodes",
            command,
            count == 1 ? TUTTI_READY : ALL_READY,
            line -> {},
            line -> errors.append(line).append('\n'));
    MatchResult ready;
    try {
      ready = await(process);
    } catch (IOException failed) {
      throw new IOException(failed.getMessage() + "; it said:\n" + errors, failed);
    }
    String found = count == 1 ? ready.group() : ready.group(1);
    return new ServerProcess(
        process, Arrays.stream(found.split(",")).map(url -> URI.create(url.strip())).toList());
  }

  private static MatchResult await(ChildProcess process) throws IOException {
    try {
      return process.ready().join();
    } catch (CompletionException ended) {
      throw new IOException("the server ended before it was ready", ended);
    }
  }

  /** Returns the address of the first or only node. */
  public URI url() {
    return urls.getFirst();
  }

  /** Returns the address of each node's service. */
  public List<URI> urls() {
    return urls;
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Returns the process ids of the processes that answer: those of the nodes if each node is a
   * process of its own, otherwise the one that was started.
   */
  public List<Long> pids() {
    List<Long> nodes = process.descendants();
    return nodes.isEmpty() ? List.of(process.pid()) : nodes;
  }

  /**
   * Sends a signal to the processes that answer ({@link #pids}).
   *
   * @param name as {@code STOP}
   * @throws IOException if there is no such signal, or a process is gone
   */
  public void signal(String name) throws IOException {
    try {
      if (!ChildProcess.signal(name, pids())) {
        throw new IOException("the server's processes could not be sent the signal " + name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    try {
      if (!process.stop(STOP_SECONDS)) {
        process.kill();
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
