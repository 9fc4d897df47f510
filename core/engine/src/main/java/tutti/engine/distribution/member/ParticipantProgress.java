package tutti.engine.distribution.member;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Round;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.execution.Transaction;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.model.ActorId;

/**
 * A node of a transaction, other than its coordinator, as the coordinator sees it: one question at
 * a time is open there. On the coordination's queue.
 */
final class ParticipantProgress {
  final int node;
  int round;
  long nonce;
  long voteLsn;

  /** Whether the work that the node has executed changes something. */
  boolean changes;

  /** The newest epoch that the node has told of. */
  long epoch;

  /** The question that is not answered yet. */
  @Nullable Pending pending;

  /** Questions to actors that are still to be asked. */
  final ArrayDeque<Pending> turns = new ArrayDeque<>(1);

  /** Calls that are to be sent, and ends of calls that were made there. */
  private List<Numbered<RemoteCall>> calls = new ArrayList<>(2);

  private List<Numbered<RemoteEnd>> ends = new ArrayList<>(2);

  /** The listeners for the ends of calls that were made of that node, by the number of the call. */
  private final Map<Integer, Consumer<RemoteEnd>> begun = new TreeMap<>();

  private int called;

  ParticipantProgress(int node) {
    this.node = node;
  }

  void call(RemoteCall call, Consumer<RemoteEnd> done) {
    begun.put(++called, done);
    calls.add(new Numbered<>(called, call));
  }

  void end(int number, RemoteEnd end) {
    ends.add(new Numbered<>(number, end));
  }

  /** Records that a call there has ended; a late message about an ended call changes nothing. */
  void ended(int number, RemoteEnd end) {
    Consumer<RemoteEnd> done = begun.remove(number);
    if (done != null) {
      done.accept(end);
    }
  }

  /** Ends all calls that were made there: no task waits for them any more. */
  void giveUp() {
    calls.clear();
    ends.clear();
    List<Consumer<RemoteEnd>> all = List.copyOf(begun.values());
    begun.clear();
    all.forEach(done -> done.accept(RemoteEnd.GIVEN_UP));
  }

  /** Returns the next question, or null. */
  @Nullable Pending next(long waitNanos) {
    Pending turn = turns.poll();
    if (turn != null || (calls.isEmpty() && ends.isEmpty())) {
      return turn;
    }
    Pending made = new Pending(new Pending.Perform(calls, ends), waitNanos);
    calls = new ArrayList<>(2);
    ends = new ArrayList<>(2);
    return made;
  }

  /** A question that is not answered yet. */
  static final class Pending {
    final What what;
    final Promise<Reply> reply = new Promise<>();
    int round;

    /** The number of the question among all questions of the transaction. */
    int number;

    Scheduler.Timer again = () -> {};
    long waitNanos;

    /** The content of a question. */
    sealed interface What {}

    record Execute(ActorRequests.Question question, boolean vote) implements What {}

    record Perform(List<Numbered<RemoteCall>> calls, List<Numbered<RemoteEnd>> ends)
        implements What {}

    record Begin(List<DeclaredUse> uses, boolean hold) implements What {}

    record Begun() implements What {}

    record Release(ActorId actor) implements What {}

    record Settle(boolean confirms) implements What {}

    /**
     * Whether nothing waits for the answer, and any later question says as much: then that is put
     * without waiting. A release that is lost on the way is made up for by the settling.
     */
    boolean isNotice() {
      return what instanceof Begun || what instanceof Release;
    }

    /** Returns the message that puts this question. */
    PeerMessage message(Round round, Transaction of) {
      return switch (what) {
        case Execute(var it, boolean vote) ->
            new PeerMessage.Execute(round, vote, it.willAct(), it.seen(), it.target(), it.work());
        case Perform(var made, var ended) ->
            new PeerMessage.Perform(round, of.seen().now(), of.seen().caller(), made, ended);
        case Begin(var uses, boolean hold) ->
            new PeerMessage.Begin(
                round, of.seen(), of.conservative(), of.namesAllActors(), hold, uses);
        case Begun() -> new PeerMessage.Begun(round);
        case Release(var actor) -> new PeerMessage.Release(round, actor);
        case Settle(boolean confirms) -> new PeerMessage.Settle(round, confirms);
      };
    }

    Pending(What what, long waitNanos) {
      this.what = what;
      this.waitNanos = waitNanos;
    }
  }
}
