package tutti.benchmark.hotactor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.LinearForm;
import tutti.model.Refusal;
import tutti.model.Surroundings;

/**
 * An account with a single action: {@code move(amount)} adds a positive or negative amount, as long
 * as the balance does not fall below zero.
 */
final class HotAccount implements ActorType {
  private final Move move = new Move(this);

  Action move() {
    return move;
  }

  static ActorState holding(long balance) {
    return new ActorState(1, new Object[] {balance});
  }

  private static long balance(ActorState state) {
    return state.field(0) instanceof Long balance ? balance : 0;
  }

  private static long amount(List<Object> arguments) {
    return (Long) arguments.getFirst();
  }

  private record Move(HotAccount type) implements Action, LinearForm {
    private static final Refusal TOO_LITTLE = Refusal.of("precondition", "not enough money");

    @Override
    public String name() {
      return "move";
    }

    @Override
    public int index() {
      return 0;
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      long next = balance(state) + amount(arguments);
      return next < 0
          ? new Evaluation.Refused(TOO_LITTLE)
          : new Evaluation.Accepted(holding(next), List.of(), null);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return holding(balance(state) + amount(arguments));
    }

    @Override
    public LinearForm linear() {
      return this;
    }

    @Override
    public Bound bind(ActorState state, List<Object> arguments, Surroundings around) {
      long amount = amount(arguments);
      return new Bound(
          new int[] {0},
          new long[] {amount},
          new long[] {amount < 0 ? -amount : Long.MIN_VALUE},
          new long[] {Long.MAX_VALUE},
          List.of());
    }

    @Override
    public Long value(ActorState state, int field) {
      return balance(state);
    }
  }

  @Override
  public String name() {
    return "HotAccount";
  }

  @Override
  public List<String> stages() {
    return List.of("none", "opened");
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field("balance", "Integer"));
  }

  @Override
  public List<Action> actions() {
    return List.of(move);
  }

  @Override
  public @Nullable Action action(String name) {
    return name.equals("move") ? move : null;
  }

  @Override
  public ActorState blank(String key) {
    return new ActorState(0, new Object[1]);
  }

  @Override
  public boolean finalized(ActorState state) {
    return false;
  }
}
