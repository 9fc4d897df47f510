package tutti.simulator.invariant;

import java.util.List;

/** Who is told that an invariant is broken. */
@FunctionalInterface
interface Verdicts {
  void broken(int node, Invariant<?> invariant, String what);

  /** Looks at a step with each of them. */
  default <S> void look(int node, List<Invariant<S>> invariants, S step) {
    for (Invariant<S> invariant : invariants) {
      String what = invariant.broken(step);
      if (what != null) {
        broken(node, invariant, what);
      }
    }
  }
}
