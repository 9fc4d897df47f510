package tutti.lab.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;

/**
 * The result of one case, judged by two bars. In each second of the overload except the first ones,
 * {@link OverloadPlan#LEAST_SHARE} of the capacity is answered in time. And each client that comes
 * two seconds after the overload, or later, has one of its tries answered in time, although the
 * repeats of the overload's clients come then as well.
 *
 * @param which the case
 * @param plan the load
 * @param capacity in transactions a second
 * @param seconds the counts, from the beginning of a standstill or of the overload on
 * @param codes how often each code of a refusal was answered
 * @param outcomes the outcomes of all tries
 * @param latency the latencies of the tries that were answered, in nanoseconds
 * @param use the use of the machine
 */
record OverloadResult(
    OverloadCase which,
    OverloadPlan plan,
    double capacity,
    List<OverloadSecond> seconds,
    Map<String, Integer> codes,
    Outcomes outcomes,
    Histogram latency,
    Use use) {

  /** The cores that the generator and the servers used on average. */
  record Use(double generator, double servers) {}

  private int begin() {
    return which.standstill();
  }

  private int end() {
    return begin() + plan.overloadSeconds();
  }

  /** Returns the seconds of the overload for which there is a bar. */
  private List<OverloadSecond> judged() {
    return seconds.subList(begin() + OverloadPlan.SETTLING_SECONDS, end());
  }

  /** Returns the least share of the capacity that was answered in time in a judged second. */
  double leastShare() {
    return judged().stream().mapToDouble(second -> second.inTime).min().orElse(0) / capacity;
  }

  double meanShare() {
    return judged().stream().mapToDouble(second -> second.inTime).average().orElse(0) / capacity;
  }

  /**
   * Returns the number of seconds after the overload from which on every client's first try was
   * answered in time.
   */
  int recoveredAfter() {
    int from = end() + plan.afterSeconds();
    while (from > end() && seconds.get(from - 1).atOnce == seconds.get(from - 1).offered) {
      from--;
    }
    return from - end();
  }

  /** Returns the number of seconds after the overload from which on every client was served. */
  int servedAfter() {
    int from = end() + plan.afterSeconds();
    while (from > end() && seconds.get(from - 1).served >= seconds.get(from - 1).offered) {
      from--;
    }
    return from - end();
  }

  /** Returns the run with this case's figures, series and bars. */
  RunResult in(RunResult run) {
    String name = which.label() + "-";
    double least = leastShare();
    int served = servedAfter();
    RunResult with =
        run.measure(name + "least-share", least)
            .measure(name + "mean-share", meanShare())
            .measure(name + "served-after-s", served)
            .measure(name + "recovered-after-s", recoveredAfter())
            .measure(name + "generator-cores", use.generator)
            .measure(name + "server-cores", use.servers)
            .check(
                name + "in-time-at-" + Math.round(OverloadPlan.LEAST_SHARE * 100) + "%-of-capacity",
                least >= OverloadPlan.LEAST_SHARE)
            .check(
                name + "all-served-" + OverloadPlan.SETTLING_SECONDS + "s-after",
                served <= OverloadPlan.SETTLING_SECONDS);
    List<String> names = OverloadSecond.names();
    for (int i = 0; i < names.size(); i++) {
      int column = i;
      with =
          with.series(
              name + names.get(i),
              seconds.stream().map(second -> second.values().get(column)).toList());
    }
    return with;
  }

  /** Returns the counts of each second as a table, and what they come to. */
  List<String> table(String side) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        Text.of(
            "%s, %s: capacity %.0f/s; least share %.2f, mean %.2f; all served after %s s,"
                + " at once after %s s;"
                + " generator %.2f cores, servers %.2f; refusals %s",
            side,
            which.label(),
            capacity,
            leastShare(),
            meanShare(),
            servedAfter(),
            recoveredAfter(),
            use.generator,
            use.servers,
            codes));
    StringBuilder head = new StringBuilder("  second");
    OverloadSecond.names().forEach(name -> head.append(Text.of("%13s", name)));
    lines.add(head.toString());
    for (int i = 0; i < seconds.size(); i++) {
      StringBuilder line = new StringBuilder(Text.of("%8s", phase(i)));
      List<Double> values = seconds.get(i).values();
      for (int column = 0; column < values.size(); column++) {
        line.append(Text.of(column == values.size() - 1 ? "%13.2f" : "%13.0f", values.get(column)));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Returns the place of a second: {@code -1} in a standstill, {@code 0} … and {@code +0} …. */
  private String phase(int index) {
    return index < end() ? Integer.toString(index - begin()) : "+" + (index - end());
  }
}
