package tutti.simulator.commit.state;

/**
 * The irrevocable operation of a transaction, as the coordinator's node and the world outside have
 * it. The world outside forgets nothing in a crash.
 *
 * @param work the part of the operation that the node does now
 * @param times the number of times that the operation has happened, at most {@link #MOST}
 */
public record OutsideOperation(Work work, int times) {
  /** An operation that has not begun. */
  public static final OutsideOperation NOT_BEGUN = new OutsideOperation(Work.NONE, 0);

  private static final int MOST = 2;

  /** The work of a node for an operation. */
  public enum Work {
    NONE,
    /** The operation runs, and has not happened. */
    RUNS,
    /** The operation has happened, and its end is not known to the node yet. */
    HAS_RUN,
    /** The check is asked whether the operation has happened. */
    ASKS
  }

  /** The operation as the node does this work for it. */
  public OutsideOperation at(Work next) {
    return new OutsideOperation(next, times);
  }

  /** The operation once it happens, or happens again. */
  public OutsideOperation happens() {
    return new OutsideOperation(Work.HAS_RUN, Math.min(MOST, times + 1));
  }

  public boolean hasHappened() {
    return times > 0;
  }

  /** Whether the node does something for it. */
  public boolean isUnderWay() {
    return work != Work.NONE;
  }
}
