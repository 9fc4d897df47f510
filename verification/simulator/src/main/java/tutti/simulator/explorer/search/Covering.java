package tutti.simulator.explorer.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.table.StateTable;

/**
 * The pasts that differ in nothing but the choices that are left, as numbers. A state of which
 * another one is known that leaves more choices, and is else the same, need not be looked at.
 * Confined to one thread.
 */
public final class Covering<P> {
  private final InternTable<P> pasts;
  private final Function<P, Object> without;
  private final BiPredicate<P, P> offers;
  private final Map<Object, List<Integer>> alike = new HashMap<>();

  /** For each past, the pasts found so far that leave more choices. */
  private final List<int[]> richer = new ArrayList<>();

  /**
   * @param without gives a past without its choices
   * @param offers whether the first of two such pasts leaves all choices that the second one leaves
   */
  public Covering(InternTable<P> pasts, Function<P, Object> without, BiPredicate<P, P> offers) {
    this.pasts = pasts;
    this.without = without;
    this.offers = offers;
  }

  /**
   * Returns whether a state was reached that equals {@code state}, except that more choices are
   * left.
   *
   * @param state the state, whose last number is that of its past
   */
  public boolean isCovered(int[] state, StateTable states) {
    int past = state.length - 1;
    int[] other = state.clone();
    for (int each : richer(state[past])) {
      other[past] = each;
      if (states.find(other) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The pasts that leave more choices than that one, and are else the same. */
  private int[] richer(int past) {
    while (richer.size() <= past) {
      add(richer.size());
    }
    return richer.get(past);
  }

  private void add(int past) {
    List<Integer> group =
        alike.computeIfAbsent(without.apply(pasts.value(past)), _ -> new ArrayList<>());
    richer.add(new int[0]);
    for (int each : group) {
      enrich(past, each);
      enrich(each, past);
    }
    group.add(past);
  }

  private void enrich(int past, int by) {
    if (offers.test(pasts.value(by), pasts.value(past))) {
      int[] known = richer.get(past);
      int[] all = Arrays.copyOf(known, known.length + 1);
      all[known.length] = by;
      richer.set(past, all);
    }
  }
}
