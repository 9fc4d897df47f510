package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.simulator.invariant.step.ActorStep;

/** The promises in the card of versioning about the places at one actor. */
public final class VersioningInvariants {
  private static final String CARD = "tutti.engine.concurrency.versioning";

  /** The codes of refusals that rest on no state. */
  private static final Set<String> OF_BOUNDS = Set.of("undeclared-access", "supremum-exceeded");

  private VersioningInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "versioning.I1",
              "a transaction uses an actor when all before it have released it",
              CARD + ", Atomic RMI §3",
              VersioningInvariants::usedOutOfTurn),
          of(
              "versioning.I4",
              "a transaction votes and is decided when all before it have ended",
              CARD + ", Atomic RMI §3",
              VersioningInvariants::decidedOutOfTurn),
          of(
              "versioning.I5",
              "a refusal is told on decided state only",
              CARD,
              VersioningInvariants::refusedOutOfTurn),
          of(
              "versioning.I9",
              "a read is answered only while no holder is, or may soon turn out to be, committed",
              CARD + ", docs/rulings.md#ruling-7",
              SharedChecks::readBesideCommitted),
          of(
              "versioning.I7",
              "a request that waits has a participant to wait for",
              CARD,
              SharedChecks::waitsForNobody),
          of("versioning.I8", "an idle actor keeps no place", CARD, SharedChecks::idle));

  private static boolean sharesReads(ActorStep step) {
    return switch (step.deployment().concurrencyControl()) {
      case ConcurrencyControlKind.VERSIONING_RW, ConcurrencyControlKind.READ_WRITE_LOCKS -> true;
      default -> false;
    };
  }

  private static @Nullable String usedOutOfTurn(ActorStep step) {
    if (sharesReads(step)
        || step.kind() != ActorStep.Kind.REQUEST
        || step.request() == null
        || !(step.verdict() instanceof Verdict.Accept)
        || step.request().work() instanceof Work.Begin) {
      return null;
    }
    boolean early =
        step.deployment().concurrencyControl() == ConcurrencyControlKind.VERSIONING
            && !(step.request().work() instanceof Work.Settle)
            && !step.request().owner().conservative();
    return before(step, step.request(), early);
  }

  /** Gives a transaction that is before a request, and that it should have waited for. */
  private static @Nullable String before(ActorStep step, ActorRequest request, boolean early) {
    for (Use use : step.after()) {
      if (use.owner() == request.owner()) {
        return null;
      }
      if (use instanceof Use.Held(var claim, var how) && !(early && how == Use.How.RELEASED)) {
        return request.owner().key() + " goes on before " + claim.owner().key() + " at " + step;
      }
    }
    return null;
  }

  private static @Nullable String refusedOutOfTurn(ActorStep step) {
    return !sharesReads(step)
            && step.kind() == ActorStep.Kind.REQUEST
            && step.request() != null
            && step.verdict() instanceof Verdict.Reject(var refusal, _)
            && !OF_BOUNDS.contains(refusal.code())
        ? before(step, step.request(), false)
        : null;
  }

  private static @Nullable String decidedOutOfTurn(ActorStep step) {
    if (sharesReads(step)) {
      return null;
    }
    Participant first = null;
    for (Use use : step.after()) {
      if (!(use instanceof Use.Held)) {
        continue;
      }
      first = first == null ? use.owner() : first;
      if (use.owner() != first && SharedChecks.mayBeCommitted(use.owner())) {
        return use.owner().key() + " is decided before " + first.key() + " at " + step;
      }
    }
    return null;
  }
}
