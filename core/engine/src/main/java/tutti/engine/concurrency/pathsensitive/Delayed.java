package tutti.engine.concurrency.pathsensitive;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Work;

/** A request that waits, in order of arrival. Guarded by the cell's latch. */
final class Delayed {
  final ActorRequest request;
  final long arrival;

  /** The number of later actions that were accepted before this request. */
  int overtaken;

  /** The number of later observations that were accepted while others kept this request waiting. */
  int overtakenByLooks;

  Why why;
  @Nullable Delayed before;
  @Nullable Delayed after;

  /** The reason why a request waits. */
  enum Why {
    /** The outcomes of the actions in progress disagree. */
    OUTCOMES,
    /** The actor has as many actions in progress as it may have. */
    FULL,
    /** The action would change a fact that another transaction has observed. */
    OBSERVED,
    /** An earlier request has been overtaken often enough. */
    FAIRNESS,
    /** A read: an acknowledged effect is not applied yet. */
    UNAPPLIED;

    /** Returns the reason in words for a person. */
    String text() {
      return switch (this) {
        case OUTCOMES -> "outcomes disagree";
        case FULL -> "too many in progress";
        case OBSERVED -> "another transaction has observed what it would change";
        case FAIRNESS -> "others came first";
        case UNAPPLIED -> "an effect is not applied yet";
      };
    }
  }

  Delayed(ActorRequest request, long arrival, Why why) {
    this.request = request;
    this.arrival = arrival;
    this.why = why;
  }

  boolean acts() {
    return request.work() instanceof Work.Act;
  }
}
