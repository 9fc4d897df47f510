package tutti.lab.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Anomaly;

/** The results of all rounds. */
public final class TortureReport {
  private final long seed;
  private final List<RoundReport> rounds = new ArrayList<>();

  TortureReport(long seed) {
    this.seed = seed;
  }

  /**
   * The report of one round.
   *
   * @param claim the claim by which its history was judged
   * @param troubles the number of each kind
   * @param history the file of the history
   * @param kept the folder with everything, if something was wrong
   */
  public record RoundReport(
      int number,
      int nodes,
      List<String> phases,
      String claim,
      Counts counts,
      Map<String, Integer> troubles,
      @Nullable Path history,
      @Nullable Path kept,
      List<Anomaly> anomalies) {

    /**
     * The sums of a round.
     *
     * @param operations the number of operations in its history
     * @param acknowledged the number of requests that a client got the answer that they happened
     * @param foundOutLater the number of requests whose outcome only the logs show
     * @param leaderChanges the number of changes of shards' leaders that were seen; 0 without
     *     replicas
     */
    public record Counts(int operations, int acknowledged, int foundOutLater, int leaderChanges) {}

    /** Returns the number of requests of which a client was told that they happened. */
    public int acknowledged() {
      return counts.acknowledged();
    }

    /** Returns the number of folders that were lost. */
    public int lostDisks() {
      return troubles.getOrDefault(TortureFault.LOSE_DISK.label(), 0)
          + 2 * troubles.getOrDefault(TortureFault.LOSE_TWO.label(), 0);
    }
  }

  void add(RoundReport round) {
    rounds.add(round);
  }

  public List<RoundReport> rounds() {
    return rounds;
  }

  /**
   * Returns whether a round at least ended, and nothing was wrong in any: no round shows nothing.
   */
  public boolean good() {
    return !rounds.isEmpty() && rounds.stream().allMatch(round -> round.anomalies().isEmpty());
  }

  /** Returns all anomalies. */
  public List<Anomaly> anomalies() {
    return rounds.stream().flatMap(round -> round.anomalies().stream()).toList();
  }

  /** Returns the number of troubles of each kind. */
  public Map<String, Integer> troubles() {
    Map<String, Integer> all = new TreeMap<>();
    for (TortureFault kind : TortureFault.values()) {
      all.put(kind.label(), 0);
    }
    rounds.forEach(
        round -> round.troubles().forEach((kind, count) -> all.merge(kind, count, Integer::sum)));
    return all;
  }

  /** Returns the report as a JSON tree. */
  public Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("seed", seed);
    tree.put("rounds", rounds.size());
    tree.put("operations", sum(RoundReport.Counts::operations));
    tree.put("acknowledged", sum(RoundReport.Counts::acknowledged));
    tree.put("known-by-logs-alone", sum(RoundReport.Counts::foundOutLater));
    tree.put("leader-changes", sum(RoundReport.Counts::leaderChanges));
    tree.put("lost-disks", rounds.stream().mapToLong(RoundReport::lostDisks).sum());
    tree.put("troubles", troubles());
    tree.put("violations", anomalies().size());
    tree.put("each", rounds.stream().map(TortureReport::tree).toList());
    return tree;
  }

  private long sum(ToLongFunction<RoundReport.Counts> count) {
    return rounds.stream().map(RoundReport::counts).mapToLong(count).sum();
  }

  private static Map<String, Object> tree(RoundReport round) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("round", round.number());
    tree.put("nodes", round.nodes());
    tree.put("phases", round.phases());
    tree.put("judged-as", round.claim());
    tree.put("operations", round.counts().operations());
    tree.put("acknowledged", round.acknowledged());
    tree.put("known-by-logs-alone", round.counts().foundOutLater());
    tree.put("leader-changes", round.counts().leaderChanges());
    tree.put("lost-disks", round.lostDisks());
    tree.put("troubles", round.troubles());
    if (round.history() != null) {
      tree.put("history", round.history().toString());
    }
    tree.put("violations", round.anomalies().stream().map(TortureReport::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(Anomaly anomaly) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", anomaly.name());
    tree.put("operations", anomaly.operations());
    tree.put("story", anomaly.story());
    return tree;
  }
}
