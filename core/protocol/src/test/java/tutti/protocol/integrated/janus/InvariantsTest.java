package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;

/** Each invariant that a replica can see itself, by a step that breaks it. */
class InvariantsTest {
  private static final Event<Void> STEP = new Event.Started<>(1);
  private static final Event<Void> PERSISTED = new Event.Persisted<>(1);
  private static final TransactionId ID = new TransactionId(1, 2);
  private static final Transaction ONE = new Transaction(ID, List.of(0));
  private static final Ballot LOW = new Ballot(1, 9);
  private static final Ballot HIGH = new Ballot(2, 9);

  private final Invariants invariants = new Invariants();

  private static Effect<Output> write(Record record) {
    return new Effect.Persist<>(record, Effect.Flush.FORCED);
  }

  private static Effect<Output> say(Message message) {
    return new Effect.Send<>(new Address.Coordinator(1), message);
  }

  private static Message promised(Ballot ballot) {
    return new Message.Promised(
        ID, ballot, Request.NONE, Dependencies.NONE, Ballot.FIRST, Optional.empty());
  }

  @SafeVarargs
  private void breaks(String invariant, Effect<Output>... effects) {
    assertThatThrownBy(() -> invariants.check(STEP, List.of(effects)))
        .isInstanceOfSatisfying(
            InvariantBroken.class, it -> assertThat(it.invariant()).isEqualTo(invariant));
  }

  @Test
  void promisesPreAcceptsAndAcceptancesAreDurableBeforeTheyAreSaid() {
    Message preAccepted =
        new Message.PreAccepted(
            ID, Ballot.FIRST, Dependencies.NONE, Dependencies.NONE, Dependencies.NONE);
    breaks(
        "forced",
        write(new Record.Witnessed(ONE, Request.NONE, Ballot.FIRST, Dependencies.NONE)),
        say(preAccepted));
    invariants.check(PERSISTED, List.of(say(preAccepted)));
    breaks("forced", write(new Record.Promised(ONE, LOW)), say(promised(LOW)));
    invariants.check(PERSISTED, List.of(say(promised(LOW))));
    Message accepted = new Message.Accepted(ID, LOW);
    breaks(
        "forced",
        write(new Record.Accepted(ONE, LOW, Decision.commit(Dependencies.NONE))),
        say(accepted));
    invariants.check(PERSISTED, List.of(say(accepted)));
  }

  @Test
  void noPromiseIsTakenBack() {
    invariants.check(STEP, List.of(say(promised(HIGH))));
    breaks("promises-kept", say(promised(LOW)));
    breaks("promises-kept", say(new Message.Accepted(ID, LOW)));
  }
}
