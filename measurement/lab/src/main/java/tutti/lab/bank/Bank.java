package tutti.lab.bank;

import java.util.List;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/**
 * The bench's bank: requests to an application that has {@code Account} and {@code Transfer} as the
 * bundled specification has them, and the meaning of its states. Thread-safe.
 */
public final class Bank {
  private static final long TIMEOUT_NANOS = 30_000_000_000L;
  private static final int CENT = 10;

  private final Application application;
  private final ActorType account;
  private final ActorType transfer;
  private final Action open;
  private final Action deposit;
  private final Action book;
  private final int balance;

  /**
   * @throws IllegalArgumentException if the application is no such bank
   */
  public Bank(Application application) {
    this.application = application;
    account = type(application, "Account");
    transfer = type(application, "Transfer");
    open = action(account, "open");
    deposit = action(account, "deposit");
    book = action(transfer, "book");
    balance = field(account, "balance");
  }

  public Application application() {
    return application;
  }

  /** Returns the account of that number, from 0. */
  public static Iban iban(long number) {
    String digits = Long.toString(10_000_000_000L + number);
    return Iban.of("NL", "TUTT" + digits.substring(digits.length() - 10));
  }

  public ActorId account(Iban iban) {
    return new ActorId(account.name(), iban.text());
  }

  public ActorId transfer(long id) {
    return new ActorId(transfer.name(), Long.toString(id));
  }

  public TransactionRequest open(Iban iban, long cents) {
    return request(new Call(account(iban), open, List.of(euros(cents))));
  }

  public TransactionRequest deposit(Iban iban, long cents) {
    return request(new Call(account(iban), deposit, List.of(euros(cents))));
  }

  public TransactionRequest book(long id, Iban from, Iban to, long cents) {
    return request(new Call(transfer(id), book, List.of(euros(cents), from, to)));
  }

  /**
   * Returns the balance of an account, in thousandths.
   *
   * @throws IllegalStateException if the state has no balance
   */
  public long thousandths(ActorState state) {
    if (state.field(balance) instanceof Money money && money.isSmall()) {
      return money.smallThousandths();
    }
    throw new IllegalStateException("an account without a balance: " + state);
  }

  /** Returns cents as thousandths, the unit of {@link #thousandths}. */
  public static long thousandthsOf(long cents) {
    return Math.multiplyExact(cents, CENT);
  }

  static Money euros(long cents) {
    return Money.ofThousandths(Currency.EUR, cents * CENT);
  }

  private static TransactionRequest request(Call call) {
    return new TransactionRequest(List.of(call), null, TIMEOUT_NANOS);
  }

  private static ActorType type(Application application, String name) {
    ActorType type = application.type(name);
    if (type == null) {
      throw new IllegalArgumentException("the application has no specification " + name);
    }
    return type;
  }

  private static Action action(ActorType type, String name) {
    Action action = type.action(name);
    if (action == null) {
      throw new IllegalArgumentException(type.name() + " has no event " + name);
    }
    return action;
  }

  private static int field(ActorType type, String name) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(type.name() + " has no field " + name);
  }
}
