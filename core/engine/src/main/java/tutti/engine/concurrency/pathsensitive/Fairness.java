package tutti.engine.concurrency.pathsensitive;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;

/**
 * The order of service (PSAC §6.2, docs/rulings.md#ruling-8): at most {@code bound} later actions
 * are accepted before a waiting one. Observations do not count for that; but at most {@code bound}
 * later observations are accepted while observations keep an action waiting. An owner that has held
 * a claim since before the waiting request came is not later.
 */
record Fairness(int bound) {
  /** Returns the request that must be served before this action may be accepted, or null. */
  @Nullable Delayed aheadOfAction(InProgressQueue queue, ActorRequest request, long arrival) {
    // An earlier request was overtaken at least as often as a later one, so the first is enough.
    Delayed first = queue.firstDelayed();
    if (first == null || first.overtaken < bound || first.arrival >= arrival) {
      return null;
    }
    return yields(queue, request, arrival, first) ? first : null;
  }

  /** Returns the request that must be served before this observation may be accepted, or null. */
  @Nullable Delayed aheadOfLook(InProgressQueue queue, ActorRequest request, long arrival) {
    Delayed delayed = queue.firstDelayed();
    for (; delayed != null && delayed.arrival < arrival; delayed = delayed.after) {
      if (delayed.overtakenByLooks >= bound
          && delayed.why == Delayed.Why.OBSERVED
          && yields(queue, request, arrival, delayed)) {
        return delayed;
      }
    }
    return null;
  }

  private static boolean yields(
      InProgressQueue queue, ActorRequest request, long arrival, Delayed to) {
    return to.request.owner() != request.owner()
        && queue.arrivalOf(request.owner(), arrival) > to.arrival;
  }

  void actionAccepted(InProgressQueue queue, long arrival) {
    Delayed delayed = queue.firstDelayed();
    for (; delayed != null && delayed.arrival < arrival; delayed = delayed.after) {
      delayed.overtaken++;
    }
  }

  void lookAccepted(InProgressQueue queue, long arrival) {
    Delayed delayed = queue.firstDelayed();
    for (; delayed != null && delayed.arrival < arrival; delayed = delayed.after) {
      if (delayed.why == Delayed.Why.OBSERVED) {
        delayed.overtakenByLooks++;
      }
    }
  }

  /** Gives the owners of the requests that go before {@code delayed}. */
  void tell(InProgressQueue queue, Delayed delayed, Consumer<Participant> sink) {
    Delayed ahead =
        delayed.acts()
            ? aheadOfAction(queue, delayed.request, delayed.arrival)
            : aheadOfLook(queue, delayed.request, delayed.arrival);
    if (ahead != null) {
      sink.accept(ahead.request.owner());
    }
  }
}
