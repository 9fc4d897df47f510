package tutti.simulator.invariant.step;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tutti.engine.concurrency.Use;
import tutti.model.ActorState;
import tutti.model.Call;

/**
 * The states that an actor may come to by the actions in progress there (PSAC §3.2), computed anew
 * from its applied state. If there are very many, only some of them: the states in which all
 * commit, none does, one alone does, and all but one do.
 */
public final class PossibleStates {
  private static final int MOST = 16;

  private PossibleStates() {}

  /**
   * @param acts the actions in order of arrival
   */
  public static Set<ActorState> of(ActorState applied, List<Use.Held> acts) {
    Set<ActorState> states = new LinkedHashSet<>();
    states.add(applied);
    for (Use.Held act : acts) {
      Set<ActorState> next = new LinkedHashSet<>();
      for (ActorState state : states) {
        if (act.how() == Use.How.IN_PROGRESS) {
          next.add(state);
        }
        next.add(after(act, state));
      }
      if (next.size() > MOST) {
        return some(applied, acts);
      }
      states = next;
    }
    return states;
  }

  private static Set<ActorState> some(ActorState applied, List<Use.Held> acts) {
    Set<ActorState> states = new LinkedHashSet<>();
    states.add(outcome(applied, acts, act -> true));
    states.add(outcome(applied, acts, act -> false));
    List<Use.Held> undecided = new ArrayList<>(acts);
    undecided.removeIf(act -> act.how() != Use.How.IN_PROGRESS);
    int step = 1 + undecided.size() / (MOST / 2);
    for (int i = 0; i < undecided.size(); i += step) {
      Use.Held one = undecided.get(i);
      states.add(outcome(applied, acts, act -> act == one));
      states.add(outcome(applied, acts, act -> act != one));
    }
    return states;
  }

  private static ActorState outcome(
      ActorState applied, List<Use.Held> acts, Predicate<Use.Held> commits) {
    ActorState state = applied;
    for (Use.Held act : acts) {
      if (act.how() != Use.How.IN_PROGRESS || commits.test(act)) {
        state = after(act, state);
      }
    }
    return state;
  }

  private static ActorState after(Use.Held act, ActorState state) {
    Call call = ActorStep.call(act);
    return call.action().apply(state, call.arguments(), act.claim().around());
  }
}
