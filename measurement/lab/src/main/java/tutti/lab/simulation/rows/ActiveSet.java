package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The scripts that must be refused wherever they run: two calls touch one actor, and neither has
 * been taken before the other is made (docs/rulings.md#ruling-5). Computed from the script alone,
 * by comparing all calls of each caller with each other.
 */
final class ActiveSet {
  /**
   * A call: the times when it was made and its result taken, by its caller's clock, and the actors
   * that it touches.
   */
  private record Made(int made, int taken, Set<String> touched) {}

  private boolean refused;

  private ActiveSet() {}

  /** Returns whether a script that begins at that actor must be refused. */
  static boolean refuses(String actor, Script script) {
    ActiveSet set = new ActiveSet();
    set.touched(actor, script, List.of());
    return set.refused;
  }

  /**
   * @param above the actors of the callers, the root's first
   */
  private Set<String> touched(String actor, Script script, List<String> above) {
    List<String> path = new ArrayList<>(above);
    path.add(actor);
    List<Script.Step> steps = script.steps();
    List<Made> calls = new ArrayList<>();
    List<Integer> numbered = new ArrayList<>();
    for (int now = 0; now < steps.size(); now++) {
      Script.Step step = steps.get(now);
      if (step.kind() == 'o') {
        calls.add(new Made(now, now, touched(actor, step.body(), path)));
      } else if (step.calls() || step.rings()) {
        String callee = String.valueOf(step.callee());
        boolean own = callee.equals(actor);
        if (!own && path.contains(callee)) {
          refused = true;
          return Set.of(actor);
        }
        int taken = now;
        // The calls of an event count as if the event's caller had made them, and taken them
        // immediately.
        if (!step.rings()) {
          numbered.add(now);
          taken = own ? now : taken(steps, numbered.size() - 1);
        }
        calls.add(new Made(now, taken, touched(callee, step.body(), path)));
      }
    }
    Set<String> all = new HashSet<>();
    all.add(actor);
    for (int i = 0; i < calls.size(); i++) {
      all.addAll(calls.get(i).touched);
      for (int j = 0; j < i; j++) {
        boolean open = calls.get(j).taken > calls.get(i).made;
        if (open && calls.get(j).touched.stream().anyMatch(calls.get(i).touched::contains)) {
          refused = true;
        }
      }
    }
    return all;
  }

  /** Returns the time when a call is taken: the first time, or when its caller ends. */
  private static int taken(List<Script.Step> steps, int number) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).kind() == '!' && steps.get(i).number(0) == number) {
        return i;
      }
    }
    return steps.size();
  }
}
