package tutti.engine.distribution.member;

import java.util.SortedSet;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.execution.Remote;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outlook.By;

/**
 * The deadline of a transaction over several nodes, at its coordinator. Confined to the
 * coordinator's queue.
 */
final class CommitDeadline {
  /**
   * The time, in nanoseconds, that a transaction whose deadline has passed waits for the log of
   * this node, before its client gets the answer that it is in doubt.
   */
  private static final long OWN_LOG_NANOS = 1_000_000_000;

  private final TransactionCoordinator coordinator;
  private final Remote.Local local;
  private final ExecutionRounds questions;
  private Scheduler.Timer timer = () -> {};
  private boolean passed;

  CommitDeadline(
      TransactionCoordinator coordinator, Remote.Local local, ExecutionRounds questions) {
    this.coordinator = coordinator;
    this.local = local;
    this.questions = questions;
  }

  void begin() {
    Scheduler scheduler = coordinator.context.runtime().scheduler();
    long remaining = local.transaction().submission().deadlineNanos() - scheduler.nanos();
    timer = scheduler.after(Math.max(1, remaining), coordinator.queue, this::pass);
  }

  void cancel() {
    timer.cancel();
  }

  /**
   * Returns whether the deadline has passed: then this node decides nothing that other nodes must
   * agree to.
   */
  boolean passed() {
    return passed;
  }

  /** Ends the transaction's time now, as if its deadline had passed. */
  void passes() {
    timer.cancel();
    pass();
  }

  /**
   * Handles the end of the transaction's time. If the commit is still open, the transaction ends,
   * or its client gets the answer that it is in doubt. If the transaction's task has not asked for
   * the decision yet, the task checks {@link #passed} when it asks.
   */
  private void pass() {
    passed = true;
    if (!coordinator.closed()) {
      questions.late();
    } else if (!acts()
        && !coordinator.settled()
        && !coordinator.decided()
        && coordinator.commitment().missing().isEmpty()) {
      waitForOwnLog(this::giveUp);
    } else {
      giveUp();
    }
  }

  /** Waits for this node's log alone, which answers soon or not at all. */
  private void waitForOwnLog(Runnable then) {
    timer = coordinator.context.runtime().scheduler().after(OWN_LOG_NANOS, coordinator.queue, then);
  }

  private void giveUp() {
    if (coordinator.settled() || coordinator.decided()) {
      // The client is told now of a commit that the protocol would tell last.
      coordinator.on(new Input.GaveUp());
      return;
    }
    if (coordinator.commitment().missing().isEmpty()) {
      stillOpen();
      return;
    }
    SortedSet<Integer> silent = coordinator.missingElsewhere();
    coordinator.fails(
        silent.isEmpty()
            ? questions.unanswered().outOfTime(null)
            : questions.unanswered().silent(silent));
    coordinator.on(new Input.GaveUp());
    if (!coordinator.settled() && coordinator.missingElsewhere().isEmpty()) {
      waitForOwnLog(this::stillOpen);
    } else {
      stillOpen();
    }
  }

  /**
   * Tells the client that the outcome is open: the transaction must wait, but its client need not.
   */
  private void stillOpen() {
    if (coordinator.settled() || coordinator.decided()) {
      return;
    }
    if (acts()) {
      local.doubt("its irrevocable operation has begun, and is not known to have ended");
    } else {
      local.doubt(
          coordinator.missingElsewhere().isEmpty()
              ? "the journal of the node that coordinates it has not answered in time"
              : "it has promised to end as the other nodes do, and waits for them");
    }
  }

  /** Returns whether the transaction's irrevocable operation may have begun. */
  private boolean acts() {
    By waitsFor = coordinator.commitment().outlook().by();
    return waitsFor == By.OPERATION || waitsFor == By.CHECK;
  }
}
