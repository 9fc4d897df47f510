package tutti.lab.bank;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
import tutti.rebel.value.Currency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;
import tutti.rebel.value.RebelCodec;

/** The bench's bank in plain Java, right or with a leak, so that the audit can be seen to fail. */
final class PlainBank implements Application {
  private static final Money ZERO = Money.ofThousandths(Currency.EUR, 0);
  private final Money leak;
  private final Type account = new Type("Account", "balance");
  private final Type transfer = new Type("Transfer", "amount");

  /**
   * @param leakedThousandths that every withdrawal takes too much
   */
  PlainBank(long leakedThousandths) {
    leak = Money.ofThousandths(Currency.EUR, leakedThousandths);
    account.add("open", 0, args -> state -> to((Money) args.get(0)));
    account.add("deposit", 1, args -> state -> to(balance(state).plus((Money) args.get(0))));
    account.add(
        "withdraw", 1, args -> state -> to(balance(state).minus((Money) args.get(0)).minus(leak)));
    transfer.add("book", 0, args -> state -> book(args));
  }

  private static Money balance(ActorState state) {
    return state.field(0) instanceof Money money ? money : ZERO;
  }

  private Evaluation to(Money balance) {
    return balance.compareAmount(ZERO) < 0
        ? new Evaluation.Refused(Refusal.of("precondition", "not enough"))
        : new Evaluation.Accepted(new ActorState(1, new Object[] {balance}), List.of(), null);
  }

  private Evaluation book(List<Object> args) {
    return new Evaluation.Accepted(
        new ActorState(1, new Object[] {args.get(0)}),
        List.of(
            call(args.get(1), "withdraw", args.get(0)), call(args.get(2), "deposit", args.get(0))),
        null);
  }

  private Call call(Object iban, String event, Object amount) {
    Action action = account.action(event);
    if (action == null) {
      throw new IllegalArgumentException(event);
    }
    return new Call(new ActorId("Account", ((Iban) iban).text()), action, List.of(amount));
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
    return new RebelCodec();
  }

  @Override
  public byte[] source() {
    return BigInteger.ONE.toByteArray();
  }

  @Override
  public Application reload(byte[] source) {
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, old) -> old);
  }

  private static final class Type implements ActorType {
    private final String name;
    private final String field;
    private final List<Action> actions = new ArrayList<>();

    Type(String name, String field) {
      this.name = name;
      this.field = field;
    }

    void add(String event, int from, Function<List<Object>, Function<ActorState, Evaluation>> f) {
      actions.add(new Plain(event, this, actions.size(), from, f));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> stages() {
      return List.of("none", "there");
    }

    @Override
    public List<Field> fields() {
      return List.of(new Field(field, "Money"));
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
      return new ActorState(0, new Object[1]);
    }

    @Override
    public boolean finalized(ActorState state) {
      return false;
    }
  }

  private record Plain(
      String name,
      ActorType type,
      int index,
      int from,
      Function<List<Object>, Function<ActorState, Evaluation>> effect)
      implements Action {
    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return state.stage() == from
          ? effect.apply(arguments).apply(state)
          : new Evaluation.Refused(Refusal.of("state", "not now"));
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return ((Evaluation.Accepted) evaluate(state, arguments, around)).next();
    }
  }
}
