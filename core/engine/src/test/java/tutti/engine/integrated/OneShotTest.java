package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainApplication;
import tutti.engine.bank.PlainCodec;
import tutti.engine.bank.PlainType;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.integrated.OrderedAction.Ended;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Surroundings;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.HasFootprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;
import tutti.protocol.integrated.VersionTag;

/** The requests that each participant executes by itself (Janus §3). */
class OneShotTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final TransactionId ID = new TransactionId(1, 1, 1, 1);

  private static final class Counters extends PlainApplication {
    final PlainType type = declare("Counter", List.of("used"), new Field("value", "Long"));

    Counters() {
      super("counters", PlainCodec.INSTANCE);
      type.add(
          "add",
          (state, arguments, around) ->
              new Evaluation.Accepted(
                  new ActorState(0, new Object[] {num(arguments, 0)}), List.of(), null));
    }
  }

  /** An action that tells what it touches beside its own actor, and how much is known of it. */
  private record Told(Action action, Shape shape, List<ActorId> others)
      implements Action, HasFootprint {
    @Override
    public String name() {
      return action.name();
    }

    @Override
    public ActorType type() {
      return action.type();
    }

    @Override
    public int index() {
      return action.index();
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return action.evaluate(state, arguments, around);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return action.apply(state, arguments, around);
    }

    @Override
    public void footprint(
        ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
      into.access(new Item.Known(target), Mode.WRITE, Bound.ONCE, Source.REQUEST);
      others.forEach(
          each -> into.access(new Item.Known(each), Mode.WRITE, Bound.ONCE, Source.SYNC_TREE));
      into.atLeast(shape);
    }
  }

  private final Counters counters = new Counters();

  private static ActorId counter(String key) {
    return new ActorId("Counter", key);
  }

  private Call call(String key, Shape shape, ActorId... others) {
    Call plain = counters.type.call(key, "add", 1L);
    return new Call(
        plain.target(), new Told(plain.action(), shape, List.of(others)), plain.arguments());
  }

  private Set<ActorId> oneShot(Call... calls) {
    return OrderedAction.oneShot(new TransactionRequest(List.of(calls), null, 1), counters, NOW);
  }

  @Test
  void callsOfDifferentActorsThatNothingRefusesAreOneShot() {
    assertThat(oneShot(call("a", Shape.ONE_SHOT), call("b", Shape.ONE_SHOT)))
        .containsExactly(counter("a"), counter("b"));
  }

  @Test
  void whatMayBeRefusedIsNot() {
    assertThat(oneShot(call("a", Shape.ONE_SHOT), call("b", Shape.KNOWN_KEYS))).isEmpty();
    assertThat(oneShot(counters.type.call("a", "add", 1L))).as("nothing is told").isEmpty();
    assertThat(oneShot(call("a", Shape.ONE_SHOT), call("a", Shape.ONE_SHOT)))
        .as("a second event on one actor is refused")
        .isEmpty();
    assertThat(oneShot(call(" ", Shape.ONE_SHOT))).as("no key").isEmpty();
  }

  @Test
  void whatTouchesOtherActorsIsNot() {
    assertThat(oneShot(call("a", Shape.ONE_SHOT, counter("b")))).isEmpty();
    assertThat(oneShot(call("a", Shape.ONE_SHOT, counter("b")), call("b", Shape.ONE_SHOT)))
        .isEmpty();
  }

  /** A key is an item of one participant, which answers for all. */
  @Test
  void whatHasAnIdempotencyKeyIsNot() {
    TransactionRequest keyed =
        new TransactionRequest(List.of(call("a", Shape.ONE_SHOT)), new Idempotency("key", 1), 1);
    assertThat(OrderedAction.oneShot(keyed, counters, NOW)).isEmpty();
  }

  private OrderedAction action(boolean oneShot) {
    List<Call> calls =
        List.of(
            counters.type.call("a", "add", 1L),
            counters.type.call("b", "add", 2L),
            counters.type.call("c", "add", 3L));
    return new OrderedAction(
        ID,
        new TransactionRequest(calls, null, 1),
        0,
        5,
        NOW,
        new TreeSet<>(List.of(counter("a"), counter("b"), counter("c"))),
        oneShot);
  }

  @Test
  void aParticipantExecutesTheCallsOfItsActors() {
    Set<ActorId> own = Set.of(counter("a"), counter("c"));
    assertThat(action(true).places(own)).containsExactly(0, 2);
    assertThat(action(false).places(own)).containsExactly(0, 1, 2);
  }

  @Test
  void actionsAndPartsAreReadAsTheyWereWritten() {
    OrderedAction.Format format = new OrderedAction.Format(counters);
    assertThat(format.action(format.encode(VersionTag.FIRST, action(true))).oneShot()).isTrue();
    byte[] older = format.encode(VersionTag.FIRST, action(false));
    assertThat(format.action(older).oneShot()).isFalse();
    assertThat(format.action(older).writes()).hasSize(3);
    Ended part = new Ended.Part(List.of(0, 2), Arrays.asList(null, "told"));
    assertThat(format.end(format.encode(part))).isEqualTo(part);
    ActorId moved = counter("d");
    assertThat(format.end(format.encode(new Ended.Moved(moved)))).isEqualTo(new Ended.Moved(moved));
  }

  @Test
  void partsMakeOneOutcome() {
    Ended whole =
        Ended.whole(
            ID,
            3,
            List.of(
                new Ended.Part(List.of(1), List.of("b")),
                new Ended.Part(List.of(0, 2), List.of("a", "c"))));
    assertThat(whole).isEqualTo(new Ended.Told(new Outcome.Committed(ID, List.of("a", "b", "c"))));
    Ended all = new Ended.Told(new Outcome.Committed(ID, List.of("all")));
    assertThat(Ended.whole(ID, 1, List.of(all, all))).isEqualTo(all);
  }
}
