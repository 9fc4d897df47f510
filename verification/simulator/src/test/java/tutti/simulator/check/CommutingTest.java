package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainApplication;
import tutti.engine.bank.PlainCodec;
import tutti.engine.bank.PlainType;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Observation;
import tutti.model.Surroundings;

/** The actions that may change places in a history. */
class CommutingTest {
  private static final ActorState BEFORE = state(5);
  private static final PlainType POST = new Posts().post;

  private static final class Posts extends PlainApplication {
    private final PlainType post =
        declare("Post", List.of("none", "manned"), new Field("value", "Long"));

    Posts() {
      super("posts", PlainCodec.INSTANCE);
      post.add("set", (state, arguments, around) -> to((Long) arguments.getFirst()));
      post.add("add", (state, arguments, around) -> to(value(state) + (Long) arguments.getFirst()));
    }
  }

  private static ActorState state(long value) {
    return new ActorState(1, new Object[] {value});
  }

  private static long value(ActorState state) {
    return (Long) Objects.requireNonNull(state.field(0));
  }

  private static Evaluation to(long value) {
    return new Evaluation.Accepted(state(value), List.of(), null);
  }

  /**
   * An action of a transaction that has looked at the actor.
   *
   * @param saw the value that it saw, or -1 if it did not look
   */
  private record Doing(String what, long argument, long saw) implements Commuting.Action {
    @Override
    public Call call() {
      return POST.call("1", what, argument);
    }

    @Override
    public Surroundings around() {
      return new Surroundings() {
        @Override
        public Instant now() {
          return Instant.EPOCH;
        }

        @Override
        public Caller caller() {
          return Caller.NOBODY;
        }

        @Override
        public Object observe(ActorId other, Observation look) {
          throw new IllegalStateException("it looks at nothing");
        }
      };
    }

    @Override
    public boolean staysTrue(ActorState then, ActorState now) {
      return saw < 0 || value(now) == saw || value(now) == value(then);
    }
  }

  @Test
  void additionsCommuteAndSettingToDifferentValuesDoesNot() {
    assertThat(Commuting.commute(new Doing("add", 1, -1), new Doing("add", 2, -1), BEFORE))
        .isTrue();
    assertThat(Commuting.commute(new Doing("set", 1, -1), new Doing("set", 2, -1), BEFORE))
        .isFalse();
    assertThat(Commuting.commute(new Doing("set", 1, -1), new Doing("add", 2, -1), BEFORE))
        .isFalse();
  }

  @Test
  void whatALaterActionChangesCannotComeBeforeWhoSawTheActorWithoutIt() {
    assertThat(Commuting.commute(new Doing("set", 7, 5), new Doing("set", 7, -1), BEFORE))
        .isFalse();
  }

  /**
   * Found with posts that take over what others keep: a transaction arrived, another one arrived
   * and was decided, and then the first looked and saw what the other had made.
   */
  @Test
  void whoWasSeenComesBeforeWhoSawIt() {
    assertThat(Commuting.commute(new Doing("set", 7, 7), new Doing("set", 7, -1), BEFORE)).isTrue();
  }

  @Test
  void whoSawWhatTheEarlierMadeDoesNotComeBeforeIt() {
    assertThat(Commuting.commute(new Doing("set", 7, -1), new Doing("set", 7, 7), BEFORE))
        .isFalse();
    assertThat(Commuting.commute(new Doing("set", 7, -1), new Doing("set", 7, 5), BEFORE)).isTrue();
  }
}
