package tutti.simulator.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
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
  static LoggedDecision.Act act(
      TestBank bank, int position, int low, String account, String action, Object... arguments) {
    return new LoggedDecision.Act(
        bank.call(account, action, arguments), 0, 1, position, low, new Owner(position));
  }

  /** A decision of node 0, with its place among the others. */
  static LoggedDecision decision(
      int number, int order, @Nullable String key, LoggedDecision.Act... acts) {
    return new LoggedDecision(
        attempt(number), key, 0, 1, 100L * order, List.of(), List.of(acts), order);
  }

  /** A fact that a transaction was told: the balance of account {@code a}, in version 2. */
  static GrantedLook balance(long seen) {
    return new GrantedLook(account("a"), 0, new Work.Observe(BALANCE), new Owner(1), 2, seen);
  }
}
