package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;

/** A request in a test, which remembers its answer. */
public final class Ask extends ActorRequest {
  private final Owner requests;
  private final boolean willAct;
  private @Nullable Verdict verdict;
  private long answeredAt;

  public Ask(Owner owner, Cell cell, Work work) {
    this(owner, cell, work, false);
  }

  Ask(Owner owner, Cell cell, Work work, boolean willAct) {
    super(owner, cell, work, owner);
    this.requests = owner;
    this.willAct = willAct;
  }

  @Override
  public boolean willAct() {
    return willAct;
  }

  @Override
  public void resolve(Verdict answer) {
    assertThat(answer).isNotInstanceOf(Verdict.Delay.class);
    answer(answer);
  }

  void answer(Verdict answer) {
    assertThat(verdict).as("answered once: %s", this).isNull();
    verdict = answer;
    answeredAt = requests.clock.getAsLong();
    if (answer instanceof Verdict.Accept accept
        && !(work() instanceof Work.Lock || work() instanceof Work.Settle)) {
      requests.claims.add(accept.claim());
    }
  }

  /** The owner's clock when the answer came. */
  public long answeredAt() {
    return answeredAt;
  }

  public boolean delayed() {
    return verdict == null;
  }

  public boolean accepted() {
    return verdict instanceof Verdict.Accept;
  }

  public boolean rejected() {
    return verdict instanceof Verdict.Reject;
  }

  public Verdict verdict() {
    if (verdict == null) {
      throw new AssertionError("still delayed: " + this);
    }
    return verdict;
  }

  public Verdict.Accept accept() {
    return (Verdict.Accept) verdict();
  }

  public Verdict.Reject reject() {
    return (Verdict.Reject) verdict();
  }

  public Verdict.CurrentState seen() {
    return (Verdict.CurrentState) verdict();
  }

  /**
   * A for accepted, R for refused, D for delayed, S for seen, N for needs an observation, C for a
   * conflict.
   */
  public char letter() {
    return switch (verdict) {
      case null -> 'D';
      case Verdict.Accept a -> 'A';
      case Verdict.Reject r -> 'R';
      case Verdict.CurrentState s -> 'S';
      case Verdict.Delay d -> 'D';
      case Verdict.NeedsObservation n -> 'N';
      case Verdict.Conflict c -> 'C';
    };
  }

  @Override
  public String toString() {
    return requests + " " + work() + " at " + cell().id();
  }
}
