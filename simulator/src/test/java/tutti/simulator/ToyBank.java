package tutti.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
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
 * A bank in plain Java for tests of the simulation: accounts, transfers that sync two of them, and
 * notes whose actions do not commute, look at other notes, and forbid others' actions.
 */
final class ToyBank implements Application, SimulatedApplication {
  private static final int OPEN = 1;
  private static final long OPENING = 100;
  private static final Observation IS_OPEN = new Observation.InStages(1L << OPEN);

  private final Type account = new Type("Account");
  private final Type transfer = new Type("Transfer");
  private final Type note = new Type("Note");

  ToyBank() {
    account.add("open", (s, a, w) -> in(s, 0, () -> to(num(a, 0))));
    account.add("deposit", (s, a, w) -> in(s, OPEN, () -> to(value(s) + num(a, 0))));
    account.add(
        "withdraw",
        (s, a, w) ->
            in(s, OPEN, () -> value(s) < num(a, 0) ? no("short") : to(value(s) - num(a, 0))));
    // What the partner gets depends on the state.
    account.add(
        "drain",
        (s, a, w) -> in(s, OPEN, () -> to(0, call(account, key(a, 0), "deposit", value(s)))));
    transfer.add("book", (s, a, w) -> in(s, 0, () -> book(a, w)));
    note.add("open", (s, a, w) -> in(s, 0, () -> to(num(a, 0))));
    note.add("add", (s, a, w) -> in(s, OPEN, () -> to(value(s) + num(a, 0))));
    note.add("double", (s, a, w) -> in(s, OPEN, () -> to(value(s) * 2 % 1_000_003)));
    note.add("copy", (s, a, w) -> in(s, OPEN, () -> copy(a, w)));
    note.add("unless", (s, a, w) -> in(s, OPEN, () -> unless(s, a)));
    note.add("below", (s, a, w) -> in(s, OPEN, () -> value(s) < num(a, 0) ? to(0) : no("above")));
  }

  private Evaluation book(List<Object> a, Surroundings w) {
    for (int i = 1; i <= 2; i++) {
      if (!Boolean.TRUE.equals(w.observe(new ActorId("Account", key(a, i)), IS_OPEN))) {
        return no("not-open");
      }
    }
    return to(
        num(a, 0),
        call(account, key(a, 1), "withdraw", num(a, 0)),
        call(account, key(a, 2), "deposit", num(a, 0)));
  }

  private static Evaluation copy(List<Object> a, Surroundings w) {
    Object other = w.observe(new ActorId("Note", key(a, 0)), new Observation.OfField(0));
    return other instanceof Long number ? to(number + 1) : no("unset");
  }

  private Evaluation unless(ActorState s, List<Object> a) {
    Call below = call(note, key(a, 0), "below", num(a, 1));
    return to(value(s) + 1, new Call(below.target(), below.action(), below.arguments(), true));
  }

  private static Call call(Type type, String key, String action, Object... arguments) {
    return new Call(new ActorId(type.name(), key), type.action(action), List.of(arguments));
  }

  private static Evaluation in(ActorState state, int stage, Supplier<Evaluation> then) {
    return state.stage() == stage ? then.get() : no("state");
  }

  private static Evaluation no(String code) {
    return new Evaluation.Refused(Refusal.of(code, "refused: " + code));
  }

  private static Evaluation to(long value, Call... partners) {
    return new Evaluation.Accepted(
        new ActorState(OPEN, new Object[] {value}), List.of(partners), value);
  }

  private static long value(ActorState state) {
    return state.field(0) instanceof Long number ? number : 0;
  }

  private static long num(List<Object> arguments, int index) {
    return (Long) arguments.get(index);
  }

  private static String key(List<Object> arguments, int index) {
    return (String) arguments.get(index);
  }

  @Override
  public Application application() {
    return this;
  }

  @Override
  public String name() {
    return "toy bank";
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Clients(2 + random.nextInt(3));
  }

  private final class Clients implements Scenario {
    private final int size;
    private int transfers;

    Clients(int size) {
      this.size = size;
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        opening.add(
            List.of(call(account, "a" + i, "open", OPENING), call(note, "n" + i, "open", 0L)));
      }
      return opening;
    }

    private String account(RandomGenerator random) {
      return "a" + random.nextInt(size);
    }

    private String note(RandomGenerator random) {
      return "n" + random.nextInt(size);
    }

    @Override
    public List<Call> request(RandomGenerator random) {
      long amount = 1 + random.nextInt(60);
      return switch (random.nextInt(14)) {
        case 0 -> List.of(call(note, note(random), "add", amount));
        case 1 -> List.of(call(note, note(random), "double"));
        case 2, 6 -> List.of(call(note, note(random), "copy", note(random)));
        case 3, 7 -> List.of(call(note, note(random), "unless", note(random), amount * 3));
        case 4 -> List.of(call(account, account(random), "drain", account(random)));
        case 5 -> {
          String from = account(random);
          String to = account(random);
          yield from.equals(to)
              ? List.of(call(note, note(random), "add", 1L))
              : List.of(
                  call(account, from, "withdraw", amount), call(account, to, "deposit", amount));
        }
        default ->
            List.of(
                call(
                    transfer, "t" + transfers++, "book", amount, account(random), account(random)));
      };
    }

    @Override
    public ActorId target(RandomGenerator random) {
      return switch (random.nextInt(3)) {
        case 0 -> new ActorId("Note", note(random));
        case 1 -> new ActorId("Transfer", "t" + random.nextInt(transfers + 1));
        default -> new ActorId("Account", account(random));
      };
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      List<String> violations = new ArrayList<>();
      long sum = 0;
      for (var each : states.entrySet()) {
        if (each.getKey().type().equals("Account")) {
          sum += value(each.getValue());
          if (value(each.getValue()) < 0) {
            violations.add(each.getKey() + " has " + value(each.getValue()));
          }
        }
      }
      if (sum != size * OPENING) {
        violations.add("there is " + sum + " in all accounts, of " + size * OPENING);
      }
      return violations;
    }
  }

  @Override
  public List<ActorType> types() {
    return List.of(account, transfer, note);
  }

  @Override
  public @Nullable ActorType type(String name) {
    return types().stream().filter(type -> type.name().equals(name)).findFirst().orElse(null);
  }

  @Override
  public ValueCodec codec() {
    return Codec.INSTANCE;
  }

  @Override
  public byte[] source() {
    return name().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Application reload(byte[] source) {
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, old) -> old);
  }

  interface Rule {
    Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);
  }

  private static final class Type implements ActorType {
    private final String name;
    private final List<Action> actions = new ArrayList<>();

    Type(String name) {
      this.name = name;
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
      return List.of("none", "open");
    }

    @Override
    public List<Field> fields() {
      return List.of(new Field("value", "Long"));
    }

    @Override
    public List<Action> actions() {
      return actions;
    }

    @Override
    public Action action(String wanted) {
      return actions.stream().filter(a -> a.name().equals(wanted)).findFirst().orElseThrow();
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

  private record Event(String name, ActorType type, int index, Rule rule) implements Action {
    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return rule.evaluate(state, arguments, around);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return evaluate(state, arguments, around) instanceof Evaluation.Accepted accepted
          ? accepted.next()
          : state;
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
