package tutti.lab.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.process.JavaCommand;

/**
 * A server in processes of its own, which end with this object. They are started as {@code ./tutti
 * run} starts them ({@link JavaCommand}).
 */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern TUTTI_READY = Pattern.compile("http://[^/\\s]+:\\d+");
  private static final Pattern BARE_READY = Pattern.compile("listening on port (\\d+)");

  private static final Pattern ALL_READY = Pattern.compile("all \\d+ nodes of .* are ready: (.*)");

  private final Process process;
  private final List<URI> urls;

  private ServerProcess(Process process, List<URI> urls) {
    this.process = process;
    this.urls = urls;
  }

  /** Starts the bare handler, on one event loop as the service has. */
  static ServerProcess bare() throws IOException {
    List<String> command = JavaCommand.of(BareServer.class);
    command.addAll(List.of("0", "1"));
    Process process = start(command);
    Matcher ready = await(process, BARE_READY);
    return new ServerProcess(process, List.of(URI.create("http://localhost:" + ready.group(1))));
  }

  /** Starts the service, with the bundled bank. */
  static ServerProcess tutti(Path folder, List<String> flags) throws IOException {
    Path application = BundledSpecification.writeBank(folder);
    List<String> command = JavaCommand.tutti();
    command.addAll(List.of("run", application.toString(), "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(flags);
    Process process = start(command);
    Matcher ready = await(process, TUTTI_READY);
    return new ServerProcess(process, List.of(URI.create(ready.group())));
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

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
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
  URI url() {
    return urls.getFirst();
  }

  /** Returns the address of each node's service. */
  public List<URI> urls() {
    return urls;
  }

  long pid() {
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

  String path(int account, String event) {
    return "/Account/" + Bank.iban(account).text() + "/" + event;
  }

  /** Opens the accounts of the deposits. */
  void open(int accounts) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; i < accounts; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(url().resolve(path(i, "open")))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"initialDeposit\":\"EUR 0.00\"}"))
                .build();
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
          throw new IOException("could not open an account: " + response.body());
        }
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try (var input = process.getOutputStream()) {
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
