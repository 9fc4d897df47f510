package tutti.engine.distribution;

import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Unfinished;

/** A member that may be in doubt, and that a person may end. */
interface Doubtful {
  StepQueue queue();

  /** Returns the format of the member's records. */
  RecordFormat format();

  /**
   * Returns what the log has of the member; null if it is not in doubt, or not yet. On its queue.
   */
  @Nullable PreparedBranch inDoubt();

  /**
   * Applies or undoes the member's effects and releases its claims: the log says that a person has
   * ended it. Another machine takes its place for all further messages to and from other nodes. On
   * its queue, in the gate.
   *
   * @param lsn of that record
   * @param phase of the gate, which it leaves once all is applied
   * @param remembered what a checkpoint must keep of the member
   */
  void overruled(boolean commit, long lsn, int phase, Unfinished remembered);

  /**
   * Returns the outcome that the client will still ask for, if this node coordinates the
   * transaction; before the member is overruled.
   */
  @Nullable LateOutcome lateOutcome();
}
