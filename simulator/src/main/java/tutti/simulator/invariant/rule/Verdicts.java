package tutti.simulator.invariant.rule;

import java.util.List;

/** The receiver of the news that an invariant is broken. */
@FunctionalInterface
public interface Verdicts {
  void broken(int node, Invariant<?> invariant, String what);

  /** Checks a step with each of the invariants. */
  default <S> void look(int node, List<Invariant<S>> invariants, S step) {
    for (Invariant<S> invariant : invariants) {
      String what = invariant.broken(step);
      if (what != null) {
        broken(node, invariant, what);
      }
    }
  }
}
