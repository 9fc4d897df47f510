package tutti.simulator.explorer.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.table.StateTable;
import tutti.simulator.explorer.world.Finding;

/**
 * An explorer of a model of machines: it reaches every state, those that are the fewest steps away
 * first; or it walks at random where there are too many. A state is a few numbers, equally many for
 * each state. Confined to one thread.
 */
public abstract class MachineExplorer {

  /** The steps that can follow a state. */
  public interface Steps {

    /**
     * Adds a step.
     *
     * @param state the state after the step, not to be changed any more
     * @param broken the rule that this state breaks; null if all hold
     * @param what the step in words
     */
    void add(int[] state, @Nullable Finding broken, Supplier<String> what);
  }

  private record Next(int[] state, @Nullable Finding broken, Supplier<String> what) {}

  private final LongFunction<RandomGenerator> streams;
  private final int limit;
  private long transitions;
  private int agreed;
  private @Nullable Finding found;

  /**
   * @param streams gives the random numbers by which walks are drawn, by their seed
   * @param limit the most states; an exploration with more is not complete
   */
  protected MachineExplorer(LongFunction<RandomGenerator> streams, int limit) {
    this.streams = streams;
    this.limit = limit;
  }

  /** The state at the start. */
  protected abstract int[] start();

  /** Gives all steps that can follow a state; their order is the same each time. */
  protected abstract void after(int[] state, Steps steps);

  /**
   * Returns whether a state that was reached so far permits everything that {@code state} permits.
   */
  protected boolean isCovered(int[] state, StateTable states) {
    return false;
  }

  /** The number of things that are agreed on in a state. */
  protected abstract int agreed(int[] state);

  /**
   * Explores until there are no more states, a rule does not hold, or the thread is interrupted.
   *
   * @param progress called now and then with the number of states so far
   */
  public final MachineExploration explore(LongConsumer progress) {
    int[] start = start();
    StateTable states = new StateTable(start.length);
    states.add(start, -1);
    int deepest = 0;
    int level = 1;
    for (int state = 0; state < states.size(); state++) {
      if (state == level) {
        deepest++;
        level = states.size();
      }
      if ((state & 0xFFF) == 0) {
        progress.accept(states.size());
        if (Thread.currentThread().isInterrupted() || states.size() >= limit) {
          return result(states.size(), deepest, false, null, List.of());
        }
      }
      expand(states, state);
      if (found != null) {
        List<String> story = story(states, state);
        story.add(wrong(states, state));
        return result(states.size(), deepest, false, found, story);
      }
    }
    return result(states.size(), deepest, true, null, List.of());
  }

  /**
   * Walks at random from the start, again and again.
   *
   * @param seed the seed of the walks
   * @param walks the number of walks
   */
  public final MachineExploration walk(long seed, int walks) {
    RandomGenerator random = streams.apply(seed);
    int deepest = 0;
    for (int walk = 0; walk < walks; walk++) {
      List<Supplier<String>> story = new ArrayList<>();
      List<Next> all = next(start());
      while (!all.isEmpty()) {
        Next next = all.get(random.nextInt(all.size()));
        story.add(next.what());
        transitions++;
        agreed = Math.max(agreed, agreed(next.state()));
        if (next.broken() != null) {
          List<String> told = story.stream().map(Supplier::get).toList();
          return result(walk, story.size(), false, next.broken(), told);
        }
        all = next(next.state());
      }
      deepest = Math.max(deepest, story.size());
    }
    return result(walks, deepest, true, null, List.of());
  }

  private MachineExploration result(
      long states, int deepest, boolean complete, @Nullable Finding finding, List<String> story) {
    return new MachineExploration(states, transitions, deepest, complete, agreed, finding, story);
  }

  private void expand(StateTable states, int state) {
    after(
        states.key(state),
        (next, broken, _) -> {
          transitions++;
          if (broken != null) {
            found = found == null ? broken : found;
          } else if (found == null
              && states.find(next) < 0
              && !isCovered(next, states)
              && states.add(next, state)) {
            agreed = Math.max(agreed, agreed(next));
          }
        });
  }

  private List<Next> next(int[] state) {
    List<Next> all = new ArrayList<>();
    after(state, (next, broken, what) -> all.add(new Next(next, broken, what)));
    return all;
  }

  private List<String> story(StateTable states, int state) {
    List<String> story = new ArrayList<>();
    int before = 0;
    for (int each : states.path(state)) {
      next(states.key(before)).stream()
          .filter(next -> next.broken() == null && states.find(next.state()) == each)
          .findFirst()
          .ifPresent(next -> story.add(next.what().get()));
      before = each;
    }
    return story;
  }

  private String wrong(StateTable states, int state) {
    return next(states.key(state)).stream()
        .filter(next -> next.broken() != null)
        .findFirst()
        .orElseThrow()
        .what()
        .get();
  }
}
