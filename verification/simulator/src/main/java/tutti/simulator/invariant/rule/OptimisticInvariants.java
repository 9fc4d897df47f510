package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Use;
import tutti.simulator.invariant.step.ActorStep;

/** The promises in the card of optimistic control about one actor. */
public final class OptimisticInvariants {
  private static final String CARD = "tutti.engine.concurrency.optimistic.actor";

  private OptimisticInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "optimistic.I1",
              "an actor is locked by at most one transaction, and only a claim that acts locks",
              CARD + ", Silo §4.4",
              OptimisticInvariants::locked),
          of(
              "optimistic.I2",
              "an actor's version changes only by the commit of the transaction that has it locked",
              CARD + ", Silo §4.4",
              OptimisticInvariants::changed),
          of(
              "optimistic.I4",
              "who waits, waits for a transaction that has executed",
              CARD,
              OptimisticInvariants::waits),
          of(
              "optimistic.I5",
              "a read is answered only while no holder is, or may soon turn out to be, committed",
              CARD + ", docs/rulings.md#ruling-7",
              SharedChecks::readBesideCommitted),
          of("optimistic.I7", "an idle cell's control object is null", CARD, SharedChecks::idle));

  static @Nullable String locked(ActorStep step) {
    int holders = 0;
    for (Use use : step.after()) {
      if (use instanceof Use.Held(var claim, var how)) {
        holders++;
        if (claim.call() == null) {
          return claim.owner().key() + " has only looked, and has locked " + step;
        }
      }
    }
    return holders > 1 ? holders + " transactions have locked " + step : null;
  }

  static @Nullable String changed(ActorStep step) {
    if (step.cell().version() == step.versionBefore()) {
      return null;
    }
    for (Use use : step.before()) {
      if (step.kind() == ActorStep.Kind.COMMIT
          && use instanceof Use.Held held
          && step.after().stream()
              .noneMatch(
                  later -> later instanceof Use.Held still && still.claim() == held.claim())) {
        return null;
      }
    }
    return "version " + step.versionBefore() + " became " + step + " by a " + step.kind();
  }

  private static @Nullable String waits(ActorStep step) {
    for (Use use : step.after()) {
      if (use instanceof Use.Held held
          && held.owner().coordinatedElsewhere()
          && step.after().stream()
              .anyMatch(other -> other instanceof Use.Waits && !ActorStep.isRead(other))) {
        return "somebody waits for a branch at " + step;
      }
    }
    return SharedChecks.waitsForNobody(step);
  }
}
