package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.http.HttpCaller;
import tutti.lab.log.Logs;
import tutti.model.Application;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.RecordedHistory;

/**
 * The simulated bank, judged by the versions that the nodes' logs give to its actors and by the
 * history of its clients.
 */
final class BankRound implements RoundWorkload {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int PAGE = 500;

  private final Application application = BundledSpecification.simulation();
  private final Path specifications;
  private @Nullable Tailing tailing;

  BankRound(Path folder) throws IOException {
    this.specifications = BundledSpecification.writeSimulation(folder);
  }

  @Override
  public Path application() {
    return specifications;
  }

  @Override
  public String page() {
    return "/Account?limit=1";
  }

  @Override
  public RoundTraffic traffic() {
    return new BankTraffic();
  }

  @Override
  public void follow(List<Path> folders, Protocol replication) {
    tailing = new Tailing(new Logs(application, folders, replication));
  }

  @Override
  public void lose(int node, Logs.Removal removal) throws IOException {
    Objects.requireNonNull(tailing).logs.lose(node, removal);
  }

  /** Returns the version of every actor that there is. */
  @Override
  public Map<String, Long> found(HttpCaller caller) throws IOException {
    Map<String, Long> versions = new TreeMap<>();
    for (String specification : List.of("Account", "Transfer")) {
      String first = "/" + specification + "?limit=" + PAGE;
      String next = first;
      while (next != null) {
        HttpCaller.Answer answer = RoundWorkload.ask(caller, next, null, 200);
        JsonNode page = JSON.readTree(answer.body());
        for (JsonNode item : page.path("items")) {
          versions.put(
              specification + "[" + item.path("key").asString("") + "]",
              item.path("version").asLong(-1));
        }
        JsonNode after = page.path("next");
        next = after.isString() ? first + "&after=" + after.asString() : null;
      }
    }
    return versions;
  }

  @Override
  public Judgement judge(HistoryClaim claim, List<RequestRecord> deeds, Map<String, Long> last)
      throws IOException, InterruptedException {
    Tailing read = Objects.requireNonNull(tailing);
    read.stop();
    read.logs.poll();
    TortureChecker judge = new TortureChecker(application, read.logs.summary(true));
    RecordedHistory history = judge.history(claim, deeds, last);
    return new Judgement(
        claim.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        history,
        judge.anomalies(),
        judge.foundOutLater());
  }

  @Override
  public void close() {
    if (tailing != null) {
      tailing.close();
    }
  }

  /** A reader of the logs while they grow, since checkpoints give up old records. */
  private static final class Tailing implements AutoCloseable {
    private static final int EVERY_MILLIS = 25;

    final Logs logs;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile @Nullable IOException failure;

    Tailing(Logs logs) {
      this.logs = logs;
      this.thread = Thread.ofPlatform().daemon().name("logs").start(this::run);
    }

    private void run() {
      try {
        while (!stopping) {
          logs.poll();
          Thread.sleep(EVERY_MILLIS);
        }
      } catch (IOException e) {
        failure = e;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void stop() throws IOException, InterruptedException {
      stopping = true;
      thread.join();
      IOException failed = failure;
      if (failed != null) {
        throw new IOException("the logs cannot be judged: " + failed.getMessage(), failed);
      }
    }

    @Override
    public void close() {
      stopping = true;
    }
  }
}
