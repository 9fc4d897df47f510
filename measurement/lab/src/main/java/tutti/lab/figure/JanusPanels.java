package tutti.lab.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;

/**
 * The panels of {@link JanusFigures}, with the conditions of finding the paper's results again.
 * They are drawn of what has been measured: a condition whose runs are missing does not hold.
 */
final class JanusPanels {
  static final String JANUS = "janus";
  static final String TAPIR = "tapir";
  static final String LOCKING = "2pl";
  static final String OPTIMISTIC = "occ";

  /** The layout of the paper, where all leaders are on a third of the hosts. */
  static final String APART = "apart";

  static final String ONE_PLACE = "one place";
  static final String THREE_PLACES = "three places";

  /** The skew at which counters are popular. */
  static final double POPULAR = 0.9;

  private static final double MILD = 0.5;
  private static final double MICROS_IN_A_MILLI = 1e3;
  private static final String NOT_MEASURED = "not measured";

  /** A figure of runs, and the way in which it is shown. */
  private record Shown(String label, ToDoubleFunction<RunResult> figure, String format) {}

  private static final Shown THROUGHPUT = new Shown("commits/s", RunResult::throughput, "%,.0f");
  private static final Shown RATE =
      new Shown("commit rate", run -> run.figure("commit-rate"), "%.3f");
  private static final Shown P90 =
      new Shown("90th percentile, ms", run -> run.figure("p90-us") / MICROS_IN_A_MILLI, "%,.2f");

  /**
   * A ratio that must be reached.
   *
   * @param theta the skew
   * @param below the side that must be below Janus
   * @param least the least ratio of throughputs
   */
  record Wanted(double theta, String below, double least) {}

  private JanusPanels() {}

  /** Returns the ratios that were wanted before anything was measured. */
  static List<Wanted> wanted(String layout, boolean onePlace) {
    List<Wanted> wanted = new ArrayList<>();
    if (onePlace) {
      wanted.add(new Wanted(MILD, TAPIR, 0.9));
      wanted.add(new Wanted(POPULAR, TAPIR, 3.7));
    } else {
      wanted.add(new Wanted(POPULAR, TAPIR, 11));
    }
    if (layout.equals(APART)) {
      for (String below : List.of(LOCKING, OPTIMISTIC)) {
        wanted.add(onePlace ? new Wanted(MILD, below, 5) : new Wanted(POPULAR, below, 20));
      }
    }
    return wanted;
  }

  /**
   * Returns the panel of throughput.
   *
   * @param rising whether Janus has to be further above those with leaders where counters are more
   *     popular
   */
  static Panel throughput(JanusSweep sweep, List<Wanted> wanted, boolean rising) {
    boolean onePlace = sweep.where().equals(ONE_PLACE);
    boolean found = true;
    List<String> conditions = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (Wanted each : wanted) {
      double ratio = sweep.ratio(JANUS, each.below(), each.theta());
      String what = "over " + each.below() + " at " + each.theta();
      conditions.add(Text.of("%s at least %s", what, each.least()));
      results.add(what + " " + told("%.2f", ratio));
      found &= ratio >= each.least();
      boolean leaders = !each.below().equals(TAPIR);
      if (onePlace && rising && leaders) {
        double more = sweep.ratio(JANUS, each.below(), POPULAR);
        conditions.add("over " + each.below() + " at " + POPULAR + " more than that");
        results.add("at " + POPULAR + " " + told("%.2f", more));
        found &= more > ratio;
      }
    }
    return panel(
        sweep,
        "throughput",
        THROUGHPUT,
        onePlace
            ? "at theta 0.5 Janus has 0.9 of TAPIR's throughput and 5 times that of those with"
                + " leaders; at 0.9 it has 3.7 times TAPIR's"
            : "at theta 0.9 Janus has 11 times TAPIR's throughput, and 40 times that of those with"
                + " leaders",
        "Janus' throughput is " + String.join(", ", conditions),
        found,
        "Janus' throughput is " + String.join(", ", results) + ".");
  }

  static Panel commitRate(JanusSweep sweep) {
    boolean all = sweep.isWhole(JANUS) && sweep.all(JANUS).stream().allMatch(run -> rate(run) == 1);
    boolean fall = true;
    for (String side : List.of(TAPIR, OPTIMISTIC)) {
      double mildest = rate(sweep.run(side, sweep.xs().getFirst()));
      double strongest = rate(sweep.run(side, sweep.xs().getLast()));
      fall &= strongest <= mildest;
    }
    return panel(
        sweep,
        "commit-rate",
        RATE,
        "Janus' commit rate is 1 everywhere; those of the others fall as theta rises",
        "Janus' commit rate is 1 at every theta, and those of TAPIR and of optimistic control are"
            + " lower at the highest theta than at the lowest",
        all && fall,
        Text.of(
            "Janus' attempts %s commit; the others' rates %s.",
            all ? "all" : sweep.isWhole(JANUS) ? "do not all" : "are not known to all",
            fall ? "fall" : "do not fall, or are not known"));
  }

  private static double rate(@Nullable RunResult run) {
    return figure(RATE, run);
  }

  /** Returns a figure of a run; not a number, which nothing is above or below, if it is missing. */
  private static double figure(Shown shown, @Nullable RunResult run) {
    return run == null ? Double.NaN : shown.figure().applyAsDouble(run);
  }

  private static String told(String format, double figure) {
    return Double.isNaN(figure) ? NOT_MEASURED : Text.of(format, figure);
  }

  static Panel latency(JanusSweep sweep) {
    double ours = figure(P90, sweep.run(JANUS, POPULAR));
    double theirs = figure(P90, sweep.run(TAPIR, POPULAR));
    return panel(
        sweep,
        "latency",
        P90,
        "at theta 0.9 Janus' 90th percentile is below TAPIR's, whose transactions begin anew"
            + " (24.65 and 28.90 ms in one place)",
        "at theta 0.9 Janus' 90th percentile is below TAPIR's",
        ours < theirs,
        Text.of("They are %s and %s.", told("%.2f ms", ours), told("%.2f ms", theirs)));
  }

  /** Returns the panel of throughput against clients. */
  static Panel byClients(JanusSweep sweep) {
    boolean above = true;
    for (double x : sweep.xs()) {
      above &= sweep.ratio(JANUS, TAPIR, x) > 1;
    }
    return panel(
        sweep,
        "clients",
        THROUGHPUT,
        "the paper varies clients in its Figures 5 and 6 alone, where the other systems' throughput"
            + " falls as there are more, and Janus' does not",
        "at theta 0.9 Janus is above TAPIR with every number of clients",
        above,
        Text.of("It is %s.", above ? "above" : "not above everywhere, or not known to be"));
  }

  private static Panel panel(
      JanusSweep sweep,
      String key,
      Shown shown,
      String paper,
      String criterion,
      boolean found,
      String verdict) {
    return new Panel(
        sweep.layout() + "-" + key,
        sweep.layout() + ", " + sweep.where() + ": " + shown.label() + " against " + sweep.what(),
        paper,
        criterion,
        found,
        sweep.missing().isEmpty()
            ? verdict
            : verdict + " Not measured: " + String.join(", ", sweep.missing()) + ".",
        sweep.what(),
        shown.label(),
        sweep.series(shown.figure()),
        table(sweep, shown));
  }

  private static List<List<String>> table(JanusSweep sweep, Shown shown) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(sweep.what()));
    head.addAll(sweep.runs().keySet());
    table.add(head);
    for (double x : sweep.xs()) {
      List<String> line = new ArrayList<>(List.of(Text.of(x < 1 ? "%.2f" : "%.0f", x)));
      for (String side : sweep.runs().keySet()) {
        line.add(told(shown.format(), figure(shown, sweep.run(side, x))));
      }
      table.add(line);
    }
    return table;
  }
}
