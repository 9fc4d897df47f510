package tutti.engine.concurrency.pathsensitive;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Work;

/** A request that waits, in order of arrival. Guarded by the cell's latch. */
final class Delayed {
  final Request request;
  final long arrival;

  /** How many actions that came later were accepted before it. */
  int overtaken;

  /** How many observations that came later were accepted while others kept it waiting. */
  int overtakenByLooks;

  Why why;
  @Nullable Delayed before;
  @Nullable Delayed after;

  /** What it waits for. */
  enum Why {
    /** The outcomes of what is in progress disagree. */
    OUTCOMES,
    /** As many actions are in progress as may be. */
    FULL,
    /** What another transaction has observed would change. */
    OBSERVED,
    /** Somebody who came before has been overtaken often enough. */
    FAIRNESS,
    /** A read: an acknowledged effect is not applied yet. */
    UNAPPLIED;

    /** For a person. */
    String text() {
      return switch (this) {
        case OUTCOMES -> "outcomes disagree";
        case FULL -> "too many in progress";
        case OBSERVED -> "somebody has observed what it would change";
        case FAIRNESS -> "others came first";
        case UNAPPLIED -> "an effect is not applied yet";
      };
    }
  }

  Delayed(Request request, long arrival, Why why) {
    this.request = request;
    this.arrival = arrival;
    this.why = why;
  }

  boolean acts() {
    return request.work() instanceof Work.Act;
  }
}
