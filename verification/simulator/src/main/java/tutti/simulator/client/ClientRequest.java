package tutti.simulator.client;

import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.report.CoveragePoint;

/**
 * A request of a client through its tries: what the client has heard of it. An answer to one try
 * says something of its key only if no other try can be under way.
 */
final class ClientRequest {
  private final AskingClient client;
  private final RunContext run;
  private final TransactionRequest request;
  private final @Nullable String key;
  private final Recorder.Asked asks;

  /** Whether a try was not answered. */
  private boolean broken;

  /** Whether a try may reach its node later. */
  private boolean unread;

  /** Whether a try of queries may go on that was answered. */
  private boolean unheard;

  /** Whether a try has little time. */
  private boolean hurried;

  /**
   * @param asks where its end is noted
   * @param hurried whether it has little time
   */
  ClientRequest(
      AskingClient client,
      RunContext run,
      TransactionRequest request,
      Recorder.Asked asks,
      boolean hurried) {
    this.client = client;
    this.run = run;
    this.request = request;
    this.key = request.idempotency() == null ? null : request.idempotency().key();
    this.asks = asks;
    this.hurried = hurried;
  }

  TransactionRequest request() {
    return request;
  }

  /** Returns whether a try was not answered. */
  boolean isBroken() {
    return broken;
  }

  /** Returns whether what was heard is about all tries: none is under way. */
  boolean isSettled() {
    return !broken && !unheard;
  }

  /** Notes that a try has less time. A later repeat may join it, and ends at its deadline. */
  void hurries() {
    hurried = true;
  }

  /**
   * Notes that the client was told of its commit.
   *
   * @param attempt the number of the try, from 0
   * @param node which told it
   */
  void committed(Outcome.Committed its, int attempt, NodeUnderTest node) {
    boolean elsewhere = its.transaction().coordinator() != node.number();
    run.reach(CoveragePoint.ANSWERED_BY_ANOTHER_NODE, elsewhere);
    run.reach(CoveragePoint.FORWARDED_AGAIN, broken && elsewhere);
    client.acknowledged(its, key, attempt);
    asks.committed(its.transaction(), run.world().nanos());
    run.oracle().recorder().keyed(its.transaction(), request);
  }

  /** Notes that the client was told that a try has not happened; true if it asks again. */
  boolean aborted(Outcome.Aborted its) {
    // This attempt never happens, whatever the outcome of its key is.
    run.oracle().aborted(its.transaction(), null);
    client.checkRefusal(request.calls(), its.reason());
    // Of queries nobody may have heard anything: such a try goes on, and its key is taken.
    unheard |= !request.mayChange() && its.reason().code().equals("deadline");
    if (client.again(its.transaction(), its.reason(), hurried)) {
      return true;
    }
    boolean ofKey = !broken || (!unread && client.isAboutKey(its.reason()));
    run.oracle().aborted(its.transaction(), ofKey ? key : null);
    asks.aborted(its.transaction(), run.world().nanos());
    return false;
  }

  /** Notes that a try was not answered, or that its outcome is in doubt. */
  void untold(ClientReply reply) {
    broken = true;
    unread |= reply instanceof ClientReply.Broken(boolean later) && later;
    if (reply.transaction() != null) {
      run.reached().add(CoveragePoint.IN_DOUBT);
      client.doubts().add(reply.transaction());
      asks.inDoubt(reply.transaction());
    }
  }
}
