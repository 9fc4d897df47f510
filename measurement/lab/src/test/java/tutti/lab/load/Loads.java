package tutti.lab.load;

import java.time.Duration;
import java.util.function.Predicate;

/** Loads of tests: as long as it takes to do something, however busy the machine is otherwise. */
public final class Loads {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private Loads() {}

  /** The parameters of a plan's runs. */
  @FunctionalInterface
  public interface Run<R> {
    R with(LoadPlan plan) throws Exception;
  }

  /**
   * Runs a load, and again for four times as long until it has done enough.
   *
   * @return the last result, which has done less than enough if even a minute did not suffice
   */
  public static <R> R until(Predicate<R> enough, LoadPlan plan, Run<R> run) throws Exception {
    LoadPlan next = plan;
    while (true) {
      R result = run.with(next);
      if (enough.test(result) || next.measured().compareTo(LONGEST) >= 0) {
        return result;
      }
      next =
          new LoadPlan(next.clients(), next.warmup(), next.measured().multipliedBy(4), next.seed());
    }
  }
}
