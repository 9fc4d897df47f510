package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.optimistic.tl2.TransactionalLocking;
import tutti.simulator.invariant.step.ActorStep;

/** The promises in the card of TL2 about one actor. */
public final class Tl2Invariants {
  private static final String CARD = "tutti.engine.concurrency.optimistic.tl2";

  private Tl2Invariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "tl2.I1",
              "an actor is locked by at most one transaction, and only a claim that acts locks",
              CARD + ", TL2 §2.1",
              OptimisticInvariants::locked),
          of(
              "tl2.I2",
              "an actor's version changes only by the commit of the transaction that has it locked",
              CARD + ", TL2 §2.1",
              OptimisticInvariants::changed),
          of(
              "tl2.I4",
              "only reads of clients wait, for a transaction that may be committed",
              CARD,
              Tl2Invariants::waits),
          of(
              "tl2.I5",
              "a read is answered only while no holder is, or may soon turn out to be, committed",
              CARD + ", docs/rulings.md#ruling-7",
              SharedChecks::readBesideCommitted),
          of(
              "tl2.I6",
              "what is granted to an attempt is at most as new as its read version",
              CARD + ", TL2 §2.1",
              Tl2Invariants::granted),
          of(
              "tl2.I7",
              "a write version is greater than the read version of every attempt that saw the actor"
                  + " before",
              CARD + ", TL2 §2.1",
              Tl2Invariants::written),
          of("tl2.I9", "the versioned lock of an idle actor is free", CARD, SharedChecks::idle),
          of(
              "tl2.I10",
              "a node grants no read version up to one that it has granted before its restart",
              CARD,
              SharedChecks::grantedAgain));

  private static @Nullable String waits(ActorStep step) {
    for (Use use : step.after()) {
      if (use instanceof Use.Waits && !ActorStep.isRead(use)) {
        return use + " at " + step;
      }
    }
    return SharedChecks.waitsForNobody(step);
  }

  private static @Nullable String granted(ActorStep step) {
    if (!(step.verdict() instanceof Verdict.Accept accept)) {
      return null;
    }
    long read = accept.claim().owner().age();
    long version = TransactionalLocking.version(step.cell());
    return version > read
        ? accept.claim().owner().key()
            + " of read version "
            + read
            + " was granted version "
            + version
            + " of "
            + step
        : null;
  }

  private static @Nullable String written(ActorStep step) {
    if (step.kind() != ActorStep.Kind.COMMIT || step.cell().version() == step.versionBefore()) {
      return null;
    }
    long version = TransactionalLocking.version(step.cell());
    long read = step.story().latestAccepted;
    return version <= read
        ? "write version " + version + " is not beyond the read version " + read + " at " + step
        : null;
  }
}
