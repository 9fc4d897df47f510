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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;

/** A server in a process of its own, which ends with this object. */
final class ServerProcess implements AutoCloseable {
  private static final Pattern TUTTI_READY = Pattern.compile("http://[^/\\s]+:\\d+");
  private static final Pattern BARE_READY = Pattern.compile("listening on port (\\d+)");

  private final Process process;
  private final URI url;

  private ServerProcess(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /** The bare handler, on one event loop as the service has. */
  static ServerProcess bare() throws IOException {
    List<String> command = java();
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BareServer.class.getName(), "0", "1"));
    Process process = start(command);
    Matcher ready = await(process, BARE_READY);
    return new ServerProcess(process, URI.create("http://localhost:" + ready.group(1)));
  }

  /** The service, with the bundled bank. */
  static ServerProcess tutti(Path folder, List<String> flags) throws IOException {
    Path application = BundledSpecification.writeBank(folder);
    List<String> command = java();
    command.addAll(thisCommand());
    command.addAll(List.of("run", application.toString(), "--port", "0"));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(flags);
    Process process = start(command);
    Matcher ready = await(process, TUTTI_READY);
    return new ServerProcess(process, URI.create(ready.group()));
  }

  /** The same virtual machine for both sides. */
  private static List<String> java() {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-Djdk.trackAllThreads=false",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED"));
  }

  /** How this process was started: the {@code tutti} command, as a jar or as a class. */
  private static List<String> thisCommand() {
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    return main.endsWith(".jar")
        ? List.of("-jar", main)
        : List.of("-cp", System.getProperty("java.class.path"), main);
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Reads what the process prints until it is ready; what follows is read and dropped. */
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
      // The process is gone, and with it what it would have said.
    }
  }

  URI url() {
    return url;
  }

  long pid() {
    return process.pid();
  }

  String path(int account, String event) {
    return "/Account/" + Bank.iban(account).text() + "/" + event;
  }

  /** Opens the accounts that deposits go to. */
  void open(int accounts) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; i < accounts; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(url.resolve(path(i, "open")))
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
