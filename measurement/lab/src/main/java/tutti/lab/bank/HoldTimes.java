package tutti.lab.bank;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.lab.load.ClosedLoop;
import tutti.model.ActorId;

/**
 * The times for which actions hold one actor: from the grant of an action's claim until its
 * transaction releases it. The object stands in front of the concurrency controls of the nodes;
 * calls about other actors go straight through. Thread-safe.
 *
 * <p>Where a lock is the bottleneck, and is handed on without loss, the number of actions that get
 * it in a second is 1 / (the mean time for which an action holds it). So {@link #busy} is the share
 * of the lock's own limit that the measured system reaches.
 */
final class HoldTimes implements ClosedLoop.Measuring {
  private final ActorId watched;
  private final LongSupplier clock;
  private final Map<ActorRequest, Handed> waiting = new ConcurrentHashMap<>();
  private final Map<Claim, Long> held = new ConcurrentHashMap<>();
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private volatile boolean measuring;
  private volatile long began;
  private volatile long ended;

  /**
   * @param watched the actor whose lock is watched
   */
  public HoldTimes(ActorId watched) {
    this(watched, System::nanoTime);
  }

  /**
   * @param watched the actor whose lock is watched
   * @param clock in nanoseconds, from any origin
   */
  public HoldTimes(ActorId watched, LongSupplier clock) {
    this.watched = watched;
    this.clock = clock;
  }

  /** Returns a control that stands in for a concurrency control. */
  public ConcurrencyControl watch(ConcurrencyControl control) {
    return new Watching(control);
  }

  @Override
  public void begins() {
    began = clock.getAsLong();
    measuring = true;
  }

  @Override
  public void ends() {
    measuring = false;
    ended = clock.getAsLong();
  }

  /** Returns the number of actions that released the actor in the measured time. */
  public long count() {
    return count.sum();
  }

  /**
   * Returns the average time for which an action held the actor, in microseconds; 0 if there was
   * none.
   */
  public double meanMicros() {
    return count.sum() == 0 ? 0 : nanos.sum() / 1e3 / count.sum();
  }

  /**
   * Returns the actions per second, over 1 / (the mean time that one holds the actor): the share of
   * the measured time in which the actor was held, if one action holds it at a time; the number of
   * concurrent holders, if several do.
   */
  public double busy() {
    return ended == began ? 0 : nanos.sum() / (double) (ended - began);
  }

  private void granted(Verdict verdict) {
    if (verdict instanceof Verdict.Accept accept && accept.claim().call() != null) {
      held.put(accept.claim(), clock.getAsLong());
    }
  }

  private void lettingGo(Claim claim) {
    Long since = claim.cell().id().equals(watched) ? held.remove(claim) : null;
    if (since != null && measuring) {
      count.increment();
      nanos.add(clock.getAsLong() - since);
    }
  }

  private final class Watching implements ForwardingControl {
    private final ConcurrencyControl control;

    Watching(ConcurrencyControl control) {
      this.control = control;
    }

    @Override
    public ConcurrencyControl control() {
      return control;
    }

    private boolean watches(ActorRequest request) {
      return request.work() instanceof Work.Act && request.cell().id().equals(watched);
    }

    @Override
    public Verdict request(ActorRequest request) {
      if (!watches(request)) {
        return control.request(request);
      }
      Handed handed = new Handed(request);
      // The request may be resolved before the delay is returned.
      waiting.put(request, handed);
      Verdict verdict = control.request(handed);
      if (!(verdict instanceof Verdict.Delay)) {
        waiting.remove(request);
        granted(verdict);
      }
      return verdict;
    }

    @Override
    public boolean withdraw(ActorRequest request) {
      Handed handed = waiting.get(request);
      boolean waited = control.withdraw(handed == null ? request : handed);
      if (waited) {
        waiting.remove(request);
      }
      return waited;
    }

    @Override
    public void commit(Claim claim, long lsn) {
      lettingGo(claim);
      control.commit(claim, lsn);
    }

    @Override
    public void abort(Claim claim) {
      lettingGo(claim);
      control.abort(claim);
    }

    @Override
    public void blockers(ActorRequest request, Consumer<Participant> sink) {
      Handed handed = waiting.get(request);
      control.blockers(handed == null ? request : handed, sink);
    }
  }

  /** A request on its way to the control, so that a late verdict on it is seen. */
  private final class Handed extends ActorRequest {
    private final ActorRequest request;

    Handed(ActorRequest request) {
      super(request.owner(), request.cell(), request.work(), request.around());
      this.request = request;
    }

    @Override
    public boolean willAct() {
      return request.willAct();
    }

    @Override
    public void resolve(Verdict verdict) {
      waiting.remove(request);
      granted(verdict);
      request.resolve(verdict);
    }
  }
}
