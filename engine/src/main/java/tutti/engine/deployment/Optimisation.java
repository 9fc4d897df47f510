package tutti.engine.deployment;

import java.util.Locale;

/**
 * An optimisation that {@code ablation.*} can switch off, to measure its effect. Results stay
 * right: with each one off all contracts of the matrix hold.
 */
public enum Optimisation {
  GROUP_COMMIT("Whether one flush makes many transactions durable."),
  LAZY_RECORDS("Whether records that nobody waits for are flushed with the next one."),
  EARLY_LOCK_RELEASE("Whether locks go before the decision is durable."),
  INLINE_CALLS("Whether a call within a container runs in its caller's task."),
  PARALLEL_RECOVERY("Whether rows are recovered by as many threads as there are cores."),
  UPDATE_LOCKS("Whether who looks to write later locks for that at once."),
  EARLY_VOTES("Whether a node's vote travels with its last answer."),
  ROW_HASH("Whether rows are found by a hash table beside the primary order."),
  OVERLAPPED_READS("Whether getAll waits for the memory of several rows at a time.");

  private final String summary;

  Optimisation(String summary) {
    this.summary = summary;
  }

  String summary() {
    return summary;
  }

  /** Returns the optimisation's key in deployment files. */
  public String key() {
    return "ablation." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
