package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.List;

/**
 * The rule of the active set by its definition: all pairs of calls of a program that are on one
 * actor, and whether one is before the other. The engine must come to the same verdict.
 */
final class Order {
  private static final int NEVER = Integer.MAX_VALUE;

  /** A call, when it was made and taken by its caller's steps. */
  private record Node(Node caller, String actor, int made, int taken) {
    boolean self() {
      return caller != null && caller.actor.equals(actor);
    }

    List<Node> path() {
      List<Node> path = caller == null ? new ArrayList<>() : caller.path();
      path.add(this);
      return path;
    }
  }

  private Order() {}

  /** Whether the program, run on an actor, has two calls on one actor that nothing orders. */
  static boolean clashes(String actor, Program program) {
    List<Node> all = new ArrayList<>();
    collect(new Node(null, actor, 0, NEVER), program, all);
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        if (all.get(i).actor.equals(all.get(j).actor) && !ordered(all.get(i), all.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private static void collect(Node node, Program program, List<Node> all) {
    all.add(node);
    List<Program.Step> steps = program.steps();
    int number = 0;
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Program.Step.Make(var actor, var body)) {
        boolean self = node.actor.equals(actor);
        collect(new Node(node, actor, i, self ? i : taken(steps, i, number)), body, all);
        number++;
      }
    }
  }

  private static int taken(List<Program.Step> steps, int made, int number) {
    for (int i = made; i < steps.size(); i++) {
      if (steps.get(i).equals(new Program.Step.Take(number))) {
        return i;
      }
    }
    return NEVER;
  }

  private static boolean ordered(Node one, Node other) {
    List<Node> a = one.path();
    List<Node> b = other.path();
    int common = 0;
    while (common < Math.min(a.size(), b.size()) && a.get(common) == b.get(common)) {
      common++;
    }
    if (common == a.size() || common == b.size()) {
      // One runs while the other does: only calls of the own actor may.
      List<Node> below = a.size() > b.size() ? a : b;
      return below.subList(common, below.size()).stream().allMatch(Node::self);
    }
    Node first = a.get(common).made < b.get(common).made ? a.get(common) : b.get(common);
    Node second = first == a.get(common) ? b.get(common) : a.get(common);
    return first.taken < second.made;
  }
}
