package tutti.engine.node.integrated;

import tutti.engine.node.FailureWatch;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/**
 * The failures of a host, and of its log.
 *
 * @param failures after which the host serves nobody any more
 * @param journal those of its log, after which it takes no transactions
 */
record HostHealth(FailureWatch failures, FailureWatch journal) {
  /** One for all: a host that is cut off refuses as many as its clients send. */
  private static final Result CUT_OFF =
      new Result.Failed(
          new Reason.Unavailable(
              "node-unavailable",
              "this node is cut off from a majority of the nodes of each shard: try another one"));

  HostHealth() {
    this(new FailureWatch(), new FailureWatch());
  }

  /** Returns whether a transaction may begin now. */
  Result admits(IntegratedLinks links) {
    if (journal.failure() != null) {
      return new Result.Failed(Reason.Unavailable.storageFailed());
    }
    if (links.isCutOff()) {
      return CUT_OFF;
    }
    return links.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                Reason.Unavailable.CONGESTED,
                "more is waiting to be sent to other hosts than should"))
        : Result.DONE;
  }
}
