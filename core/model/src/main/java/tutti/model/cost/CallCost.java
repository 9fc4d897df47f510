package tutti.model.cost;

/**
 * A call of one sub-transaction by another, with the costs of the way there and back.
 *
 * @param called the sub-transaction that the call is
 * @param place the place of the called actor, as its caller sees it
 * @param executor the executor that runs the call: calls with equal texts wait for each other. An
 *     empty text is an executor of the call's own, as the paper assumes ("if enough parallelism is
 *     available")
 * @param sendNanos {@code C_s(k, k')}: the caller's time until it can go on, at least 0
 * @param receiveNanos {@code C_r(k', k)}: the rest of the way, at least 0: until the callee's
 *     executor takes the call up, and until the caller's has its result
 * @param dispatchNanos the part of {@code receiveNanos} that occupies the callee's executor, so
 *     that later calls there wait for it, too; from 0 to {@code receiveNanos}
 */
public record CallCost(
    SubTransactionCost called,
    CallPlace place,
    String executor,
    double sendNanos,
    double receiveNanos,
    double dispatchNanos) {

  /** A call, whose durations must be at least 0. */
  public CallCost {
    Times.checked("C_s", sendNanos);
    Times.checked("C_r", receiveNanos);
    Times.checked("the dispatch of a call", dispatchNanos);
    if (dispatchNanos > receiveNanos) {
      throw new IllegalArgumentException(
          "the dispatch of a call is a part of C_r, so "
              + dispatchNanos
              + " ns are too many of "
              + receiveNanos
              + " ns");
    }
  }

  /** Returns a call that its caller's own task runs, whose ways cost nothing. */
  public static CallCost inline(SubTransactionCost called, CallPlace place) {
    return new CallCost(called, place, "", 0, 0, 0);
  }

  /** Returns a call to an executor of its own. */
  public static CallCost remote(
      SubTransactionCost called, CallPlace place, double sendNanos, double receiveNanos) {
    return new CallCost(called, place, "", sendNanos, receiveNanos, 0);
  }

  /** Returns this way with another sub-transaction at its end. */
  CallCost with(SubTransactionCost other) {
    return new CallCost(other, place, executor, sendNanos, receiveNanos, dispatchNanos);
  }

  Times send() {
    return Times.of(CostTerm.C_S, sendNanos);
  }

  Times receive() {
    return Times.of(CostTerm.C_R, receiveNanos);
  }

  /** Returns the time of a call that its caller waits for immediately: {@code L + C_s + C_r}. */
  Times synchronous(boolean parallel) {
    return send().plus(called.latency(parallel)).plus(receive());
  }
}
