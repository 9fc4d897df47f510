package tutti.lab.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.http.FreePorts;

/**
 * A server in processes of its own, which end with this object. They are started as {@code ./tutti
 * run} starts them ({@link JavaCommand}).
 */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern TUTTI_READY = Pattern.compile("http://[^/\\s]+:\\d+");
  private static final Pattern TUTTI_PORT = Pattern.compile("http://[^/\\s]+:(\\d+)");

  private static final Pattern ALL_READY = Pattern.compile("all \\d+ nodes of .* are ready: (.*)");

  private final Process process;
  private final List<URI> urls;

  private ServerProcess(Process process, List<URI> urls) {
    this.process = process;
    this.urls = urls;
  }

  /**
   * Starts a server on one port of this machine.
   *
   * @param ready finds the line that tells the port, which is its first group
   */
  public static ServerProcess start(List<String> command, Pattern ready) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String port = await(process, ready).group(1);
    return new ServerProcess(process, List.of(URI.create("http://localhost:" + port)));
  }

  /** Starts the service on one node, with the bundled bank. */
  public static ServerProcess bank(Path folder, List<String> flags) throws IOException {
    Path application = BundledSpecification.writeBank(folder);
    List<String> command = JavaCommand.tutti();
    command.addAll(List.of("run", application.toString(), "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(flags);
    return start(command, TUTTI_PORT);
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
    List<String> command = JavaCommand.tutti();
    command.addAll(List.of("run", BundledSpecification.writeBank(folder).toString()));
    command.addAll(List.of("--deployment", file.toString(), "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    Path log = folder.resolve("server.log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Matcher ready;
    try {
      ready = await(process, count == 1 ? TUTTI_READY : ALL_READY);
    } catch (IOException failed) {
      throw new IOException(failed.getMessage() + "; it said:\n" + Files.readString(log), failed);
    }
    String found = count == 1 ? ready.group() : ready.group(1);
    return new ServerProcess(
        process, Arrays.stream(found.split(",")).map(url -> URI.create(url.strip())).toList());
  }

  /** Reads the output of the process until it is ready; later output is read and dropped. */
  private static Matcher await(Process process, Pattern ready) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line;
    while ((line = out.readLine()) != null) {
      Matcher matcher = ready.matcher(line);
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> drop(out));
        return matcher;
      }
    }
    process.destroyForcibly();
    throw new IOException("the server ended before it was ready");
  }

  private static void drop(BufferedReader out) {
    try (out) {
      while (out.readLine() != null) {}
    } catch (IOException ended) {
      // The process is gone, and its output with it.
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
   * Returns the numbers of the processes that answer: those of the nodes where each is a process of
   * its own, otherwise the one that was started.
   */
  public List<Long> pids() {
    List<Long> nodes =
        process
            .descendants()
            .sorted(Comparator.comparingLong(ProcessHandle::pid))
            .map(ProcessHandle::pid)
            .toList();
    return nodes.isEmpty() ? List.of(process.pid()) : nodes;
  }

  @Override
  public void close() {
    process.destroy();
    try (var _ = process.getOutputStream()) {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
