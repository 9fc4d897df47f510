package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.Contract.Needs.NOTHING;
import static tutti.lab.contract.RunningCell.keyed;
import static tutti.lab.contract.RunningCell.reason;

import java.util.List;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.Bank;
import tutti.lab.contract.Ledger.Book;
import tutti.lab.contract.Ledger.Desk;

/** The contracts of procedures in Java, and of them together with Rebel's events. */
final class ProcedureContracts {
  private static final long SOON_NANOS = 60_000_000;

  private ProcedureContracts() {}

  static final List<Contract> ALL =
      List.of(
          new Contract("calls happen on all actors or on none", NOTHING, ProcedureContracts::calls),
          new Contract(
              "an abort that is caught aborts all the same",
              NOTHING,
              ProcedureContracts::swallowed),
          new Contract(
              "a Rebel account and a book in Java change together",
              NOTHING,
              ProcedureContracts::together),
          new Contract(
              "a deadline ends what does not end, and leaves nothing",
              NOTHING,
              ProcedureContracts::deadline),
          new Contract(
              "a key makes a procedure run once", NOTHING, ProcedureContracts::idempotency));

  private static void calls(RunningCell it) throws Exception {
    String from = it.book(100);
    String to = it.book(5);
    assertThat(it.value(Desk.class, "d", new Desk.Move(from, to, 30))).isEqualTo(70L);
    long before = it.retries();
    Reason reason = reason(it.run(Desk.class, "d", new Desk.Move(from, to, 71)));
    assertThat(reason).isInstanceOf(Reason.Refused.class);
    assertThat(reason.code()).isEqualTo("too-little");
    assertThat(reason.message()).isEqualTo(from + " has 70");
    assertThat(it.cash(from)).isEqualTo(70);
    assertThat(it.cash(to)).isEqualTo(35);
    if (!it.answersBeforeLocksAreFree()) {
      assertThat(it.retries()).as("a refusal is not tried again").isEqualTo(before);
    }
  }

  private static void swallowed(RunningCell it) throws Exception {
    String book = it.book(1);
    assertThat(it.value(Desk.class, "swallow", new Desk.Swallow(book))).isEqualTo("too-little");
    assertThat(it.cash(book)).isEqualTo(1);
  }

  private static void together(RunningCell it) throws Exception {
    int account = it.account(50);
    String book = it.book(1);
    String iban = Bank.iban(account).text();
    assertThat(it.value(Desk.class, "d", new Desk.Pay(iban, book, 20))).isEqualTo(1L);
    assertThat(reason(it.run(Desk.class, "d", new Desk.Pay(iban, book, 31))))
        .isInstanceOf(Reason.Refused.class);
    assertThat(it.cents(account)).isEqualTo(30);
    assertThat(it.cash(book)).isEqualTo(21);
    // In one request, too.
    TransactionRequest deposit = it.bank.deposit(Bank.iban(account), 3);
    TransactionRequest both =
        new TransactionRequest(
            List.of(
                deposit.calls().getFirst(), it.call(Book.class, book, new Book.Add("cash", -22))),
            null,
            deposit.timeoutNanos());
    assertThat(reason(it.run(both)).code()).isEqualTo("too-little");
    assertThat(it.cents(account)).isEqualTo(30);
  }

  private static void deadline(RunningCell it) throws Exception {
    String book = it.book(4);
    TransactionRequest endless =
        new TransactionRequest(
            List.of(it.call(Book.class, book, new Book.Endless())), null, SOON_NANOS);
    Outcome late = it.run(endless);
    // On a busy machine the node that passed the request on gives up first, and the client repeats.
    for (int i = 0; i < 20 && late instanceof Outcome.InDoubt; i++) {
      late = it.run(endless);
    }
    assertThat(reason(late)).isInstanceOf(Reason.Deadline.class);
    assertThat(it.value(Book.class, book, new Book.Sum())).isEqualTo(4L);
    assertThat(it.value(Book.class, book, new Book.Add("endless", 1))).isEqualTo(0L);
  }

  private static void idempotency(RunningCell it) throws Exception {
    String book = it.book(0);
    TransactionRequest add =
        new TransactionRequest(
            List.of(it.call(Book.class, book, new Book.Add("cash", 7))),
            null,
            RunningCell.TIMEOUT_NANOS);
    String key = "key" + it.number();
    Outcome first = it.run(keyed(add, key, 1));
    assertThat(RunningCell.value(first)).isEqualTo(0L);
    assertThat(it.run(keyed(add, key, 1))).isEqualTo(first);
    assertThat(it.cash(book)).isEqualTo(7);
  }
}
