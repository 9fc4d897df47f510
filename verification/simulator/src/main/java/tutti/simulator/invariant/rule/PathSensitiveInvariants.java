package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;
import tutti.simulator.check.Commuting;
import tutti.simulator.invariant.step.ActorStep;
import tutti.simulator.invariant.step.ActorStory;
import tutti.simulator.invariant.step.PossibleStates;

/**
 * The promises in the card of path-sensitive control about the actions in progress at one actor.
 */
public final class PathSensitiveInvariants {
  private static final String CARD = "tutti.engine.concurrency.pathsensitive";

  private PathSensitiveInvariants() {}

  public static final List<Invariant<ActorStep>> ALL =
      List.of(
          of(
              "path-sensitive.I1",
              "every action in progress is accepted in every outcome of those before it",
              CARD + ", PSAC §3.2",
              PathSensitiveInvariants::refusedInAnOutcome),
          of(
              "path-sensitive.I2",
              "effects are applied in order of arrival, and the head of what is in progress is"
                  + " undecided",
              CARD + ", PSAC Listing 1",
              PathSensitiveInvariants::outOfOrder),
          of(
              "path-sensitive.I3",
              "any two undecided actions are accepted in either order, with the same plans, and"
                  + " lead to the same state (serializable)",
              CARD + ", PSAC §6.2",
              PathSensitiveInvariants::notCommuting),
          of(
              "path-sensitive.I4",
              "what is observed or forbidden is the same in every outcome",
              CARD + ", docs/rulings.md#ruling-6",
              PathSensitiveInvariants::factChanges),
          of(
              "path-sensitive.I5",
              "no more than max-in-progress actions are undecided",
              CARD + ", PSAC §4.2",
              PathSensitiveInvariants::tooMany),
          of(
              "path-sensitive.I6",
              "whoever waits is overtaken by at most max-in-progress actions that came later",
              CARD + ", PSAC §6.2",
              PathSensitiveInvariants::overtaken),
          of(
              "path-sensitive.I7",
              "what is refused, by intervals or by the tree, every outcome refuses",
              CARD + ", PSAC §8",
              PathSensitiveInvariants::refusedThoughPossible),
          of(
              "path-sensitive.I8",
              "a read misses no effect whose transaction is decided",
              CARD + ", docs/rulings.md#ruling-7",
              PathSensitiveInvariants::read),
          of(
              "path-sensitive.I9",
              "an idle cell's control object is null",
              CARD,
              SharedChecks::idle),
          of(
              "path-sensitive.I10",
              "who waits, waits for somebody",
              CARD + ", PSAC §3.2",
              SharedChecks::waitsForNobody));

  private static @Nullable String refusedInAnOutcome(ActorStep step) {
    List<Use.Held> acts = null;
    for (Use.Held granted : step.granted()) {
      if (granted.claim().call() == null) {
        continue;
      }
      acts = acts == null ? step.acts() : acts;
      List<Use.Held> earlier = acts.subList(0, indexOf(acts, granted));
      Object plan = null;
      for (ActorState outcome : PossibleStates.of(step.cell().state(), earlier)) {
        Object here = plan(ActorStep.call(granted), outcome, granted.claim().around());
        if (here == null || here == REFUSED || (plan != null && !plan.equals(here))) {
          return granted + " was accepted beside " + earlier + ", and not so in " + outcome;
        }
        plan = here;
      }
    }
    return null;
  }

  private static int indexOf(List<Use.Held> acts, Use.Held of) {
    int index = 0;
    while (acts.get(index).claim() != of.claim()) {
      index++;
    }
    return index;
  }

  private static final Object REFUSED = "refused";

  /** The effect of an action on others in a state, and the answer to its caller; null if untold. */
  private static @Nullable Object plan(Call call, ActorState state, Surroundings around) {
    return switch (Commuting.evaluate(call, state, around)) {
      case null -> null;
      case Evaluation.Accepted accepted -> new Plan(accepted.partners(), accepted.result());
      case Evaluation.Refused refused -> REFUSED;
    };
  }

  private record Plan(List<Call> partners, @Nullable Object result) {}

  private static @Nullable String outOfOrder(ActorStep step) {
    for (Use use : step.after()) {
      if (!(use instanceof Use.Held(var claim, var how)) || claim.call() == null) {
        return null;
      }
      if (claim.position() <= step.story().lastApplied) {
        return "the effect at position %s was applied before %s, which arrived at %s, at %s"
            .formatted(step.story().lastApplied, use, claim.position(), step.cell().id());
      }
      return how == Use.How.DECIDED ? use + " is the head at " + step.cell().id() : null;
    }
    return null;
  }

  private static @Nullable String notCommuting(ActorStep step) {
    if (step.deployment().isolation() != Deployment.Isolation.SERIALIZABLE) {
      return null;
    }
    for (Use.Held granted : step.granted()) {
      if (granted.claim().call() == null) {
        continue;
      }
      List<Use.Held> acts = step.acts();
      List<Use.Held> earlier = acts.subList(0, indexOf(acts, granted));
      for (Use.Held other : earlier) {
        if (other.how() == Use.How.IN_PROGRESS) {
          List<Use.Held> rest = without(earlier, act -> act == other);
          for (ActorState outcome : PossibleStates.of(step.cell().state(), rest)) {
            if (!Commuting.commute(new Alone(granted), new Alone(other), outcome)) {
              return granted + " does not commute with " + other + " in " + outcome;
            }
          }
        }
      }
    }
    return null;
  }

  /** An action by itself: I4 covers the observations of its transaction. */
  private record Alone(Use.Held act) implements Commuting.Action {
    @Override
    public Call call() {
      return ActorStep.call(act);
    }

    @Override
    public Surroundings around() {
      return act.claim().around();
    }

    @Override
    public boolean staysTrue(ActorState then, ActorState now) {
      return true;
    }
  }

  private static List<Use.Held> without(List<Use.Held> acts, Predicate<Use.Held> which) {
    List<Use.Held> rest = new ArrayList<>(acts);
    rest.removeIf(which);
    return rest;
  }

  private static @Nullable String factChanges(ActorStep step) {
    if (step.granted().isEmpty()) {
      return null;
    }
    for (Use use : step.after()) {
      if (use instanceof Use.Held held && held.how() == Use.How.FACT && binds(held)) {
        List<Use.Held> others = without(step.acts(), act -> act.owner() == held.owner());
        Object fact = null;
        boolean known = false;
        for (ActorState outcome : PossibleStates.of(step.cell().state(), others)) {
          Object here = fact(held, outcome);
          if (known && !Objects.equals(fact, here)) {
            return held + " found " + fact + ", and finds " + here + " in " + outcome;
          }
          fact = here;
          known = true;
        }
      }
    }
    return null;
  }

  private static boolean binds(Use.Held held) {
    return switch (held.owner().status()) {
      case ACTIVE, PREPARED -> true;
      case COMMITTED, ABORTED -> false;
    };
  }

  private static @Nullable Object fact(Use.Held held, ActorState state) {
    return switch (held.work()) {
      case Work.Observe(var what) -> what.in(state);
      case Work.Forbid(var call) -> plan(call, state, held.claim().around());
      case Work.Act _, Work.Run _, Work.Lock _, Work.Read _, Work.Begin _, Work.Settle _ -> null;
    };
  }

  private static @Nullable String tooMany(ActorStep step) {
    int most = step.deployment().pathSensitive().maxInProgress();
    long undecided =
        step.granted().isEmpty()
            ? 0
            : step.acts().stream().filter(act -> act.how() == Use.How.IN_PROGRESS).count();
    return undecided > most && !step.granted().stream().allMatch(use -> use.claim().call() == null)
        ? undecided + " are in progress, and " + most + " may be, at " + step
        : null;
  }

  private static @Nullable String overtaken(ActorStep step) {
    ActorStory.Overtaken most = step.story().overtaken();
    int limit = step.deployment().pathSensitive().maxInProgress();
    return most != null && most.times() > limit
        ? most.who() + " was overtaken " + most.times() + " times at " + step.cell().id()
        : null;
  }

  private static @Nullable String refusedThoughPossible(ActorStep step) {
    ActorRequest request = step.request();
    if (!(step.verdict() instanceof Verdict.Reject)
        || request == null
        || !(request.work() instanceof Work.Act(Call call))) {
      return null;
    }
    List<Use.Held> others = without(step.acts(), act -> act.owner() == request.owner());
    for (ActorState outcome : PossibleStates.of(step.cell().state(), others)) {
      if (plan(call, outcome, request.around()) instanceof Plan) {
        return request.owner().key() + "'s " + call + " was refused, and possible in " + outcome;
      }
    }
    return null;
  }

  private static @Nullable String read(ActorStep step) {
    if (step.readAnswered()) {
      List<Use.Held> granted = step.granted();
      for (Use.Held act : step.acts()) {
        if (act.how() == Use.How.DECIDED
            || (SharedChecks.mayBeCommitted(act.owner()) && !isAmong(granted, act))) {
          return "a read was answered beside " + act + " at " + step.cell().id();
        }
      }
    }
    return null;
  }

  /**
   * Whether an action was accepted in this step. It may belong to a transaction that has voted for
   * its earlier actions: it has not voted for this one.
   */
  private static boolean isAmong(List<Use.Held> granted, Use.Held act) {
    return granted.stream().anyMatch(it -> it.claim() == act.claim());
  }
}
