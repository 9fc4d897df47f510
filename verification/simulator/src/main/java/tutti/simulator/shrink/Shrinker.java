package tutti.simulator.shrink;

import java.util.EnumSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.RunSelection;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.run.RunSummary;
import tutti.simulator.world.Seeds;

/**
 * A search for a smaller run that breaks the same invariant. Deterministic: the same run and limit
 * give the same result. The result is a command line, like that of any other run.
 */
public final class Shrinker {
  /**
   * The sizes of candidates: one of many requests takes long, and one of few needs luck to go
   * wrong.
   */
  private static final int FEW = 4;

  private static final int SOME = 16;
  private static final int MANY = 64;

  /** The number of guesses: twice as many as are made with a pair of requests. */
  private static final int GUESSES = 1_200;

  private static final int MOST_SCHEDULE = 1_000_000;

  private final SimulatedApplication application;
  private final Predicate<RunSummary> same;
  private final int limit;
  private final Consumer<String> progress;
  private SimulationOptions options;
  private RunSummary best;
  private int tried;

  /**
   * The result of the search for a smaller run.
   *
   * @param rule the invariant that is broken
   * @param options make the smaller run
   * @param attempt that run
   * @param tried runs that were made on the way
   * @param complete false if the limit ended the search
   */
  public record Result(
      String rule, SimulationOptions options, RunSummary attempt, int tried, boolean complete) {}

  private Shrinker(
      SimulatedApplication application,
      SimulationOptions options,
      RunSummary first,
      String rule,
      int limit,
      Consumer<String> progress) {
    this.application = application;
    this.same = attempt -> attempt.breaks(rule);
    this.limit = limit;
    this.progress = progress;
    this.options = options;
    this.best = first;
  }

  /**
   * Makes the run of {@code options}' seed smaller.
   *
   * @param limit the largest number of runs
   * @param progress is told of each smaller run that was found, in one line
   * @return null if the run itself breaks nothing
   */
  public static @Nullable Result shrink(
      SimulatedApplication application,
      SimulationOptions options,
      int limit,
      Consumer<String> progress) {
    RunSummary first = Simulation.attempt(application, options);
    var violation = first.violation();
    if (violation == null) {
      return null;
    }
    String finding = violation.findings().getFirst();
    int end = finding.indexOf(':');
    // An anomaly has a name of its own.
    String rule =
        finding.substring(0, finding.startsWith("history:") ? finding.indexOf(':', end + 1) : end);
    Shrinker shrinker = new Shrinker(application, options, first, rule, limit, progress);
    shrinker.search();
    return new Result(
        rule, shrinker.options, shrinker.best, shrinker.tried, shrinker.tried < limit);
  }

  private void search() {
    progress.accept("at first " + size());
    requests(best.asked());
    guess();
    String before;
    do {
      before = options.replay(options.seed());
      events();
      faults();
      requests();
      nodes();
      sizes();
    } while (!before.equals(options.replay(options.seed())) && tried < limit);
  }

  /**
   * Guesses a few requests, with a few faults or none, under any schedule: many such runs take no
   * longer than one whole run, and a bug that shows by luck mostly shows in one of them.
   */
  private void guess() {
    List<Turn> all = List.copyOf(best.asked());
    RandomGenerator random = Seeds.stream(options.seed(), "shrink");
    for (int size = 1; size <= all.size() / 2; size += 1 + size / 3) {
      for (int i = 0; i < GUESSES / (2 + size); i++) {
        NavigableSet<Turn> some = new TreeSet<>();
        while (some.size() < size) {
          some.add(all.get(random.nextInt(all.size())));
        }
        boolean calm = random.nextInt(4) == 0;
        RunSelection few =
            excerpt()
                .withKeep(some)
                .withSchedule(1 + random.nextInt(MOST_SCHEDULE))
                .withMostFaults(calm ? 0 : 1 + random.nextInt(3));
        SimulationOptions one = options.withExcerpt(few);
        if (attempt(calm ? one.withFaults(FaultKind.none()) : one)) {
          return;
        }
      }
    }
  }

  /** Makes a smaller run, with one schedule after another, until it breaks the invariant too. */
  private boolean smaller(SimulationOptions candidate) {
    int requests = candidate.excerpt().keep().size();
    int schedules =
        requests == 0 || requests > MANY ? 2 : requests > SOME ? 4 : requests > FEW ? 12 : 40;
    long now = candidate.excerpt().schedule();
    for (int i = 0; i < schedules; i++) {
      // The first schedule is the one that is known to break the invariant with more requests.
      long schedule = i == 0 ? now : i <= now ? i - 1 : i;
      if (attempt(candidate.withExcerpt(candidate.excerpt().withSchedule(schedule)))) {
        return true;
      }
    }
    return false;
  }

  /** Makes a run; if it breaks the same invariant, it is the best so far. */
  private boolean attempt(SimulationOptions candidate) {
    if (tried >= limit) {
      return false;
    }
    tried++;
    RunSummary attempt = Simulation.attempt(application, candidate);
    if (!same.test(attempt)) {
      return false;
    }
    options = candidate;
    best = attempt;
    progress.accept(size());
    return true;
  }

  private String size() {
    return "%d requests, %d faults of %d kinds, %d nodes, %d containers; %s runs tried"
        .formatted(
            best.asked().size(),
            best.events(),
            best.used().size(),
            best.deployment().nodeCount(),
            best.deployment().containers(),
            tried);
  }

  private RunSelection excerpt() {
    return options.excerpt();
  }

  private boolean requests(NavigableSet<Turn> some) {
    return !some.isEmpty() && smaller(options.withExcerpt(excerpt().withKeep(some)));
  }

  /** Keeps the requests that were asked at all; then tries fewer. */
  private void requests() {
    if (best.asked().size() < excerpt().keep().size()) {
      requests(best.asked());
    }
    if (!excerpt().keep().isEmpty()) {
      DeltaDebugging.minimize(List.copyOf(excerpt().keep()), some -> requests(new TreeSet<>(some)));
    }
  }

  private void faults() {
    if (best.used().isEmpty() && options.conditions().faults().isEmpty()
        || smaller(options.withFaults(FaultKind.none()))) {
      return;
    }
    if (best.used().size() < options.conditions().faults().size()) {
      smaller(options.withFaults(best.used()));
    }
    DeltaDebugging.minimize(
        List.copyOf(options.conditions().faults()), some -> smaller(options.withFaults(set(some))));
  }

  private static Set<FaultKind> set(List<FaultKind> some) {
    Set<FaultKind> set = EnumSet.noneOf(FaultKind.class);
    set.addAll(some);
    return set;
  }

  private void events() {
    int most = excerpt().mostFaults();
    int now = most < 0 ? best.events() : Math.min(most, best.events());
    for (int count = 0; count < now; count += 1 + count / 2) {
      if (smaller(options.withExcerpt(excerpt().withMostFaults(count)))) {
        return;
      }
    }
    if (most > now) {
      smaller(options.withExcerpt(excerpt().withMostFaults(now)));
    }
  }

  private void nodes() {
    for (int count = 1; count < best.deployment().nodeCount(); count++) {
      if (smaller(options.withNodes(count))) {
        return;
      }
    }
    if (options.conditions().nodes() == 0) {
      smaller(options.withNodes(best.deployment().nodeCount()));
    }
  }

  private void sizes() {
    for (Simpler simpler : Simpler.ALL) {
      if (simpler.changes(options, best.deployment())) {
        smaller(simpler.in(options));
      }
    }
  }
}
