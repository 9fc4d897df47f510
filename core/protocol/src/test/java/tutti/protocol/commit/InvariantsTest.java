package tutti.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;

/** Each invariant that a member can see itself, by a step that breaks it. */
class InvariantsTest {
  private static final Event<Void> STEP = new Event.Started<>(1);

  private record Said(Meaning meaning) implements CommitMessage {
    @Override
    public void encode(Encoder out) {}
  }

  private final Invariants fresh = new Invariants(false);

  private static Effect<Output> say(Meaning meaning) {
    return new Effect.Send<>(new Address.Peer(1), new Said(meaning));
  }

  private static Effect<Output> vote() {
    return new Effect.Persist<>(new CommitRecord(RecordKind.VOTE), Effect.Flush.FORCED);
  }

  private static void breaks(Invariants invariants, String invariant, Effect<Output> effect) {
    assertThatThrownBy(() -> invariants.check(STEP, List.of(effect)))
        .isInstanceOfSatisfying(
            InvariantBroken.class, it -> assertThat(it.invariant()).isEqualTo(invariant));
  }

  @Test
  void aYesIsDurableBeforeItIsSaid() {
    breaks(fresh, "promise", say(Meaning.VOTE_YES));
    breaks(fresh, "promise", say(Meaning.PROMISE));
    fresh.check(STEP, List.of(vote()));
    breaks(fresh, "promise", say(Meaning.VOTE_YES));
    fresh.check(new Event.Persisted<>(1), List.of(say(Meaning.VOTE_YES)));
    new Invariants(true).check(STEP, List.of(say(Meaning.VOTE_YES)));
  }

  @Test
  void whoHasSaidNoNeverSaysYes() {
    Invariants voted = new Invariants(true);
    voted.check(STEP, List.of(say(Meaning.VOTE_NO)));
    breaks(voted, "one-vote", say(Meaning.VOTE_YES));
  }

  @Test
  void oneOutcomeIsTold() {
    fresh.check(STEP, List.of(say(Meaning.COMMIT), new Effect.Output<>(new Output.Tell(true))));
    breaks(fresh, "one-outcome", say(Meaning.ABORT));
    Invariants other = new Invariants(false);
    other.check(STEP, List.of(new Effect.Output<>(new Output.Decide(false))));
    breaks(other, "one-outcome", new Effect.Output<>(new Output.Tell(true)));
  }
}
