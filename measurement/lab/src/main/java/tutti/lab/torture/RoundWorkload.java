package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.http.HttpCaller;
import tutti.lab.log.Logs;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.RecordedHistory;

/**
 * The application of one round: its files, the traffic of its clients, and the judge of what the
 * nodes did. Used once.
 */
interface RoundWorkload extends AutoCloseable {

  /** Returns the folder that the nodes serve. */
  Path application();

  /** Returns the path of a page that a node gathers from all nodes. */
  String page();

  RoundTraffic traffic();

  /**
   * Begins to read the logs in these folders, if the judge needs them.
   *
   * @param replication the replication of the nodes' shards
   */
  void follow(List<Path> folders, Protocol replication);

  /** Removes the folder of a node, the rest of whose log is read before. */
  void lose(int node, Logs.Removal removal) throws IOException;

  /**
   * Returns the state at rest, as one node tells it: a number for each of its parts.
   *
   * @throws IOException if the node does not tell all of it
   */
  Map<String, Long> found(HttpCaller caller) throws IOException, InterruptedException;

  /** How long a node may be too busy to answer in time, when all is well. */
  long BUSY_NANOS = 60_000_000_000L;

  /**
   * Asks a node for a part of the state at rest, again where the time of the question was too short
   * for a busy machine.
   *
   * @param body null for a GET
   * @throws IOException if the answer has another status than these
   */
  static HttpCaller.Answer ask(
      HttpCaller caller, String path, @Nullable String body, Integer... expected)
      throws IOException {
    byte[] request = HttpCaller.request(path, body, null);
    long end = System.nanoTime() + BUSY_NANOS;
    HttpCaller.Answer answer = caller.ask(request, 20_000);
    while (answer.body().contains("urn:tutti:problem:deadline") && System.nanoTime() < end) {
      answer = caller.ask(request, 20_000);
    }
    if (!List.of(expected).contains(answer.status())) {
      throw new IOException("all was well, and then " + path + " was answered " + answer);
    }
    return answer;
  }

  /**
   * Judges the round, when all nodes have ended in order.
   *
   * @param claim of the deployments of all phases
   * @param last the state that was found at the end
   */
  Judgement judge(HistoryClaim claim, List<RequestRecord> deeds, Map<String, Long> last)
      throws IOException, InterruptedException;

  @Override
  void close();

  /**
   * The result of a judge.
   *
   * @param as the isolation by which the round was judged, for people
   * @param history the history, for the checkers of histories
   * @param anomalies the anomalies that the history does not show
   * @param foundOutLater the number of requests whose outcome was in no answer
   */
  record Judgement(
      String as, RecordedHistory history, List<Anomaly> anomalies, int foundOutLater) {}
}
