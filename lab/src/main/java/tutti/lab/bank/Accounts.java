package tutti.lab.bank;

import java.util.SplittableRandom;
import java.util.function.LongFunction;
import tutti.engine.transaction.TransactionRequest;
import tutti.lab.node.NodeTarget;
import tutti.rebel.value.Iban;

/**
 * The requests of one run, and how many of each kind were made, so that all that could have
 * happened can be read back. A client's counters are touched by one thread at a time.
 */
final class Accounts implements NodeTarget.Requests {
  /** New accounts and transfers are numbered per client, far from each other. */
  private static final long PER_CLIENT = 10_000_000;

  private final Bank bank;
  private final Scenario scenario;
  private final Iban[] opened;
  private final long[] made;

  Accounts(Bank bank, Scenario scenario, int accounts, int clients) {
    this.bank = bank;
    this.scenario = scenario;
    this.made = new long[clients];
    this.opened = new Iban[accounts];
    for (int i = 0; i < accounts; i++) {
      opened[i] = Bank.iban(i);
    }
  }

  /** Opens the accounts that are there before the run. */
  LongFunction<TransactionRequest> preparation() {
    return number -> bank.open(opened[(int) number], scenario.openingCents(number));
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    long number = number(client, made[client]++);
    return switch (scenario) {
      case NOSYNC -> bank.open(Bank.iban(number), scenario.openingCents(number));
      case SYNC, SYNC1000 -> {
        int from = random.nextInt(opened.length);
        int to = other(from, random);
        yield bank.book(number, opened[from], opened[to], amount(random));
      }
      case HOT -> {
        Iban other = opened[other(0, random)];
        yield random.nextBoolean()
            ? bank.book(number, opened[0], other, amount(random))
            : bank.book(number, other, opened[0], amount(random));
      }
    };
  }

  private int other(int than, SplittableRandom random) {
    int picked = random.nextInt(opened.length - 1);
    return picked < than ? picked : picked + 1;
  }

  private static long amount(SplittableRandom random) {
    return 1 + random.nextInt(Scenario.HIGHEST_AMOUNT_CENTS);
  }

  /** The number of a client's n-th account or transfer: never that of a prepared account. */
  static long number(int client, long n) {
    return (client + 1L) * PER_CLIENT + n;
  }

  /** Requests made so far by one client. */
  long made(int client) {
    return made[client];
  }

  int clients() {
    return made.length;
  }

  int prepared() {
    return opened.length;
  }

  Iban prepared(int account) {
    return opened[account];
  }
}
