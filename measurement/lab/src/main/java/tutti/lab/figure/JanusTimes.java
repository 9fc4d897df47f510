package tutti.lab.figure;

import java.time.Duration;
import tutti.lab.load.LoadPlan;

/**
 * The usual length of a run of {@link JanusFigures}. If more transactions begin anew, the slowest
 * tenth takes longer, and a shorter run would miss it.
 *
 * @param warmup in virtual seconds
 * @param measured in virtual seconds
 */
record JanusTimes(double warmup, double measured) {

  /** Returns the length where counters are that popular. */
  static JanusTimes of(boolean onePlace, double theta) {
    if (onePlace) {
      return theta < 0.65
          ? new JanusTimes(0.03, 0.03)
          : theta < 0.75
              ? new JanusTimes(0.04, 0.04)
              : theta < 0.85 ? new JanusTimes(0.06, 0.08) : new JanusTimes(0.1, 0.12);
    }
    return theta < 0.65 ? new JanusTimes(0.6, 0.6) : new JanusTimes(2, 2);
  }

  /** Returns the length that a plan has. */
  static JanusTimes of(LoadPlan plan) {
    return new JanusTimes(plan.warmup().toNanos() / 1e9, plan.measured().toNanos() / 1e9);
  }

  LoadPlan in(LoadPlan plan) {
    return new LoadPlan(plan.clients(), duration(warmup), duration(measured), plan.seed());
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  @Override
  public String toString() {
    return measured + " after " + warmup;
  }
}
