package tutti.benchmark.hotactor;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/**
 * One hot account on one thread, with always the same number of actions in progress: a new one is
 * accepted and the oldest commits, in turns. Not thread-safe.
 */
final class HotActor {
  private static final Surroundings NOTHING = new Nothing();

  private final HotAccount type = new HotAccount();
  private final ActorId id = new ActorId("HotAccount", "hot");
  private final Call[] calls = new Call[1024];
  private final ConcurrencyControl control;
  private final Cell cell;
  private final Claim[] held;
  private int next;
  private int oldest;

  /**
   * @param inProgress the number of actions in progress when the newest has been accepted; at least
   *     1
   */
  HotActor(ConcurrencyControl control, int inProgress, long seed) {
    this.control = control;
    cell = new Cell(id, type, HotAccount.holding(1L << 48));
    Random random = new Random(seed);
    for (int i = 0; i < calls.length; i++) {
      long amount = (1 + random.nextInt(1_000_000)) * (random.nextBoolean() ? 1L : -1L);
      calls[i] = new Call(id, type.move(), List.of(amount));
    }
    held = new Claim[inProgress - 1];
    for (int i = 0; i < held.length; i++) {
      held[i] = accept();
    }
  }

  /** Accepts a new action, and commits the oldest. */
  void step() {
    Claim newest = accept();
    control.commit(held.length == 0 ? newest : takeTurns(newest), next);
  }

  /** Ends all actions in progress; true if nothing is left at the actor then. */
  boolean end() {
    for (Claim claim : held) {
      control.abort(claim);
    }
    return cell.control() == null && cell.version() == next - held.length;
  }

  private Claim takeTurns(Claim newest) {
    Claim first = held[oldest];
    held[oldest] = newest;
    oldest = (oldest + 1) % held.length;
    return first;
  }

  private Claim accept() {
    Verdict verdict = control.request(new Ask(cell, calls[next % calls.length], next++));
    if (verdict instanceof Verdict.Accept accept) {
      return accept.claim();
    }
    throw new IllegalStateException("not accepted: " + verdict);
  }

  /** A request by a transaction of its own, which is never delayed here. */
  private static final class Ask extends ActorRequest {
    Ask(Cell cell, Call call, int number) {
      super(new Alone(number), cell, new Work.Act(call), NOTHING);
    }

    @Override
    public void resolve(Verdict verdict) {
      throw new IllegalStateException("was not delayed");
    }
  }

  private record Alone(int number) implements Participant {
    @Override
    public TransactionId id() {
      return new TransactionId(0, 1, number);
    }

    @Override
    public long age() {
      return number;
    }

    @Override
    public Status status() {
      return Status.ACTIVE;
    }
  }

  private record Nothing() implements Surroundings {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public Caller caller() {
      return Caller.NOBODY;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      throw new Unobserved(other, what);
    }
  }
}
