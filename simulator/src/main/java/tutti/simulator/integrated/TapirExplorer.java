package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.simulator.commit.table.InternTable;
import tutti.simulator.commit.table.StateTable;
import tutti.simulator.replication.Finding;
import tutti.simulator.replication.LogExploration;
import tutti.simulator.world.Seeds;

/**
 * The explorer of TAPIR: it reaches every state of a few replicas, coordinators and transactions,
 * those that are the fewest steps away first; or it walks at random where there are too many.
 */
public final class TapirExplorer {
  private final TapirModel model;
  private final TapirSteps steps;
  private final InternTable<ReplicaState> replicas = new InternTable<>();
  private final InternTable<List<CoordinatorState>> coordinators = new InternTable<>();
  private final InternTable<TapirPast> pasts = new InternTable<>();
  private final int limit;
  private long transitions;
  private int committed;

  /**
   * @param limit the most states; an exploration with more is not complete
   */
  public TapirExplorer(TapirScope scope, int limit) {
    this.model = new TapirModel(scope);
    this.steps = new TapirSteps(scope, model);
    this.limit = limit;
  }

  /**
   * Goes on until there are no more states, a rule does not hold, or the thread is interrupted.
   *
   * @param progress told now and then the number of states so far
   */
  public LogExploration explore(LongConsumer progress) {
    StateTable states = new StateTable(model.replicas() + 1);
    states.add(key(steps.start()), -1);
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
      Finding finding = expand(states, state);
      if (finding != null) {
        List<String> story = story(states, state);
        story.add(wrong(states, state));
        return result(states.size(), deepest, false, finding, story);
      }
    }
    return result(states.size(), deepest, true, null, List.of());
  }

  private LogExploration result(
      long states, int deepest, boolean complete, @Nullable Finding finding, List<String> story) {
    return new LogExploration(states, transitions, deepest, complete, committed, finding, story);
  }

  private @Nullable Finding expand(StateTable states, int state) {
    for (TapirSteps.Next next : steps.after(world(states.key(state)))) {
      count(next.world());
      if (next.world().broken() != null) {
        return next.world().broken();
      }
      states.add(key(next.world()), state);
    }
    return null;
  }

  private void count(TapirWorld world) {
    transitions++;
    int now = 0;
    for (TapirPast.Life life : world.past().lives()) {
      now += life.outcome() == Outcome.COMMITTED ? 1 : 0;
    }
    committed = Math.max(committed, now);
  }

  /**
   * Walks at random from the start, again and again.
   *
   * @param seed that the walks are drawn by
   * @param walks so many
   */
  public LogExploration walk(long seed, int walks) {
    RandomGenerator random = Seeds.stream(seed, "integrated");
    int deepest = 0;
    for (int walk = 0; walk < walks; walk++) {
      TapirWorld world = steps.start();
      List<String> story = new ArrayList<>();
      List<TapirSteps.Next> all = steps.after(world);
      while (!all.isEmpty()) {
        TapirSteps.Next next = all.get(random.nextInt(all.size()));
        story.add(next.what());
        world = next.world();
        count(world);
        if (world.broken() != null) {
          return result(walk, story.size(), false, world.broken(), story);
        }
        all = steps.after(world);
      }
      deepest = Math.max(deepest, story.size());
    }
    return result(walks, deepest, true, null, List.of());
  }

  private int[] key(TapirWorld world) {
    int many = model.replicas();
    int[] key = new int[many + 3];
    for (int each = 0; each < many; each++) {
      key[each] = replicas.number(world.replicas().get(each));
    }
    key[many] = coordinators.number(world.coordinators());
    key[many + 1] = world.messages();
    key[many + 2] = pasts.number(world.past());
    return key;
  }

  private TapirWorld world(int[] key) {
    int many = model.replicas();
    List<ReplicaState> all = new ArrayList<>();
    for (int each = 0; each < many; each++) {
      all.add(replicas.value(key[each]));
    }
    return new TapirWorld(
        List.copyOf(all),
        coordinators.value(key[many]),
        key[many + 1],
        pasts.value(key[many + 2]),
        null);
  }

  private List<String> story(StateTable states, int state) {
    List<Integer> path = new ArrayList<>();
    for (int each = state; each > 0; each = states.before(each)) {
      path.addFirst(each);
    }
    List<String> story = new ArrayList<>();
    int before = 0;
    for (int each : path) {
      for (TapirSteps.Next next : steps.after(world(states.key(before)))) {
        if (next.world().broken() == null && states.find(key(next.world())) == each) {
          story.add(next.what());
          break;
        }
      }
      before = each;
    }
    return story;
  }

  private String wrong(StateTable states, int state) {
    return steps.after(world(states.key(state))).stream()
        .filter(next -> next.world().broken() != null)
        .map(TapirSteps.Next::what)
        .findFirst()
        .orElseThrow();
  }
}
