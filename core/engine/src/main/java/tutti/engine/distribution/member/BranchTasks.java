package tutti.engine.distribution.member;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.runtime.Latch;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;

/**
 * The procedures that a branch runs for its coordinator. Their calls of other nodes wait for the
 * coordinator: the branch sends it the calls when every one of its procedures has ended or waits.
 * Their tasks use this on executors of their own; all other code is on the branch's queue.
 */
final class BranchTasks implements Procedures.Host {
  private final Participant owner;
  private final BranchKey key;
  private final BranchContext shared;
  private final Observations nothing;
  private final Runnable quiet;
  private final Consumer<ActorId> released;
  private final Procedures.Execution execution;
  private volatile long deadlineNanos;
  private volatile long timeoutNanos;

  private final Latch latch = new Latch();

  // Guarded by the latch.
  private List<Numbered<RemoteCall>> calls = new ArrayList<>(2);
  private List<Numbered<RemoteEnd>> ends = new ArrayList<>(2);
  private final Map<Integer, Consumer<RemoteEnd>> made = new TreeMap<>();
  private int called;
  private @Nullable Reason failure;

  /**
   * @param nothing the transaction's time and caller, without observations
   * @param quiet is called when every procedure has ended or waits; on any thread
   * @param released is called with actors of this node that are not used again; on any thread
   */
  BranchTasks(
      Participant owner,
      BranchKey key,
      BranchContext shared,
      Observations nothing,
      Runnable quiet,
      Consumer<ActorId> released) {
    this.owner = owner;
    this.key = key;
    this.shared = shared;
    this.nothing = nothing;
    this.quiet = quiet;
    this.released = released;
    this.execution = shared.procedures().begin(this);
  }

  // --- the branch's view ---

  /**
   * Runs the calls that the coordinator asks for, and continues the calls whose own calls have
   * ended elsewhere.
   */
  void perform(PeerMessage.Perform ask) {
    execution.hold();
    ask.ends().forEach(end -> take(end.number()).accept(end.value()));
    for (Numbered<RemoteCall> call : ask.calls()) {
      execution.perform(call.value(), end -> ended(call.number(), end));
    }
    execution.letGo();
  }

  void until(long newDeadlineNanos, long newTimeoutNanos) {
    deadlineNanos = newDeadlineNanos;
    timeoutNanos = newTimeoutNanos;
  }

  private void ended(int number, RemoteEnd end) {
    latch.lock();
    ends.add(new Numbered<>(number, end));
    latch.unlock();
  }

  private Consumer<RemoteEnd> take(int number) {
    latch.lock();
    try {
      Consumer<RemoteEnd> done = made.remove(number);
      return done == null ? end -> {} : done;
    } finally {
      latch.unlock();
    }
  }

  /** Returns the ends and the calls that the coordinator must know, when {@link #isQuiet}. */
  Reply reply() {
    latch.lock();
    try {
      Reason why = failure;
      if (why != null) {
        return new Reply.Stopped(why);
      }
      Reply reply = new Reply.Performed(ends, calls);
      ends = new ArrayList<>(2);
      calls = new ArrayList<>(2);
      return reply;
    } finally {
      latch.unlock();
    }
  }

  /** Returns whether none of it goes on without the coordinator. */
  boolean isQuiet() {
    return execution.quiet();
  }

  /** Returns whether there are tasks, also tasks that wait for the coordinator. */
  boolean running() {
    return execution.running();
  }

  /** Fails the procedures: their work is of no use, and their tasks end soon. */
  void fail(Reason why) {
    execution.fail(why);
  }

  /** Logs a refusal that stands, if it is a bug of the application: here, where it happened. */
  void told() {
    Reason why = failure;
    if (why != null) {
      execution.told(why);
    }
  }

  void claims(Consumer<Claim> sink) {
    execution.claims(sink);
  }

  // --- the host of its procedures ---

  @Override
  public Container home() {
    return shared.directory().containers().getFirst();
  }

  @Override
  public LoggingEventBuilder named(LoggingEventBuilder line) {
    return LogLine.about(line, key.id(), null);
  }

  @Override
  public Instant now() {
    return nothing.now();
  }

  @Override
  public Caller caller() {
    return nothing.caller();
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public long timeoutNanos() {
    return timeoutNanos;
  }

  @Override
  public @Nullable Reason stopped() {
    return null;
  }

  @Override
  public void stopWaiting(Reason why) {
    List<Consumer<RemoteEnd>> waiting;
    latch.lock();
    failure = why;
    waiting = List.copyOf(made.values());
    made.clear();
    latch.unlock();
    shared.requests().stop(owner, why);
    waiting.forEach(done -> done.accept(RemoteEnd.GIVEN_UP));
  }

  @Override
  public PendingRequest.Answer ask(ActorId actor, Work work, Container from) {
    ActorRequests.Context context =
        new ActorRequests.Context(owner, from, deadlineNanos, timeoutNanos, execution::stopped);
    PendingRequest.Answer answer =
        shared.requests().ask(context, new ActorRequests.Question(actor, work, nothing));
    if (shared.history().enabled()
        && work instanceof Work.Run
        && answer
            instanceof PendingRequest.Answer.Given(Verdict.Accept(var claim, var none, var nil))) {
      shared.history().read(key.id(), actor, claim.observedVersion());
    }
    return answer;
  }

  @Override
  public boolean coordinates() {
    return false;
  }

  @Override
  public Result event(Call call, Container from, Consumer<Procedures.Happened> happened) {
    throw new IllegalStateException("only the coordinator makes events happen");
  }

  @Override
  public void send(List<Procedures.Outgoing> outgoing) {
    boolean failed;
    latch.lock();
    try {
      failed = failure != null;
      if (!failed) {
        for (Procedures.Outgoing each : outgoing) {
          made.put(++called, each.done());
          calls.add(new Numbered<>(called, each.call()));
        }
      }
    } finally {
      latch.unlock();
    }
    if (failed) {
      outgoing.forEach(each -> each.done().accept(RemoteEnd.GIVEN_UP));
    }
  }

  /**
   * Releases an actor of this node. An actor of another node is released when its transaction has
   * executed.
   */
  @Override
  public void release(ActorId actor) {
    if (shared.directory().isHere(actor)) {
      released.accept(actor);
    }
  }

  @Override
  public void quiet() {
    quiet.run();
  }
}
