package tutti.simulator.history;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tutti.simulator.history.ActorLog.Made;
import tutti.simulator.history.ActorLog.Seen;
import tutti.simulator.history.graph.StepCount;

/**
 * The judge of a history by the isolation that the system promises. Time and memory are linear in
 * the numbers of operations, reads and writes, except for sorting them. The search for the shortest
 * cycle has a similar bound.
 *
 * <p>Under every promised isolation, every acknowledged write is there until the end; each version
 * was made once, by an operation that happened; transactions are whole; a key happens once. Then
 *
 * <ul>
 *   <li>{@link HistoryClaim#OBJECT}: the operations on each actor alone have an order that explains
 *       their observations, and each has its place between its request and its answer;
 *   <li>{@link HistoryClaim#SERIALIZABLE}: all operations together have an order that explains
 *       their observations, without regard to time;
 *   <li>{@link HistoryClaim#STRICT_SERIALIZABLE}: all operations together have such an order with
 *       each between its request and its answer, which implies the first promise.
 * </ul>
 *
 * <p>An operation in doubt counts if a version that only it can have made was seen, built upon or
 * found in the end. Operations that aborted count only where a version of theirs was seen.
 */
public final class HistoryChecker {
  private final Presence presence;
  private final AnomalyText story;
  private final AnomalyReport report = new AnomalyReport();
  private final StepCount effort;
  private final int[] numbers;

  private HistoryChecker(RecordedHistory history, StepCount effort) {
    this.effort = effort;
    presence = new Presence(history);
    story = new AnomalyText(presence);
    numbers = new int[presence.live.length];
  }

  /**
   * The anomalies of a history.
   *
   * @return an empty list if the history is as claimed; at most ten stories of each name, the tenth
   *     of which says how many more there are. {@code malformed} if it is no history, and then
   *     nothing else
   */
  public static List<Anomaly> check(RecordedHistory history) {
    return check(history, new StepCount());
  }

  static List<Anomaly> check(RecordedHistory history, StepCount effort) {
    AnomalyReport malformed = new AnomalyReport();
    new Sessions(malformed).check(history.operations(), history.last());
    if (!malformed.isEmpty()) {
      return malformed.anomalies();
    }
    HistoryChecker checker = new HistoryChecker(history, effort);
    checker.judge(history.claim());
    return checker.report.anomalies();
  }

  private void judge(HistoryClaim claim) {
    new EffectCheck(presence, story, report).check();
    switch (claim) {
      case OBJECT -> eachActor(true);
      case SERIALIZABLE -> together(false);
      case STRICT_SERIALIZABLE -> {
        // A history that no order of all explains may be one actor's fault alone; the converse is
        // not possible.
        if (together(true)) {
          eachActor(false);
        }
      }
    }
  }

  private boolean together(boolean realTime) {
    int[] members =
        IntStream.range(0, presence.live.length).filter(i -> presence.live[i]).toArray();
    List<Cycle> cycles =
        Cycles.of(
            new OperationGraph(presence.operations, presence.actors, members, realTime, numbers),
            effort);
    for (Cycle cycle : cycles) {
      String name = cycle.isFractured() ? "fractured-read" : cycle.adya();
      add(name, cycle);
    }
    return !cycles.isEmpty();
  }

  private void eachActor(boolean alsoWithoutTime) {
    for (ActorLog actor : presence.actors) {
      if (actor.effects() == 0) {
        continue;
      }
      OperationGraph dependencies =
          new OperationGraph(presence.operations, List.of(actor), touching(actor), true, numbers);
      for (Cycle cycle : Cycles.of(dependencies, effort)) {
        if (cycle.has(Cycle.Why.TIME)) {
          add("not-linearizable", cycle);
        } else if (alsoWithoutTime) {
          add(cycle.adya(), cycle);
        }
      }
    }
  }

  private static int[] touching(ActorLog actor) {
    return IntStream.concat(
            Arrays.stream(actor.all()).mapToInt(Made::operation),
            Arrays.stream(actor.looks()).mapToInt(Seen::operation))
        .sorted()
        .distinct()
        .toArray();
  }

  private void add(String name, Cycle found) {
    Cycle cycle = found.fromTheFirst(presence.operations);
    List<String> operations = cycle.operations().stream().map(story::id).toList();
    if (!report.tells("G1b", operations) && report.wants(name)) {
      report.add(new Anomaly(name, operations, story.of(name, cycle)));
    }
  }
}
