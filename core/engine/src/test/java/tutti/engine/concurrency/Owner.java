package tutti.engine.concurrency;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/** A transaction in a test: what it asked and what it holds. */
public final class Owner implements Participant, Surroundings {
  private final TransactionId id;
  private volatile Status status = Status.ACTIVE;
  private volatile boolean wounded;
  private volatile boolean elsewhere;
  private volatile boolean executes = true;
  private long age;
  private long epoch;
  private boolean looked;
  private final Map<String, Object> seen = new LinkedHashMap<>();
  public final List<Claim> claims = new ArrayList<>();

  /** Tells the time to the answers, in whatever unit a test counts. */
  public LongSupplier clock = () -> 0;

  public Owner(int number) {
    id = new TransactionId(0, 1, number);
    age = number;
  }

  /** Begins an attempt, as the engine does: with a timestamp, if the control orders by them. */
  public Owner begins(ConcurrencyControl control) {
    Timestamps clock = control.timestamps();
    age = clock == null ? age : clock.next();
    return this;
  }

  @Override
  public TransactionId id() {
    return id;
  }

  @Override
  public long age() {
    return age;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  /** Says which epoch the transaction has. */
  public void epoch(long its) {
    epoch = its;
  }

  /** Says that the transaction has looked at its node's epoch, and is not decided yet. */
  public void looksAtEpoch(long its) {
    epoch = its;
    looked = true;
  }

  @Override
  public long earliestEpoch() {
    return looked ? epoch : Participant.super.earliestEpoch();
  }

  @Override
  public Status status() {
    return status;
  }

  public void status(Status next) {
    status = next;
  }

  @Override
  public void wound(ActorId at, Verdict.Conflict why) {
    wounded |= status == Status.ACTIVE;
  }

  /** Whether an older one has told it to begin anew. */
  public boolean wounded() {
    return wounded;
  }

  @Override
  public boolean coordinatedElsewhere() {
    return elsewhere;
  }

  /** Says whether the transaction has still calls to execute; it has at its beginning. */
  public void executes(boolean still) {
    executes = still;
  }

  @Override
  public boolean readsWait() {
    return Participant.super.readsWait() || (status == Status.ACTIVE && !executes);
  }

  /** Makes it a branch of another node's transaction. */
  public Owner ofAnotherNode() {
    elsewhere = true;
    return this;
  }

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
    String key = other + " " + what;
    if (!seen.containsKey(key)) {
      throw new Unobserved(other, what);
    }
    return seen.get(key);
  }

  public void saw(ActorId other, Observation what, Object value) {
    seen.put(other + " " + what, value);
  }

  public Ask act(ConcurrencyControl control, Cell cell, String action, Object... arguments) {
    return ask(control, cell, new Work.Act(Account.call(cell.id(), action, arguments)));
  }

  public Ask observe(ConcurrencyControl control, Cell cell, Observation what) {
    return ask(control, cell, new Work.Observe(what));
  }

  /** Observes, and will act on the same actor later. */
  public Ask observeToAct(ConcurrencyControl control, Cell cell, Observation what) {
    return ask(control, new Ask(this, cell, new Work.Observe(what), true));
  }

  public Ask forbid(ConcurrencyControl control, Cell cell, String action, Object... arguments) {
    return ask(control, cell, new Work.Forbid(Account.call(cell.id(), action, arguments)));
  }

  public Ask read(ConcurrencyControl control, Cell cell) {
    return ask(control, cell, new Work.Read());
  }

  public Ask ask(ConcurrencyControl control, Cell cell, Work work) {
    return ask(control, new Ask(this, cell, work));
  }

  private static Ask ask(ConcurrencyControl control, Ask ask) {
    Verdict verdict = control.request(ask);
    if (!(verdict instanceof Verdict.Delay)) {
      ask.answer(verdict);
    }
    return ask;
  }

  /**
   * Locks all that it holds, as the engine does before it validates, and then gets its epoch;
   * whether it may go on.
   */
  public boolean lock(ConcurrencyControl control) {
    boolean locked =
        claims.stream().allMatch(claim -> control.lock(claim) instanceof Verdict.Passed);
    Timestamps clock = control.timestamps();
    epoch = clock == null ? 0 : clock.next();
    return locked;
  }

  /** Validates all that it holds; whether it may commit. */
  public boolean validate(ConcurrencyControl control) {
    return claims.stream().allMatch(claim -> control.validate(claim) instanceof Verdict.Passed);
  }

  /** Commits everything it holds, as the engine does. */
  public void commit(ConcurrencyControl control, long lsn) {
    status = Status.COMMITTED;
    List<Claim> held = List.copyOf(claims);
    claims.clear();
    held.forEach(claim -> control.commit(claim, lsn));
  }

  public void abort(ConcurrencyControl control) {
    status = Status.ABORTED;
    List<Claim> held = List.copyOf(claims);
    claims.clear();
    held.forEach(control::abort);
  }

  @Override
  public String toString() {
    return "T" + id.number();
  }
}
