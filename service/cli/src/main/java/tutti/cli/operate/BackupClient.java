package tutti.cli.operate;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;

/** Asks a running node for a backup of itself and all others. Not thread-safe. */
final class BackupClient implements AutoCloseable {
  /** The codes of failures after which another backup may come to its end. */
  private static final Set<String> PASSING = Set.of("backup-unknown", "node-unavailable");

  /** The failure of a backup, in whose place another one may be begun. */
  static final class Lost extends Exception {
    private static final long serialVersionUID = 1L;

    Lost(String message) {
      super(message);
    }
  }

  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client;
  private final String url;
  private final ServiceCredentials credentials;
  private final long bytesPerSecond;
  private final long begun = System.nanoTime();
  private long read;

  /**
   * @param url the address of any node
   * @param credentials show who asks
   * @param bytesPerSecond the greatest speed of reading, on average
   */
  BackupClient(String url, ServiceCredentials credentials, long bytesPerSecond) {
    this.credentials = credentials;
    this.client = credentials.client().connectTimeout(PATIENCE).build();
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Begins a backup on all nodes at one moment, and returns the files that each has to copy. */
  JsonNode begin() throws InterruptedException, Lost {
    HttpRequest.Builder request = request("/backups").POST(HttpRequest.BodyPublishers.noBody());
    try {
      JsonNode begun = JSON.readTree(send(request));
      if (begun.path("backup").isString() && !begun.path("nodes").isEmpty()) {
        return begun;
      }
    } catch (JacksonException notJson) {
      // The same is to be said of it.
    }
    throw new Failure(ExitStatus.FAILED, url + " does not answer as Tutti does");
  }

  /** Reads a file of a node into a new file, and forces it. */
  void read(String backup, int node, String name, long size, Path to)
      throws IOException, InterruptedException, Lost {
    try (OutputStream out = Files.newOutputStream(to)) {
      long at = 0;
      while (at < size) {
        byte[] piece =
            send(request("/backups/" + backup + "/" + node + "/" + name + "?from=" + at));
        if (piece.length == 0 || piece.length > size - at) {
          throw new Failure(
              ExitStatus.FAILED,
              "the node gave " + (at + piece.length) + " bytes of " + name + ", not " + size);
        }
        out.write(piece);
        at += piece.length;
        read += piece.length;
        slowDown();
      }
    }
    BackupFolder.force(to);
  }

  /** Waits until as much time has passed as the read bytes may take. */
  private void slowDown() throws InterruptedException {
    double due = (double) read / bytesPerSecond;
    long millis = (long) (due * 1000) - (System.nanoTime() - begun) / 1_000_000;
    if (millis > 0) {
      Thread.sleep(millis);
    }
  }

  /** The number of bytes that were read. */
  long bytes() {
    return read;
  }

  /**
   * Tells the nodes that they need not keep the backup any more. If this message is lost, the nodes
   * end the backup by themselves.
   */
  void end(String backup) throws InterruptedException {
    try {
      send(request("/backups/" + backup).DELETE());
    } catch (Failure | Lost unheard) {
      // The copy is complete or has failed already, so this failure is ignored.
    }
  }

  private HttpRequest.Builder request(String path) {
    return credentials.on(ServiceAddress.request(url, path).timeout(PATIENCE));
  }

  private byte[] send(HttpRequest.Builder request) throws InterruptedException, Lost {
    try {
      HttpResponse<byte[]> response =
          WholeAnswer.of(client, request.build(), BodyHandlers.ofByteArray(), PATIENCE);
      if (response.statusCode() == 200) {
        return response.body();
      }
      String why = url + " says: " + said(response, "detail", "status " + response.statusCode());
      if (PASSING.contains(said(response, "code", ""))) {
        throw new Lost(why);
      }
      throw new Failure(ExitStatus.FAILED, why);
    } catch (ConnectException nobody) {
      throw new Failure(
          ExitStatus.FAILED,
          "nobody answers at "
              + url
              + "; say where a node answers with --url. A node that does not run needs no backup"
              + " command: copy its data folder");
    } catch (IOException broken) {
      throw new Failure(
          ExitStatus.FAILED, "the connection to " + url + " broke: " + Errors.why(broken));
    }
  }

  private static String said(HttpResponse<byte[]> response, String member, String otherwise) {
    try {
      JsonNode problem = JSON.readTree(response.body());
      if (problem.hasNonNull(member)) {
        return problem.get(member).asString();
      }
    } catch (JacksonException none) {
      // The body is not the service's.
    }
    return otherwise;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
