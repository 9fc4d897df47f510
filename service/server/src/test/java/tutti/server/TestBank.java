package tutti.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Refusal;
import tutti.model.Surroundings;
import tutti.model.ValueCodec;
import tutti.rebel.form.RebelCodec;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;
import tutti.rebel.value.Type;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/** A small application by hand: accounts, transfers between them, and odd values. */
final class TestBank implements Application {
  static final String A = "NL91ABNA0417164300";
  static final String B = "NL02ABNA0123456789";

  private final List<Kind> kinds = List.of(new Kind("Account"), new Kind("Odd"));
  private final RebelCodec codec = new RebelCodec();

  private interface Body {
    Evaluation evaluate(ActorState state, List<Object> arguments);
  }

  private static final class Kind implements ActorType {
    private final String name;
    private final List<Action> actions = new ArrayList<>();

    Kind(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> stages() {
      return List.of("init", "opened", "closed");
    }

    @Override
    public List<Field> fields() {
      return name.equals("Account")
          ? List.of(new Field("iban", "IBAN"), new Field("balance", "Money"))
          : List.of(new Field("name", "String"), new Field("count", "Integer"));
    }

    @Override
    public List<Action> actions() {
      return actions;
    }

    @Override
    public Action action(String wanted) {
      return actions.stream().filter(a -> a.name().equals(wanted)).findFirst().orElse(null);
    }

    @Override
    public ActorState blank(String key) {
      Type type = name.equals("Account") ? Type.Simple.IBAN : Type.Simple.STRING;
      return new ActorState(
          0,
          new Object[] {
            CanonicalKeys.parseKey(new Type.Reference(name, 0, () -> Optional.of(type)), key), null
          });
    }

    @Override
    public boolean finalized(ActorState state) {
      return state.stage() == 2;
    }

    void add(String action, Body body) {
      int index = actions.size();
      actions.add(new Step(this, action, index, body));
    }
  }

  private record Step(ActorType type, String name, int index, Body body) implements Action {
    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return body.evaluate(state, arguments);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return ((Evaluation.Accepted) body.evaluate(state, arguments)).next();
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  private record Precondition(String message, Map<String, String> values) implements Refusal {
    @Override
    public String code() {
      return "precondition";
    }

    @Override
    public String documentation() {
      return "The balance must cover the amount.";
    }

    @Override
    public String rule() {
      return "this.balance >= amount";
    }
  }

  TestBank() {
    Kind account = kinds.get(0);
    account.add(
        "open",
        (state, arguments) ->
            state.stage() != 0
                ? refuse("state", "Account already exists")
                : move(state, 1, arguments.get(0)));
    account.add("deposit", (state, arguments) -> change(state, (Money) arguments.get(0), true));
    account.add("withdraw", (state, arguments) -> change(state, (Money) arguments.get(0), false));
    account.add("transfer", this::transfer);
    account.add("close", (state, arguments) -> in(state, move(state, 2, state.field(1))));
    account.add(
        "balance", (state, arguments) -> new Evaluation.Accepted(state, List.of(), state.field(1)));
    Kind odd = kinds.get(1);
    odd.add("make", (state, arguments) -> move(state, 1, arguments.get(3)));
  }

  private static Evaluation refuse(String code, String message) {
    return new Evaluation.Refused(Refusal.of(code, message));
  }

  private static Evaluation move(ActorState state, int stage, Object second) {
    return new Evaluation.Accepted(
        new ActorState(stage, new Object[] {state.field(0), second}), List.of(), null);
  }

  private static Evaluation in(ActorState state, Evaluation then) {
    return switch (state.stage()) {
      case 0 ->
          refuse("no-such-instance", "there is no Account " + CanonicalKeys.text(state.field(0)));
      case 1 -> then;
      default -> refuse("state", "the account is closed");
    };
  }

  private static Evaluation change(ActorState state, Money amount, boolean up) {
    if (state.stage() != 1) {
      return in(state, refuse("state", ""));
    }
    Money old = (Money) state.field(1);
    Money now = up ? old.plus(amount) : old.minus(amount);
    return now.compareTo(Money.parse("EUR 0.00")) < 0
        ? new Evaluation.Refused(
            new Precondition(
                "the balance EUR is too low",
                Map.of("this.balance", old.toString(), "amount", amount.toString())))
        : move(state, 1, now);
  }

  private Evaluation transfer(ActorState state, List<Object> arguments) {
    return switch (change(state, (Money) arguments.get(1), false)) {
      case Evaluation.Accepted accepted ->
          new Evaluation.Accepted(
              accepted.next(),
              List.of(
                  new Call(
                      new ActorId("Account", CanonicalKeys.text((Iban) arguments.get(0))),
                      type("Account").action("deposit"),
                      List.of(arguments.get(1)))),
              null);
      case Evaluation.Refused refused -> refused;
    };
  }

  /** The description of this application for the service. */
  Catalog catalog() {
    Kind account = kinds.get(0);
    ParameterEntry amount = new ParameterEntry("amount", Type.Simple.MONEY);
    List<EventEntry> events =
        List.of(
            entry(
                account,
                "open",
                true,
                new ParameterEntry(
                    "initial", Type.Simple.MONEY, Optional.of(Money.parse("EUR 0.00")))),
            entry(account, "deposit", false, amount),
            entry(account, "withdraw", false, amount),
            entry(
                account,
                "transfer",
                false,
                new ParameterEntry(
                    "to", new Type.Reference("Account", 0, () -> Optional.of(Type.Simple.IBAN))),
                amount),
            entry(account, "close", false),
            entry(account, "balance", false));
    Kind odd = kinds.get(1);
    EventEntry make =
        entry(
            odd,
            "make",
            true,
            new ParameterEntry("flag", Type.Simple.BOOLEAN),
            new ParameterEntry("names", new Type.SetOf(Type.Simple.STRING)),
            new ParameterEntry("map", new Type.MapOf(Type.Simple.STRING, Type.Simple.INTEGER)),
            new ParameterEntry("count", Type.Simple.INTEGER),
            new ParameterEntry("at", Type.Simple.DATE_TIME),
            new ParameterEntry("rate", Type.Simple.PERCENTAGE));
    return new Catalog(
        "Test bank",
        List.of(
            new SpecificationEntry(
                account,
                "A bank account.",
                Optional.of(Type.Simple.IBAN),
                List.of(
                    new FieldEntry("iban", Type.Simple.IBAN, "", true),
                    new FieldEntry("balance", Type.Simple.MONEY, "What is on it.", false)),
                events),
            new SpecificationEntry(
                odd,
                "",
                Optional.of(Type.Simple.STRING),
                List.of(
                    new FieldEntry("name", Type.Simple.STRING, "", true),
                    new FieldEntry("count", Type.Simple.INTEGER, "", false)),
                List.of(make))),
        true);
  }

  private static EventEntry entry(
      Kind kind, String name, boolean creates, ParameterEntry... parameters) {
    return new EventEntry(
        kind.action(name),
        false,
        "Does " + name + ".",
        List.of(parameters),
        creates ? List.of() : List.of("opened"),
        creates,
        List.of());
  }

  @Override
  public List<ActorType> types() {
    return List.copyOf(kinds);
  }

  @Override
  public ActorType type(String name) {
    return kinds.stream().filter(k -> k.name().equals(name)).findFirst().orElse(null);
  }

  @Override
  public ValueCodec codec() {
    return codec;
  }

  @Override
  public byte[] source() {
    return "test".getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Application reload(byte[] source) {
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, state) -> state);
  }
}
