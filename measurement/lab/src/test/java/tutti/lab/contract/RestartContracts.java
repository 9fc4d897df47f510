package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.Contract.Needs.A_DISK;
import static tutti.lab.contract.RunningCell.keyed;

import java.util.List;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.Bank;
import tutti.lab.contract.Ledger.Book;

/** The contracts that hold after all nodes have ended and begun again. */
final class RestartContracts {
  private RestartContracts() {}

  static final List<Contract> ALL =
      List.of(
          new Contract("what happened is there after a restart", A_DISK, RestartContracts::there));

  private static void there(RunningCell it) throws Exception {
    int from = it.account(100);
    int to = it.account(0);
    TransactionRequest transfer =
        keyed(it.bank.book(it.number(), Bank.iban(from), Bank.iban(to), 40), "restart", 1);
    Outcome first = it.run(transfer);
    assertThat(it.run(it.bank.book(it.number(), Bank.iban(from), Bank.iban(to), 61)))
        .isInstanceOf(Outcome.Aborted.class);
    String book = it.book(9);
    it.restart();
    assertThat(first).isInstanceOf(Outcome.Committed.class);
    assertThat(it.run(transfer)).as("as it was told before").isEqualTo(first);
    assertThat(it.cents(from)).isEqualTo(60);
    assertThat(it.cents(to)).isEqualTo(40);
    assertThat(it.cash(book)).isEqualTo(9);
    assertThat(it.run(Book.class, book, new Book.Add("cash", 1)))
        .isInstanceOf(Outcome.Committed.class);
    assertThat(it.cash(book)).isEqualTo(10);
  }
}
