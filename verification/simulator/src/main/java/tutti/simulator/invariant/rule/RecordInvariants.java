package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Use;
import tutti.simulator.invariant.step.ActorStep;

/** The promises in the card of optimistic control of rows about one actor. */
public final class RecordInvariants {
  private static final String CARD = "tutti.engine.concurrency.optimistic.row";

  private RecordInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "record-optimistic.I1",
              "a row's word is locked by at most one transaction",
              CARD + ", Silo §4.4",
              RecordInvariants::lockedTwice),
          of(
              "record-optimistic.I5",
              "positions at an actor are in the order in which the transactions wrote",
              CARD,
              RecordInvariants::outOfOrder),
          of(
              "record-optimistic.I6",
              "a cell's version counts what has committed in order of positions",
              CARD,
              RecordInvariants::counted),
          of(
              "record-optimistic.I8",
              "nobody waits for anybody, but a client's read for what is decided, or may be",
              CARD,
              RecordInvariants::waits),
          of(
              "record-optimistic.I9",
              "an idle cell's control object is null",
              CARD,
              SharedChecks::idle));

  private static @Nullable String lockedTwice(ActorStep step) {
    if (step.kind() != ActorStep.Kind.LOCK && step.kind() != ActorStep.Kind.VALIDATION) {
      return null;
    }
    for (Use.Held granted : step.granted()) {
      for (Use use : step.after()) {
        if (use instanceof Use.Held held
            && held.how() == Use.How.IN_PROGRESS
            && held.owner() != granted.owner()
            && SharedChecks.writeTheSame(granted.claim(), held.claim())) {
          return granted + " and " + held + " have locked the same row of " + step.cell().id();
        }
      }
    }
    return null;
  }

  private static @Nullable String outOfOrder(ActorStep step) {
    Use.Held before = null;
    for (Use use : step.after()) {
      if (use instanceof Use.Held held) {
        if (before != null && before.claim().position() >= held.claim().position()) {
          return held + " is behind " + before + " at " + step.cell().id();
        }
        before = held;
      }
    }
    return null;
  }

  private static @Nullable String counted(ActorStep step) {
    for (Use use : step.after()) {
      if (use instanceof Use.Held held) {
        return held.how() == Use.How.DECIDED
            ? held + " is decided, the first, and not counted at " + step.cell().id()
            : null;
      }
    }
    return null;
  }

  private static @Nullable String waits(ActorStep step) {
    for (Use use : step.after()) {
      if (use instanceof Use.Waits waits && !ActorStep.isRead(waits)) {
        return waits + " at " + step.cell().id();
      }
    }
    return null;
  }
}
