package tutti.engine.bank;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.MalformedData;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.Surroundings;
import tutti.model.ValueCodec;

/**
 * A bank in plain Java for tests of the engine: accounts with a balance, transfers that sync two of
 * them, and events that read and forbid. Values are longs and strings.
 */
public final class TestBank implements Application {
  public static final int OPENED = 1;
  private static final Observation OPEN = new Observation.InStages(1L << OPENED);
  private static final Observation BALANCE = new Observation.OfField(0);

  private final Type account = new Type("Account", List.of("none", "opened", "closed"), "balance");
  private final Type transfer = new Type("Transfer", List.of("none", "booked"), "amount");

  public TestBank() {
    account.add("open", (s, a, w) -> at(s, 0, () -> to(OPENED, num(a, 0))));
    account.add(
        "deposit",
        (s, a, w) ->
            at(s, OPENED, () -> a.isEmpty() ? no("empty") : to(OPENED, balance(s) + num(a, 0))));
    account.add(
        "withdraw",
        (s, a, w) ->
            at(
                s,
                OPENED,
                () ->
                    balance(s) < num(a, 0)
                        ? no("insufficient")
                        : to(OPENED, balance(s) - num(a, 0))));
    account.add("interest", (s, a, w) -> at(s, OPENED, () -> to(OPENED, balance(s) * num(a, 0))));
    account.add(
        "close", (s, a, w) -> at(s, OPENED, () -> balance(s) == 0 ? to(2, 0) : no("balance-left")));
    account.add("drain", (s, a, w) -> at(s, OPENED, () -> drain(s, a)));
    account.add("match", (s, a, w) -> at(s, OPENED, () -> match(a, w)));
    account.add("unless", (s, a, w) -> at(s, OPENED, () -> unless(s, a)));
    transfer.add("book", (s, a, w) -> at(s, 0, () -> book(a, w)));
    transfer.add(
        "chain", (s, a, w) -> at(s, 0, () -> with(to(1, 0), call(key(a, 0), "drain", key(a, 1)))));
  }

  /** Transfer.book(amount, from, to): both accounts must be open; withdraws and deposits. */
  private Evaluation book(List<Object> a, Surroundings w) {
    for (int i = 1; i <= 2; i++) {
      if (!Boolean.TRUE.equals(w.observe(new ActorId("Account", key(a, i)), OPEN))) {
        return no("not-open");
      }
    }
    return with(
        to(1, num(a, 0)),
        call(key(a, 1), "withdraw", num(a, 0)),
        call(key(a, 2), "deposit", num(a, 0)));
  }

  /**
   * Account.drain(to): all of the balance goes to another account; the partner depends on state.
   */
  private Evaluation drain(ActorState s, List<Object> a) {
    return with(to(OPENED, 0), call(key(a, 0), "deposit", balance(s)));
  }

  /** Account.match(other): the balance becomes what the other's was before the transaction. */
  private static Evaluation match(List<Object> a, Surroundings w) {
    Object other = w.observe(new ActorId("Account", key(a, 0)), BALANCE);
    return other instanceof Long value ? to(OPENED, value) : no("unset");
  }

  /** Account.unless(other, amount): adds it, unless the other could withdraw as much. */
  private Evaluation unless(ActorState s, List<Object> a) {
    Call forbidden = call(key(a, 0), "withdraw", num(a, 1));
    Call negated = new Call(forbidden.target(), forbidden.action(), forbidden.arguments(), true);
    return new Evaluation.Accepted(state(OPENED, balance(s) + num(a, 1)), List.of(negated), null);
  }

  public Call call(String account, String event, Object... arguments) {
    return new Call(
        new ActorId("Account", account), action(this.account, event), List.of(arguments));
  }

  public Call transfer(String key, String event, Object... arguments) {
    return new Call(new ActorId("Transfer", key), action(transfer, event), List.of(arguments));
  }

  private static Action action(Type type, String name) {
    Action action = type.action(name);
    if (action == null) {
      throw new IllegalArgumentException(name);
    }
    return action;
  }

  private static Evaluation at(
      ActorState state, int stage, java.util.function.Supplier<Evaluation> then) {
    if (state.stage() == stage) {
      return then.get();
    }
    return state.stage() == 0 ? no("no-such-instance") : no("state");
  }

  private static Evaluation no(String code) {
    return new Evaluation.Refused(Refusal.of(code, "refused: " + code));
  }

  private static Evaluation to(int stage, long value) {
    return new Evaluation.Accepted(state(stage, value), List.of(), null);
  }

  private static Evaluation with(Evaluation accepted, Call... partners) {
    return new Evaluation.Accepted(
        ((Evaluation.Accepted) accepted).next(), List.of(partners), null);
  }

  public static ActorState state(int stage, long value) {
    return new ActorState(stage, new Object[] {value});
  }

  public static long balance(ActorState state) {
    return state.field(0) instanceof Long value ? value : 0;
  }

  private static long num(List<Object> arguments, int index) {
    return (Long) arguments.get(index);
  }

  private static String key(List<Object> arguments, int index) {
    return (String) arguments.get(index);
  }

  @Override
  public List<ActorType> types() {
    return List.of(account, transfer);
  }

  @Override
  public @Nullable ActorType type(String name) {
    return name.equals("Account") ? account : name.equals("Transfer") ? transfer : null;
  }

  @Override
  public ValueCodec codec() {
    return Codec.INSTANCE;
  }

  @Override
  public byte[] source() {
    return "test bank".getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Application reload(byte[] source) {
    if (!Arrays.equals(source, source())) {
      throw new MalformedData("not the test bank");
    }
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, old) -> old);
  }

  /** What an action does. */
  interface Rule {
    Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);
  }

  private static final class Type implements ActorType {
    private final String name;
    private final List<String> stages;
    private final List<Field> fields;
    private final List<Action> actions = new ArrayList<>();

    Type(String name, List<String> stages, String field) {
      this.name = name;
      this.stages = stages;
      this.fields = List.of(new Field(field, "Long"));
    }

    void add(String action, Rule rule) {
      actions.add(new Event(action, this, actions.size(), rule));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> stages() {
      return stages;
    }

    @Override
    public List<Field> fields() {
      return fields;
    }

    @Override
    public List<Action> actions() {
      return actions;
    }

    @Override
    public @Nullable Action action(String wanted) {
      return actions.stream().filter(a -> a.name().equals(wanted)).findFirst().orElse(null);
    }

    @Override
    public ActorState blank(String key) {
      if (key.isBlank()) {
        throw new IllegalArgumentException("a key is not blank");
      }
      return new ActorState(0, new Object[1]);
    }

    @Override
    public boolean finalized(ActorState state) {
      return state.stage() == 2;
    }
  }

  private record Event(String name, ActorType type, int index, Rule rule) implements Action {
    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return rule.evaluate(state, arguments, around);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return ((Evaluation.Accepted) evaluate(state, arguments, around)).next();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private enum Codec implements ValueCodec {
    INSTANCE;

    @Override
    public void encode(@Nullable Object value, Encoder out) {
      switch (value) {
        case null -> out.putByte(0);
        case Long number -> out.putByte(1).putSigned(number);
        case String text -> out.putByte(2).putString(text);
        case Boolean truth -> out.putByte(3).putBoolean(truth);
        default -> throw new IllegalArgumentException(value.toString());
      }
    }

    @Override
    public @Nullable Object decode(Decoder in) {
      int tag = in.getByte();
      return switch (tag) {
        case 0 -> null;
        case 1 -> in.getSigned();
        case 2 -> in.getString();
        case 3 -> in.getBoolean();
        default -> throw new MalformedData("tag " + tag);
      };
    }
  }
}
