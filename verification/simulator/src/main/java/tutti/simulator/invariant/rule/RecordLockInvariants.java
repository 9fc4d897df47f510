package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Use;
import tutti.simulator.invariant.step.ActorStep;

/** The promises in the card of locks on rows about one actor. */
public final class RecordLockInvariants {
  private static final String CARD = "tutti.engine.concurrency.locking.row";

  private RecordLockInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "record-locks.I2",
              "rows are changed by who has WRITE of all their places",
              CARD + ", Eswaran et al. 1976, §3",
              RecordLockInvariants::written),
          of(
              "record-locks.I4",
              "under no-wait nobody waits, under wait-die only for younger transactions, and who"
                  + " waits waits for somebody",
              CARD + ", Rosenkrantz, Stearns, Lewis 1978, §4",
              RecordLockInvariants::waits),
          of("record-locks.I8", "an idle cell's control object is null", CARD, SharedChecks::idle));

  private static @Nullable String written(ActorStep step) {
    if (step.kind() != ActorStep.Kind.LOCK || step.locked() == null) {
      return null;
    }
    for (Use use : step.after()) {
      if (use instanceof Use.Held held
          && held.owner() != step.locked().owner()
          && held.how() == Use.How.ROWS
          && SharedChecks.writeTheSame(step.locked(), held.claim())) {
        return "%s and %s write the same row of %s"
            .formatted(step.locked().owner().key(), held, step.cell().id());
      }
    }
    return null;
  }

  private static @Nullable String waits(ActorStep step) {
    String against = LockingInvariants.waitsAgainstTheRule(step);
    return against != null ? against : SharedChecks.waitsForNobody(step);
  }
}
