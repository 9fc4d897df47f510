package tutti.engine.bank;

import java.util.List;
import java.util.function.Consumer;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Observation;
import tutti.model.Surroundings;

/**
 * A bank in plain Java for tests of the engine: accounts with a balance, transfers that sync two of
 * them, and events that read and forbid. Values are longs and strings.
 */
public final class TestBank extends PlainApplication {
  public static final int OPENED = 1;
  private static final Observation OPEN = new Observation.InStages(1L << OPENED);
  private static final Observation BALANCE = new Observation.OfField(0);

  private final PlainType account =
      declare("Account", List.of("none", "opened", "closed"), new Field("balance", "Long"));
  private final PlainType transfer =
      declare("Transfer", List.of("none", "booked"), new Field("amount", "Long"));

  /** Is given the arguments of each deposit, whenever that is evaluated; may throw. */
  private volatile Consumer<List<Object>> beforeDeposit = arguments -> {};

  /** Sets what is given the arguments of each deposit, whenever that is evaluated; it may throw. */
  public void beforeDeposit(Consumer<List<Object>> listener) {
    beforeDeposit = listener;
  }

  public TestBank() {
    super("test bank", PlainCodec.INSTANCE);
    account.add("open", (s, a, w) -> at(s, 0, () -> to(OPENED, num(a, 0))));
    account.add(
        "deposit",
        (s, a, w) ->
            at(
                s,
                OPENED,
                () -> {
                  beforeDeposit.accept(a);
                  return a.isEmpty() ? no("empty") : to(OPENED, balance(s) + num(a, 0));
                }));
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
    return this.account.call(account, event, arguments);
  }

  public Call transfer(String key, String event, Object... arguments) {
    return transfer.call(key, event, arguments);
  }

  private static Evaluation at(
      ActorState state, int stage, java.util.function.Supplier<Evaluation> then) {
    if (state.stage() == stage) {
      return then.get();
    }
    return state.stage() == 0 ? no("no-such-instance") : no("state");
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
}
