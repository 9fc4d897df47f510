package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Observation;

/** The reports of nodes in tests of recorders: of accounts, by small numbers. */
final class Told {
  static final Observation BALANCE = new Observation.OfField(0);
  static final Observation IS_OPEN = new Observation.InStages(1L << TestBank.OPENED);

  private Told() {}

  static ActorId account(String key) {
    return new ActorId("Account", key);
  }

  static TransactionId id(int number) {
    return new TransactionId(0, 1, number);
  }

  static BranchKey attempt(int number) {
    return new BranchKey(id(number), 0);
  }

  /** An action of life 1 that arrived there, when all before {@code low} was decided. */
  static Decision.Act act(
      TestBank bank, int position, int low, String account, String action, Object... arguments) {
    return new Decision.Act(
        bank.call(account, action, arguments), 0, 1, position, low, new Owner(position));
  }

  /** A decision of node 0, with its place among the others. */
  static Decision decision(int number, int order, @Nullable String key, Decision.Act... acts) {
    return new Decision(attempt(number), key, 0, 1, 100L * order, List.of(), List.of(acts), order);
  }

  /** The claim of a transaction that has looked at an account. */
  static Claim looked(TestBank bank, String account, Observation what) {
    Owner owner = new Owner(1);
    Cell cell =
        new Cell(
            account(account),
            Objects.requireNonNull(bank.type("Account")),
            TestBank.state(TestBank.OPENED, 0));
    return new Claim(owner, cell, new Work.Observe(what), owner, -1, -1) {
      @Override
      public long observedLsn() {
        return 0;
      }
    };
  }
}
