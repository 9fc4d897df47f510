package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.Contract.Needs.NOTHING;
import static tutti.lab.contract.RunningCell.await;
import static tutti.lab.contract.RunningCell.keyed;
import static tutti.lab.contract.RunningCell.reason;
import static tutti.lab.contract.RunningCell.value;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.Bank;
import tutti.model.testing.Await;

/** The contracts of events of the Rebel bank, on any number of nodes. */
final class EventContracts {
  private static final int ACCOUNTS = 5;
  private static final int TRANSFERS = 60;
  private static final int REFUSALS = 5;

  private EventContracts() {}

  static final List<Contract> ALL =
      List.of(
          new Contract("a transfer happens on both accounts", NOTHING, EventContracts::both),
          new Contract("a refused transfer leaves nothing", NOTHING, EventContracts::refused),
          new Contract("a refusal is told at the first attempt", NOTHING, EventContracts::once),
          new Contract("of a request all calls happen or none", NOTHING, EventContracts::several),
          new Contract("a key makes a request happen once", NOTHING, EventContracts::idempotency),
          new Contract("a read sees what was acknowledged", NOTHING, EventContracts::acknowledged),
          new Contract("transfers at once conserve money", NOTHING, EventContracts::conserved));

  private static TransactionRequest book(RunningCell it, int from, int to, long cents) {
    TransactionRequest usual = it.bank.book(it.number(), Bank.iban(from), Bank.iban(to), cents);
    return new TransactionRequest(usual.calls(), null, RunningCell.TIMEOUT_NANOS);
  }

  private static void both(RunningCell it) throws Exception {
    int from = it.account(100);
    int to = it.account(5);
    assertThat(it.run(book(it, from, to, 30))).isInstanceOf(Outcome.Committed.class);
    assertThat(it.cents(from)).isEqualTo(70);
    assertThat(it.cents(to)).isEqualTo(35);
  }

  private static void refused(RunningCell it) throws Exception {
    int from = it.account(100);
    int to = it.account(5);
    Reason reason = reason(it.run(book(it, from, to, 101)));
    assertThat(reason).isInstanceOf(Reason.Refused.class);
    assertThat(reason.message()).contains("this.balance - amount >= EUR 0.00");
    assertThat(it.cents(from)).isEqualTo(100);
    assertThat(it.cents(to)).isEqualTo(5);
    assertThat(it.run(book(it, from, to, 100))).isInstanceOf(Outcome.Committed.class);
  }

  private static void once(RunningCell it) throws Exception {
    int from = it.account(1);
    int to = it.account(1);
    assertThat(it.cents(from) + it.cents(to)).isEqualTo(2);
    long before = it.retries();
    for (int i = 0; i < REFUSALS; i++) {
      assertThat(reason(it.run(book(it, from, to, 2))).retryable()).isFalse();
    }
    // What a refusal held may still be in the way of the next.
    long most = it.answersBeforeLocksAreFree() ? REFUSALS - 1 : 0;
    assertThat(it.retries() - before).isBetween(0L, most);
  }

  private static void several(RunningCell it) throws Exception {
    int one = it.account(10);
    int other = it.account(20);
    TransactionRequest deposit = it.bank.deposit(Bank.iban(one), 1);
    TransactionRequest again = it.bank.open(Bank.iban(other), 1);
    TransactionRequest more = it.bank.deposit(Bank.iban(other), 2);
    assertThat(it.run(together(deposit, again))).isInstanceOf(Outcome.Aborted.class);
    assertThat(it.cents(one)).isEqualTo(10);
    assertThat(it.run(together(deposit, more))).isInstanceOf(Outcome.Committed.class);
    assertThat(it.cents(one)).isEqualTo(11);
    assertThat(it.cents(other)).isEqualTo(22);
  }

  private static TransactionRequest together(TransactionRequest one, TransactionRequest other) {
    return new TransactionRequest(
        List.of(one.calls().getFirst(), other.calls().getFirst()), null, one.timeoutNanos());
  }

  private static void idempotency(RunningCell it) throws Exception {
    int account = it.account(0);
    TransactionRequest deposit = it.bank.deposit(Bank.iban(account), 7);
    String key = "key" + it.number();
    List<CompletableFuture<Outcome>> same = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      same.add(it.start(keyed(deposit, key, 1)));
    }
    Outcome first = await(same.getFirst());
    for (CompletableFuture<Outcome> each : same) {
      assertThat(await(each)).isEqualTo(first).isInstanceOf(Outcome.Committed.class);
    }
    assertThat(value(it.run(keyed(deposit, key, 2)))).isEqualTo("idempotency-key-reused");
    assertThat(it.cents(account)).isEqualTo(7);
  }

  private static void acknowledged(RunningCell it) throws Exception {
    int account = it.account(0);
    for (int i = 1; i <= 20; i++) {
      assertThat(it.run(it.bank.deposit(Bank.iban(account), 1)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(it.cents(account)).isEqualTo(i);
    }
  }

  private static void conserved(RunningCell it) throws Exception {
    List<Integer> accounts = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts.add(it.account(100));
    }
    List<CompletableFuture<Outcome>> running = new ArrayList<>();
    for (int i = 0; i < TRANSFERS; i++) {
      int from = accounts.get(i * 7 % ACCOUNTS);
      int to = accounts.get((i * 7 + 1 + i % 4) % ACCOUNTS);
      running.add(it.start(book(it, from, to, 1 + i % 40)));
    }
    int committed = 0;
    for (CompletableFuture<Outcome> each : running) {
      switch (await(each)) {
        case Outcome.Committed done -> committed++;
        case Outcome.Aborted(var id, var reason) ->
            assertThat(reason).as(reason.message()).isInstanceOf(Reason.Refused.class);
        case Outcome.InDoubt doubt -> throw new AssertionError(doubt);
      }
    }
    assertThat(committed).isPositive();
    long sum = 0;
    for (int account : accounts) {
      long cents = it.cents(account);
      assertThat(cents).isNotNegative();
      sum += cents;
    }
    assertThat(sum).isEqualTo(100L * ACCOUNTS);
    // EasyCommit tells clients before all nodes have let go of what the transaction held.
    Await.that("nothing waits at an actor", () -> it.waiting() == 0);
  }
}
