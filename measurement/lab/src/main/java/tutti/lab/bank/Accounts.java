package tutti.lab.bank;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.NodeTarget;
import tutti.model.ActorId;
import tutti.rebel.value.Iban;

/**
 * The requests of one run, with the number made of each kind, so that every possible effect can be
 * read back. A client's counters are touched by one thread at a time.
 */
final class Accounts implements NodeTarget.Requests {
  private final Bank bank;
  private final Scenario scenario;
  private final Layout layout;
  private final long[] made;

  Accounts(Bank bank, Scenario scenario, Layout layout, int clients) {
    this.bank = bank;
    this.scenario = scenario;
    this.layout = layout;
    this.made = new long[clients];
  }

  /** Returns the requests that open the accounts that are there before the run. */
  LongFunction<TransactionRequest> preparation() {
    return number -> bank.open(layout.prepared((int) number), scenario.openingCents(number));
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    long n = made[client]++;
    return switch (scenario) {
      case NOSYNC -> bank.open(Bank.iban(Layout.account(client, n)), scenario.openingCents(n + 1));
      case SYNC, SYNC1000 -> {
        int from = random.nextInt(layout.prepared());
        int to = other(from, random);
        yield book(client, n, layout.prepared(from), layout.prepared(to), random);
      }
      case HOT -> {
        Iban hot = layout.prepared(0);
        Iban other = layout.crosses() ? across(n, random) : layout.prepared(other(0, random));
        yield random.nextBoolean()
            ? book(client, n, hot, other, random)
            : book(client, n, other, hot, random);
      }
    };
  }

  private TransactionRequest book(int client, long n, Iban from, Iban to, SplittableRandom random) {
    long amount = 1 + random.nextInt(Scenario.HIGHEST_AMOUNT_CENTS);
    return bank.book(layout.transfer(client, n), from, to, amount);
  }

  private Iban across(long n, SplittableRandom random) {
    List<Iban> others = layout.othersOf(n);
    return others.get(random.nextInt(others.size()));
  }

  private int other(int than, SplittableRandom random) {
    int picked = random.nextInt(layout.prepared() - 1);
    return picked < than ? picked : picked + 1;
  }

  /** Returns the actor that a client's n-th request made, if the request committed. */
  ActorId made(int client, long n) {
    return scenario == Scenario.NOSYNC
        ? bank.account(Bank.iban(Layout.account(client, n)))
        : bank.transfer(layout.transfer(client, n));
  }

  /** Returns the number of requests made so far by one client. */
  long made(int client) {
    return made[client];
  }

  int clients() {
    return made.length;
  }

  int prepared() {
    return layout.prepared();
  }

  ActorId prepared(int account) {
    return bank.account(layout.prepared(account));
  }
}
