package tutti.model.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a method's instructions, added up along its paths: the larger of two branches
 * counts, and a loop counts any number of times. Used once.
 */
final class PathCounts {
  private final List<int[]> next;
  private final List<int[]> handlers;
  private final CodeEffect[] effects;
  private final IntPredicate returns;
  private final int[] index;
  private final int[] low;
  private final int[] component;
  private final Deque<Integer> open = new ArrayDeque<>();
  private final List<List<Integer>> components = new ArrayList<>();
  private int counter;

  /**
   * @param next the instructions that may follow each
   * @param handlers the handlers of exceptions that each may throw
   * @param effects of each instruction; null of one that is never reached
   * @param returns whether an instruction ends the method, and not by an exception
   */
  PathCounts(
      List<int[]> next,
      List<int[]> handlers,
      @Nullable CodeEffect[] effects,
      IntPredicate returns) {
    this.returns = returns;
    this.next = next;
    this.handlers = handlers;
    this.effects = new CodeEffect[effects.length];
    for (int i = 0; i < effects.length; i++) {
      CodeEffect effect = effects[i];
      this.effects[i] = effect == null ? CodeEffect.NONE : effect;
    }
    this.index = new int[effects.length];
    this.low = new int[effects.length];
    this.component = new int[effects.length];
    Arrays.fill(component, -1);
  }

  /** Returns the effect of the method: the upper ends hold even if it throws. */
  CodeEffect sum() {
    order();
    // Tarjan's algorithm finds a component after all that follow it.
    @Nullable CodeEffect[] before = new CodeEffect[components.size()];
    before[component[0]] = CodeEffect.NONE;
    CodeEffect returned = null;
    CodeEffect all = CodeEffect.NONE;
    for (int c = components.size() - 1; c >= 0; c--) {
      CodeEffect in = before[c];
      if (in == null) {
        continue;
      }
      List<Integer> members = components.get(c);
      CodeEffect here = CodeEffect.NONE;
      for (int member : members) {
        here = here.plus(effects[member]);
      }
      boolean loops = loops(members);
      CodeEffect out = here == CodeEffect.NONE ? in : in.plus(loops ? here.repeated() : here);
      CodeEffect thrown =
          here == CodeEffect.NONE ? in : in.plus(loops ? here.repeated() : here.perhaps());
      for (int member : members) {
        pass(next.get(member), c, out, before);
        pass(handlers.get(member), c, thrown, before);
        if (returns.test(member)) {
          returned = returned == null ? out : returned.or(out);
        }
      }
      all = all.or(out);
    }
    return returned == null ? all.perhaps() : returned.upTo(all);
  }

  private void pass(int[] followers, int from, CodeEffect effect, @Nullable CodeEffect[] before) {
    for (int follower : followers) {
      int to = component[follower];
      if (to != from) {
        CodeEffect known = before[to];
        before[to] = known == null ? effect : known.or(effect);
      }
    }
  }

  private boolean loops(List<Integer> members) {
    if (members.size() > 1) {
      return true;
    }
    int only = members.getFirst();
    return contains(next.get(only), only) || contains(handlers.get(only), only);
  }

  private static boolean contains(int[] all, int one) {
    for (int each : all) {
      if (each == one) {
        return true;
      }
    }
    return false;
  }

  /** Finds the strongly connected components that the first instruction reaches. */
  private void order() {
    record Visit(int node, int follower) {}
    Deque<Visit> way = new ArrayDeque<>();
    way.push(new Visit(0, 0));
    while (!way.isEmpty()) {
      Visit visit = way.pop();
      int node = visit.node();
      if (index[node] == 0) {
        index[node] = low[node] = ++counter;
        open.push(node);
      }
      int deeper = visit(node, visit.follower());
      if (deeper >= 0) {
        // The follower is looked at again when it is done.
        way.push(new Visit(node, deeper));
        way.push(new Visit(follower(node, deeper), 0));
      } else if (low[node] == index[node]) {
        close(node);
      }
    }
  }

  /** Looks at the followers from that number on, up to one that is new; -1 if there is none. */
  private int visit(int node, int from) {
    for (int at = from; at < next.get(node).length + handlers.get(node).length; at++) {
      int follower = follower(node, at);
      if (index[follower] == 0) {
        return at;
      }
      if (component[follower] < 0) {
        low[node] = Math.min(low[node], low[follower]);
      }
    }
    return -1;
  }

  private int follower(int node, int number) {
    int[] plain = next.get(node);
    return number < plain.length ? plain[number] : handlers.get(node)[number - plain.length];
  }

  private void close(int node) {
    List<Integer> members = new ArrayList<>();
    int member;
    do {
      member = open.pop();
      component[member] = components.size();
      members.add(member);
    } while (member != node);
    components.add(members);
  }
}
