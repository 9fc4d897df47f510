package tutti.engine.transaction.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.Observations;
import tutti.model.ActorId;
import tutti.model.Surroundings;

/** A concurrency control that only waits: a test draws who waits for whom. */
public final class WaitGraph implements ConcurrencyControl {
  private static final TestBank BANK = new TestBank();
  private final Map<Participant, PendingRequest> asks = new LinkedHashMap<>();
  private final Map<Participant, List<Participant>> waitsFor = new LinkedHashMap<>();

  /** The actors for which other tasks of the same transactions wait. */
  private final Map<PendingRequest, List<Participant>> others = new LinkedHashMap<>();

  final List<Participant> withdrawn = new ArrayList<>();

  /** Whether a withdrawal comes too late, because an answer is on its way. */
  boolean tooLate;

  public record Waiting(TransactionId id, long age, @Nullable String doubt) implements Participant {
    public Waiting(TransactionId id, long age) {
      this(id, age, null);
    }

    @Override
    public Status status() {
      return doubt == null ? Status.ACTIVE : Status.PREPARED;
    }
  }

  /** How old a transaction of that number is. */
  LongUnaryOperator ages = number -> number;

  /** The transactions that are in doubt, and why. */
  final Map<Integer, String> doubts = new LinkedHashMap<>();

  private Waiting transaction(int number) {
    return new Waiting(
        new TransactionId(0, 1, number), ages.applyAsLong(number), doubts.get(number));
  }

  static ActorId actorOf(int number) {
    return new ActorId("Account", "of-" + number);
  }

  /** A transaction that waits, at an actor that is named after it, for those others. */
  PendingRequest waits(int number, int... others) {
    return waits(transaction(number), number, others);
  }

  /** The next request of a transaction whose last one was answered. */
  PendingRequest waitsNext(PendingRequest answered, int... others) {
    return waits(answered.owner(), (int) answered.owner().id().number(), others);
  }

  /** The actor for which another task of the same transaction waits, beside its first. */
  PendingRequest waitsToo(PendingRequest first, int... others) {
    PendingRequest ask = ask(first.owner(), (int) first.owner().id().number());
    List<Participant> blockers = new ArrayList<>();
    for (int other : others) {
      blockers.add(transaction(other));
    }
    this.others.put(ask, blockers);
    return ask;
  }

  private PendingRequest waits(Participant owner, int number, int... others) {
    PendingRequest ask = ask(owner, number);
    asks.put(owner, ask);
    waitFor(number, others);
    return ask;
  }

  private PendingRequest ask(Participant owner, int number) {
    Cell cell = new Cell(actorOf(number), BANK.types().getFirst(), TestBank.state(1, 0));
    return new PendingRequest(
        new ActorRequests.Question(cell.id(), new Work.Read(), Observations.at(Instant.EPOCH)),
        owner,
        cell,
        this);
  }

  void waitFor(int number, int... others) {
    List<Participant> blockers = new ArrayList<>();
    for (int other : others) {
      blockers.add(transaction(other));
    }
    waitsFor.put(transaction(number), blockers);
  }

  void asksOf(Participant owner, Consumer<PendingRequest> sink) {
    // Participants are compared by identity in the engine: give the one that was made first.
    PendingRequest ask = asks.get(owner);
    if (ask != null) {
      sink.accept(ask);
    }
    for (PendingRequest other : others.keySet()) {
      if (other.owner().equals(owner)) {
        sink.accept(other);
      }
    }
  }

  List<Long> victims() {
    return withdrawn.stream().map(owner -> owner.id().number()).toList();
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    List<Participant> blockers =
        request instanceof PendingRequest ask && others.containsKey(ask)
            ? others.get(ask)
            : waitsFor.getOrDefault(request.owner(), List.of());
    for (Participant blocker : blockers) {
      PendingRequest ask = asks.get(blocker);
      sink.accept(ask == null ? blocker : ask.owner());
    }
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    if (tooLate) {
      return false;
    }
    withdrawn.add(request.owner());
    waitsFor.remove(request.owner());
    return true;
  }

  @Override
  public Verdict request(ActorRequest request) {
    return Verdict.Delay.INSTANCE;
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void commit(Claim claim, long lsn) {}

  @Override
  public void abort(Claim claim) {}

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.nextPosition();
  }
}
