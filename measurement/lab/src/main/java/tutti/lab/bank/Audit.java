package tutti.lab.bank;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import tutti.engine.node.Node;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunNodes;
import tutti.model.ActorId;

/**
 * An audit that reads everything back after a run: no money appeared or vanished, and the
 * acknowledged effects are there, no more and no less.
 */
final class Audit {
  private final RunNodes nodes;
  private final Bank bank;
  private final Accounts accounts;
  private final Scenario scenario;
  private final AtomicLong failures = new AtomicLong();

  Audit(RunNodes nodes, Bank bank, Accounts accounts, Scenario scenario) {
    this.nodes = nodes;
    this.bank = bank;
    this.accounts = accounts;
    this.scenario = scenario;
  }

  /** Returns the run's result, with checks of whether the bank adds up after it. */
  RunResult of(RunResult run, LoadResult load) throws InterruptedException {
    Tally prepared = read(accounts.prepared(), i -> accounts.prepared((int) i), true);
    Tally made = new Tally();
    for (int client = 0; client < accounts.clients(); client++) {
      int owner = client;
      made.add(read(accounts.made(client), n -> accounts.made(owner, n), opens()));
    }
    long expected = 0;
    for (int i = 0; i < accounts.prepared(); i++) {
      expected += Bank.thousandthsOf(scenario.openingCents(i));
    }
    if (opens()) {
      expected += load.total().committed() * Bank.thousandthsOf(scenario.openingCents(1));
    }
    return run.check("all-answered", load.answered())
        .check("nothing-in-doubt", load.total().inDoubt() == 0)
        .check("money-conserved", prepared.sum + (opens() ? made.sum : 0) == expected)
        .check("accounts-all-there", prepared.found == accounts.prepared())
        .check("committed-all-there-and-no-more", made.found == load.total().committed())
        .check("all-readable", failures.get() == 0);
  }

  private boolean opens() {
    return scenario == Scenario.NOSYNC;
  }

  private Tally read(long count, LongFunction<ActorId> actor, boolean money)
      throws InterruptedException {
    LongAdder found = new LongAdder();
    LongAdder sum = new LongAdder();
    nodes.read(
        count,
        actor,
        result -> {
          switch (result) {
            case Node.ReadResult.Found there -> {
              found.increment();
              if (money) {
                sum.add(bank.thousandths(there.instance().state()));
              }
            }
            case Node.ReadResult.Missing missing -> {}
            case Node.ReadResult.Failed failed -> failures.incrementAndGet();
          }
        });
    Tally tally = new Tally();
    tally.found = found.sum();
    tally.sum = sum.sum();
    return tally;
  }

  /** The number of actors that were found, and the money on them in thousandths. */
  private static final class Tally {
    private long found;
    private long sum;

    void add(Tally other) {
      found += other.found;
      sum += other.sum;
    }
  }
}
