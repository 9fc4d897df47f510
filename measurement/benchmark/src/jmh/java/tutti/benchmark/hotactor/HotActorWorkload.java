package tutti.benchmark.hotactor;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.benchmark.jmh.JmhRun;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench hot-actor}: the cost of one action on a hot account for its concurrency
 * control while so many are in progress, without transactions, journal or other threads. The plan's
 * clients do not count.
 *
 * @param sides each {@code intervals-N}, {@code tree-N} or {@code locks-1}, where N are in progress
 * @param isolation for the path-sensitive sides
 */
public record HotActorWorkload(List<String> sides, Isolation isolation) implements Workload {
  /**
   * The figure: nanoseconds of processor time per action, requested, accepted, committed and
   * applied. The time is not that of the clock, so that a busy machine does not show in it.
   */
  public static final String COST = "cpu-ns-per-action";

  private static final int MAX_OUTCOMES = 1 << 20;

  /**
   * @throws IllegalArgumentException if a side is not of that form
   */
  public HotActorWorkload {
    sides.forEach(side -> inProgress(side));
    sides.forEach(side -> control(side, isolation));
  }

  @Override
  public String name() {
    return "hot-actor";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("isolation", isolation.name().toLowerCase(Locale.ROOT));
    return parameters;
  }

  @Override
  public String ratioOf() {
    return COST;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException {
    return JmhRun.make(
        HotActorBenchmark.class,
        "action",
        side,
        Map.of("isolation", isolation.name()),
        plan,
        COST,
        "nothing-left-at-the-actor");
  }

  /** Returns a hot account in the state of a side. */
  static HotActor actor(String side, Isolation isolation, long seed) {
    return new HotActor(control(side, isolation), inProgress(side), seed);
  }

  private static int inProgress(String side) {
    try {
      int number = Integer.parseInt(side.substring(side.indexOf('-') + 1));
      if (number >= 1 && number <= 10_000) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The failure is reported below.
    }
    throw unknown(side);
  }

  private static ConcurrencyControl control(String side, Isolation isolation) {
    String form = side.substring(0, Math.max(0, side.indexOf('-')));
    return switch (form) {
      case "intervals" -> paths(isolation, true);
      case "tree" -> paths(isolation, false);
      case "locks" -> {
        if (inProgress(side) != 1) {
          throw new IllegalArgumentException("locks let one action in: locks-1, not " + side);
        }
        yield new TwoPhaseLocking(Effects.UNHEARD);
      }
      default -> throw unknown(side);
    };
  }

  private static ConcurrencyControl paths(Isolation isolation, boolean intervals) {
    return new PathSensitive(
        Effects.UNHEARD,
        new PathSensitive.Settings(
            isolation == Isolation.SERIALIZABLE, 10_000, intervals, MAX_OUTCOMES));
  }

  private static IllegalArgumentException unknown(String side) {
    return new IllegalArgumentException(
        "'" + side + "' is no side of this bench: intervals-N, tree-N or locks-1, N in progress");
  }
}
