package tutti.lab.bank;

import java.util.List;
import tutti.engine.bank.PlainApplication;
import tutti.engine.bank.PlainType;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.rebel.form.RebelCodec;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/** The bench's bank in plain Java, right or with a leak, so that the audit can be seen to fail. */
final class PlainBank extends PlainApplication {
  private static final Money ZERO = Money.ofThousandths(Currency.EUR, 0);
  private static final List<String> STAGES = List.of("none", "there");
  private final Money leak;
  private final PlainType account = declare("Account", STAGES, new Field("balance", "Money"));
  private final PlainType transfer = declare("Transfer", STAGES, new Field("amount", "Money"));

  /**
   * @param leakedThousandths that every withdrawal takes too much
   */
  PlainBank(long leakedThousandths) {
    super("plain bank", new RebelCodec());
    leak = Money.ofThousandths(Currency.EUR, leakedThousandths);
    account.add("open", (s, a, w) -> s.stage() == 0 ? to(money(a)) : no("state"));
    account.add(
        "deposit", (s, a, w) -> s.stage() == 1 ? to(balance(s).plus(money(a))) : no("state"));
    account.add(
        "withdraw",
        (s, a, w) -> s.stage() == 1 ? to(balance(s).minus(money(a)).minus(leak)) : no("state"));
    transfer.add("book", (s, a, w) -> s.stage() == 0 ? book(a) : no("state"));
  }

  private static Money balance(ActorState state) {
    return state.field(0) instanceof Money money ? money : ZERO;
  }

  private static Money money(List<Object> arguments) {
    return (Money) arguments.getFirst();
  }

  private static Evaluation to(Money balance) {
    return balance.compareAmount(ZERO) < 0 ? no("precondition") : to(balance, List.of());
  }

  private static Evaluation to(Money money, List<Call> partners) {
    return new Evaluation.Accepted(new ActorState(1, new Object[] {money}), partners, null);
  }

  private Evaluation book(List<Object> args) {
    Money amount = money(args);
    return to(
        amount,
        List.of(
            account.call(((Iban) args.get(1)).text(), "withdraw", amount),
            account.call(((Iban) args.get(2)).text(), "deposit", amount)));
  }
}
