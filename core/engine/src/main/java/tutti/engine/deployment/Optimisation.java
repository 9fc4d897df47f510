package tutti.engine.deployment;

import java.util.Locale;

/**
 * An optimisation that {@code ablation.*} can switch off, to measure its effect. Results stay
 * right: with each one off all contracts of the matrix hold.
 */
public enum Optimisation {
  GROUP_COMMIT("Whether one flush makes many transactions durable."),
  LAZY_RECORDS("Whether records that no answer waits for are flushed with the next record."),
  EARLY_LOCK_RELEASE(
      "Whether effects are seen, and locks released, before the decision is durable."),
  INLINE_CALLS("Whether a procedure's call within a container runs in its caller's task."),
  PARALLEL_RECOVERY("Whether a start recovers rows with as many threads as there are cores."),
  UPDATE_LOCKS("Whether a transaction that reads in order to write locks for writing at once."),
  EARLY_VOTES("Whether a node's vote travels with its last answer."),
  ROW_HASH("Whether rows are found by a hash table beside the primary order."),
  DRY_RUNS(
      "Whether a dry run finds actors that no footprint tells, where they are needed in advance."),
  OVERLAPPED_READS("Whether getAll waits for the memory of several rows at a time."),
  EARLY_RELEASE(
      "Whether versioning hands an actor on at its last use; else at the end, as locks do.");

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
