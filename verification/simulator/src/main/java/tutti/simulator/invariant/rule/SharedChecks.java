package tutti.simulator.invariant.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Call;
import tutti.simulator.invariant.step.ActorStep;

/** The promises of every concurrency control. */
public final class SharedChecks {
  /**
   * The invariants of a concurrency control that is no part of the engine, beside the run's own
   * checks.
   */
  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          Invariant.of(
              "concurrency.I1",
              "a read is answered only while no holder is, or may soon turn out to be, committed",
              "docs/rulings.md#ruling-7",
              SharedChecks::readBesideCommitted),
          Invariant.of(
              "concurrency.I2",
              "an idle cell's control object is null, or only a memory",
              "tutti.engine.concurrency",
              SharedChecks::idle),
          Invariant.of(
              "concurrency.I3",
              "a request that waits has a participant to wait for",
              "tutti.engine.concurrency",
              SharedChecks::waitsForNobody),
          Invariant.of(
              "concurrency.I4",
              "a node grants no timestamp up to one that it has granted before its restart",
              "tutti.engine.concurrency",
              SharedChecks::grantedAgain));

  private SharedChecks() {}

  /** Checks that a cell without users keeps nothing. */
  static @Nullable String idle(ActorStep step) {
    return step.after().isEmpty() && !step.cell().isIdle()
        ? "nobody uses " + step.cell().id() + ", and " + step.cell().control() + " is kept"
        : null;
  }

  /**
   * Checks that a waiting request waits for a participant. Only the newest and the first request
   * are checked: the newest has just been judged, and the first must have been overlooked if it
   * waits for none.
   */
  static @Nullable String waitsForNobody(ActorStep step) {
    Use.Waits first = null;
    Use.Waits last = null;
    for (Use use : step.after()) {
      if (use instanceof Use.Waits waits) {
        first = first == null ? waits : first;
        last = waits;
      }
    }
    if (first == null || last == null) {
      return null;
    }
    Use.Waits without =
        waitsForNobody(step, first.request())
            ? first
            : last != first && waitsForNobody(step, last.request()) ? last : null;
    return without == null ? null : without + " for nobody at " + step;
  }

  private static boolean waitsForNobody(ActorStep step, ActorRequest request) {
    boolean[] some = new boolean[1];
    step.blockers().tell(request, participant -> some[0] = true);
    return !some[0];
  }

  /**
   * Checks that a restart has not forgotten which timestamps were granted: one that is older than
   * some of them may come too late, and nothing remembers it.
   */
  static @Nullable String grantedAgain(ActorStep step) {
    long before = step.story().grantedBefore;
    return step.verdict() instanceof Verdict.Accept accept && accept.claim().owner().age() <= before
        ? accept.claim().owner().key()
            + " of timestamp "
            + accept.claim().owner().age()
            + " is granted, and "
            + before
            + " was granted before the restart, at "
            + step
        : null;
  }

  /** Whether two transactions have written one row of their actor. */
  static boolean writeTheSame(Claim one, Claim other) {
    RowChanges some = changes(one);
    RowChanges others = changes(other);
    return some != null
        && others != null
        && some.list().stream()
            .anyMatch(
                change ->
                    others.list().stream()
                        .anyMatch(
                            it ->
                                it.relation() == change.relation()
                                    && it.key().equals(change.key())));
  }

  private static @Nullable RowChanges changes(Claim claim) {
    Call call = claim.call();
    return call == null ? null : WriteAction.of(call);
  }

  /** Whether a transaction is decided, or may be elsewhere. */
  static boolean mayBeCommitted(Participant owner) {
    return switch (owner.status()) {
      case PREPARED, COMMITTED -> true;
      case ACTIVE, ABORTED -> false;
    };
  }

  /**
   * Checks that, where a lock is held alone, a read waits as soon as the lock's owner may be
   * committed. The check need not wait for a claim that is granted in the same step, for which the
   * owner has not voted.
   */
  static @Nullable String readBesideCommitted(ActorStep step) {
    if (step.readAnswered()) {
      List<Use.Held> granted = step.granted();
      for (Use use : step.after()) {
        if (use instanceof Use.Held held
            && held.how() == Use.How.ALONE
            && mayBeCommitted(held.owner())
            && granted.stream().noneMatch(it -> it.claim() == held.claim())) {
          return "a read was answered beside " + held + " at " + step.cell().id();
        }
      }
    }
    return null;
  }
}
