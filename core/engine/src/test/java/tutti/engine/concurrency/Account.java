package tutti.engine.concurrency;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.LinearForm;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.Surroundings;

/**
 * An account in Java for tests: stages {@code none, opened, closed}, fields {@code balance} and
 * {@code points}.
 */
public final class Account implements ActorType {
  public static final int OPENED = 1;
  public static final int CLOSED = 2;
  public static final int BALANCE = 0;
  public static final int POINTS = 1;
  public static final Account TYPE = new Account();

  private final List<Action> actions = new ArrayList<>();

  private Account() {
    add("open", (s, a, w) -> s.stage() == 0 ? to(state(OPENED, num(a, 0), 0)) : no("state"));
    add("deposit", Account::deposit, new Shift(a -> new long[] {num(a, 0), 0}, a -> NONE));
    add(
        "withdraw",
        Account::withdraw,
        new Shift(a -> new long[] {-num(a, 0), 0}, a -> new long[] {num(a, 0), MAX, MIN, MAX}));
    add("interest", (s, a, w) -> opened(s, 0, Math.addExact(100, num(a, 0))));
    add("close", (s, a, w) -> s.stage() == OPENED && balance(s) == 0 ? to(closed(s)) : no("open"));
    add("set", (s, a, w) -> s.stage() == OPENED ? to(state(OPENED, num(a, 0), pts(s))) : no("st"));
    add("replace", (s, a, w) -> new Evaluation.Accepted(opened(num(a, 0)), List.of(), balance(s)));
    add(
        "shift",
        Account::shift,
        new Shift(
            a -> new long[] {num(a, 0), num(a, 1)},
            a -> new long[] {num(a, 2), num(a, 3), num(a, 4), num(a, 5)}));
    add("peek", (s, a, w) -> new Evaluation.Accepted(s, List.of(), balance(s)));
    add("pay", (s, a, w) -> with(withdraw(s, a, w), new Call(id(a, 1), act("deposit"), first(a))));
    add("paySeeing", Account::paySeeing);
    add(
        "route",
        (s, a, w) ->
            with(
                to(s),
                new Call(id(a, balance(s) >= num(a, 2) ? 0 : 1), act("deposit"), List.of(1L))));
    add("faulty", (s, a, w) -> to(state(OPENED, 1 / (balance(s) - num(a, 0)), 0)));
  }

  private static final long MIN = Long.MIN_VALUE;
  private static final long MAX = Long.MAX_VALUE;
  private static final long[] NONE = {MIN, MAX, MIN, MAX};

  /** An action's rule. */
  interface Rule {
    Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);
  }

  public static ActorState state(int stage, long balance, long points) {
    return new ActorState(stage, new Object[] {balance, points});
  }

  public static ActorState opened(long balance) {
    return state(OPENED, balance, 0);
  }

  public static long balance(ActorState state) {
    return state.field(BALANCE) instanceof Long l ? l : 0;
  }

  static long pts(ActorState state) {
    return state.field(POINTS) instanceof Long l ? l : 0;
  }

  public static Call call(ActorId target, String action, Object... arguments) {
    return new Call(target, act(action), List.of(arguments));
  }

  public static ActorId id(String key) {
    return new ActorId("Account", key);
  }

  private static Action act(String name) {
    Action found = TYPE.action(name);
    if (found == null) {
      throw new IllegalArgumentException(name);
    }
    return found;
  }

  private static List<Object> first(List<Object> arguments) {
    return List.of(arguments.getFirst());
  }

  private static ActorId id(List<Object> arguments, int index) {
    return (ActorId) arguments.get(index);
  }

  static long num(List<Object> arguments, int index) {
    return ((Number) arguments.get(index)).longValue();
  }

  private static Evaluation to(ActorState next) {
    return new Evaluation.Accepted(next, List.of(), null);
  }

  private static Evaluation no(String code) {
    return new Evaluation.Refused(Refusal.of(code, code));
  }

  private static Evaluation with(Evaluation evaluation, Call partner) {
    return evaluation instanceof Evaluation.Accepted accepted
        ? new Evaluation.Accepted(accepted.next(), List.of(partner), null)
        : evaluation;
  }

  private static ActorState closed(ActorState s) {
    return state(CLOSED, balance(s), pts(s));
  }

  private static Evaluation opened(ActorState s, long plus, long percent) {
    return s.stage() == OPENED
        ? to(state(OPENED, balance(s) * percent / 100 + plus, pts(s)))
        : no("state");
  }

  private static Evaluation deposit(ActorState s, List<Object> a, Surroundings w) {
    return opened(s, num(a, 0), 100);
  }

  private static Evaluation withdraw(ActorState s, List<Object> a, Surroundings w) {
    if (balance(s) - num(a, 0) < 0) {
      return new Evaluation.Refused(
          Refusal.of("balance", balance(s) + " is less than " + num(a, 0)));
    }
    return opened(s, -num(a, 0), 100);
  }

  private static Evaluation shift(ActorState s, List<Object> a, Surroundings w) {
    boolean fits =
        s.stage() == OPENED
            && balance(s) >= num(a, 2)
            && balance(s) <= num(a, 3)
            && pts(s) >= num(a, 4)
            && pts(s) <= num(a, 5);
    return fits ? to(state(OPENED, balance(s) + num(a, 0), pts(s) + num(a, 1))) : no("bounds");
  }

  /** Withdraws if another account has at least as much. */
  private static Evaluation paySeeing(ActorState s, List<Object> a, Surroundings w) {
    Object seen = w.observe(id(a, 1), new Observation.OfField(BALANCE));
    return seen instanceof Long rich && rich >= num(a, 0) ? withdraw(s, a, w) : no("poor");
  }

  private void add(String name, Rule rule) {
    actions.add(new TestAction(name, actions.size(), rule, null));
  }

  private void add(String name, Rule rule, LinearForm linear) {
    actions.add(new TestAction(name, actions.size(), rule, linear));
  }

  private record TestAction(String name, int index, Rule rule, @Nullable LinearForm linear)
      implements Action {
    @Override
    public ActorType type() {
      return TYPE;
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return rule.evaluate(state, arguments, around);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return switch (rule.evaluate(state, arguments, around)) {
        case Evaluation.Accepted accepted -> accepted.next();
        case Evaluation.Refused refused ->
            throw new AssertionError(name + arguments + " applied in " + state + ": " + refused);
      };
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Numbers from arguments. */
  interface Numbers {
    long[] of(List<Object> arguments);
  }

  /** Adds to both fields, in bounds given as lower, upper, lower, upper. */
  private record Shift(Numbers delta, Numbers bounds) implements LinearForm {
    @Override
    public @Nullable Bound bind(ActorState state, List<Object> arguments, Surroundings around) {
      if (state.stage() != OPENED) {
        return null;
      }
      long[] b = bounds.of(arguments);
      return new Bound(
          new int[] {BALANCE, POINTS},
          delta.of(arguments),
          new long[] {b[0], b[2]},
          new long[] {b[1], b[3]},
          List.of());
    }

    @Override
    public @Nullable Long value(ActorState state, int field) {
      return state.field(field) instanceof Long l && Math.abs(l) <= LIMIT ? l : null;
    }
  }

  @Override
  public String name() {
    return "Account";
  }

  @Override
  public List<String> stages() {
    return List.of("none", "opened", "closed");
  }

  @Override
  public List<Field> fields() {
    return FIELDS;
  }

  private static final List<Field> FIELDS =
      List.of(new Field("balance", "Integer"), new Field("points", "Integer"));

  @Override
  public List<Action> actions() {
    return actions;
  }

  @Override
  public @Nullable Action action(String name) {
    for (Action action : actions) {
      if (action.name().equals(name)) {
        return action;
      }
    }
    return null;
  }

  @Override
  public ActorState blank(String key) {
    return new ActorState(0, new Object[2]);
  }

  @Override
  public boolean finalized(ActorState state) {
    return state.stage() == CLOSED;
  }
}
