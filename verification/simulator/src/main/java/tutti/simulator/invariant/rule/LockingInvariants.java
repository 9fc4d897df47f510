package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.model.Evaluation;
import tutti.simulator.check.Commuting;
import tutti.simulator.invariant.step.ActorStep;
import tutti.simulator.invariant.step.ActorStory;

/** The promises in the card of two-phase locking about one actor's lock. */
public final class LockingInvariants {
  private static final String CARD = "tutti.engine.concurrency.locking.actor";

  private LockingInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "two-phase-locking.I1",
              "an exclusive holder shares the actor with nobody but itself",
              CARD + ", PSAC §2",
              LockingInvariants::together),
          of(
              "two-phase-locking.I2",
              "every verdict but Delay is evaluated on decided state, and a Reject holds nothing",
              CARD + ", PSAC §2",
              LockingInvariants::evaluated),
          of(
              "two-phase-locking.I3",
              "who does not hold the lock already is served in order of arrival, or of age",
              CARD + ", PSAC §3.1",
              LockingInvariants::outOfTurn),
          of(
              "two-phase-locking.I4",
              "nothing but a commit changes what transactions see of an actor",
              CARD + ", docs/rulings.md#ruling-5",
              LockingInvariants::changed),
          of(
              "two-phase-locking.I5",
              "a read is answered only while no holder is, or may soon turn out to be, committed",
              CARD + ", docs/rulings.md#ruling-7",
              SharedChecks::readBesideCommitted),
          of(
              "two-phase-locking.I6",
              "an idle cell's control object is null",
              CARD,
              SharedChecks::idle),
          of(
              "two-phase-locking.I7",
              "who waits, waits for somebody",
              CARD + ", appendix A",
              SharedChecks::waitsForNobody),
          of(
              "two-phase-locking.I8",
              "under no-wait nobody waits, under wait-die only for younger transactions",
              CARD + ", Rosenkrantz, Stearns, Lewis 1978, §4",
              LockingInvariants::waitsAgainstTheRule));

  private static @Nullable String together(ActorStep step) {
    for (Use one : step.after()) {
      if (!(one instanceof Use.Held(var claim, var how))
          || (how != Use.How.ALONE && how != Use.How.TO_ACT)) {
        continue;
      }
      for (Use other : step.after()) {
        if (other instanceof Use.Held held
            && held.owner() != one.owner()
            && (how == Use.How.ALONE || held.how() == Use.How.TO_ACT)) {
          return claim.owner().key() + " and " + other.owner().key() + " hold " + step;
        }
      }
    }
    return null;
  }

  private static @Nullable String evaluated(ActorStep step) {
    if (step.verdict() instanceof Verdict.Reject && !step.granted().isEmpty()) {
      return "a request was rejected, and holds " + step;
    }
    if (step.verdict() instanceof Verdict.Accept accept
        && accept.claim().work() instanceof Work.Observe(var what)
        && !Objects.equals(accept.result(), what.in(step.cell().state()))) {
      return accept.claim().owner().key() + " was told " + accept.result() + " of " + step;
    }
    for (Use.Held granted : step.granted()) {
      if (granted.claim().call() != null && !accepted(step, granted)) {
        return granted + " was accepted by " + step.cell().state() + ", which refuses it";
      }
    }
    return null;
  }

  private static boolean accepted(ActorStep step, Use.Held granted) {
    return Commuting.evaluate(
                ActorStep.call(granted), step.cell().state(), granted.claim().around())
            instanceof Evaluation.Accepted accepted
        && (!(step.verdict() instanceof Verdict.Accept told)
            || accepted.partners().equals(told.partners()));
  }

  private static @Nullable String outOfTurn(ActorStep step) {
    Set<ActorRequest> wait = step.granted().isEmpty() ? Set.of() : ActorStep.waiting(step.after());
    for (Use.Held granted : step.granted()) {
      if (heldBefore(step, granted.owner())) {
        continue;
      }
      for (Use use : step.before()) {
        if (use instanceof Use.Waits waits && ActorStory.isFor(waits, granted)) {
          break;
        }
        if (byAge(step) && Participant.older(granted.owner(), use.owner())) {
          continue;
        }
        if (use instanceof Use.Waits waits
            && !ActorStep.isRead(waits)
            && waits.owner() != granted.owner()
            && wait.contains(waits.request())) {
          return granted + " came after " + waits + " at " + step.cell().id();
        }
      }
    }
    return null;
  }

  private static boolean byAge(ActorStep step) {
    return step.deployment().concurrencyControl() == ConcurrencyControlKind.WOUND_WAIT;
  }

  private static boolean heldBefore(ActorStep step, Participant owner) {
    return step.before().stream().anyMatch(use -> use instanceof Use.Held && use.owner() == owner);
  }

  private static @Nullable String changed(ActorStep step) {
    return step.kind() != ActorStep.Kind.COMMIT && step.cell().version() != step.versionBefore()
        ? "version " + step.versionBefore() + " became " + step + " by a " + step.kind()
        : null;
  }

  static @Nullable String waitsAgainstTheRule(ActorStep step) {
    ControlKind kind = step.deployment().concurrencyControl();
    if (kind != ConcurrencyControlKind.NO_WAIT && kind != ConcurrencyControlKind.WAIT_DIE) {
      return null;
    }
    for (Use use : step.after()) {
      if (use instanceof Use.Waits waits && !ActorStep.isRead(waits)) {
        if (kind == ConcurrencyControlKind.NO_WAIT) {
          return waits + " at " + step;
        }
        Participant[] elder = new Participant[1];
        step.blockers()
            .tell(
                waits.request(),
                other -> {
                  if (!Participant.older(waits.owner(), other)) {
                    elder[0] = other;
                  }
                });
        if (elder[0] != null) {
          return waits + " for the older " + elder[0].key() + " at " + step;
        }
      }
    }
    return null;
  }
}
