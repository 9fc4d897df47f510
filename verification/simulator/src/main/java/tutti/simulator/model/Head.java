package tutti.simulator.model;

import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.CommitStep;

/**
 * The heads on which processor time of a model is spent: those of Easy Commit §6.4.2. A cost goes
 * to the head of its {@link Constant}, if the constant has one; else to the head of its piece of
 * work, which is the last one that was set there or in the cause of the work.
 */
public enum Head {
  /** Actors are asked, and actions and procedures evaluated. */
  USEFUL_WORK("useful work"),

  /**
   * Transactions begin and end, wait and go on; messages by which nodes ask each other to execute.
   */
  TXN_MANAGER("txn manager"),

  /** Rows are looked up, or gone through in order. */
  INDEX("index"),

  /** A conflict, its effects until the transaction is tried again, and messages about it. */
  ABORT("abort"),

  /** Cores do nothing: the time that no other head has. */
  IDLE("idle"),

  /** The commit protocol's messages and steps, and the log with its flushes. */
  COMMIT("commit"),

  /** Requests are taken in and answered, and other work that belongs to no transaction. */
  OVERHEAD("overhead");

  /** A reader that knows the heads of messages. */
  @FunctionalInterface
  interface OfMessages {
    Head of(byte[] bytes, int offset, int length);

    /** Returns how many messages go as this one. */
    default int parts(byte[] bytes, int offset, int length) {
      return 1;
    }
  }

  private final String label;

  Head(String label) {
    this.label = label;
  }

  /** Returns the name in the paper. */
  public String label() {
    return label;
  }

  /**
   * Returns the head of a message.
   *
   * @param step its meaning for a transaction, or null if it is part of none
   */
  static Head of(@Nullable CommitStep step) {
    if (step == null) {
      return OVERHEAD;
    }
    return switch (step.kind()) {
      case EXECUTE, EXECUTED -> TXN_MANAGER;
      case VOTE_NO, ABORT -> ABORT;
      case PREPARE, VOTE_YES, VOTE_READ_ONLY, COMMIT, ACK, INQUIRE, PROMISE, STEP -> COMMIT;
    };
  }
}
