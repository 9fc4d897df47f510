package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.commit.table.InternTable;
import tutti.simulator.commit.table.StateTable;
import tutti.simulator.world.Seeds;

/**
 * The explorer of the replicated log: it reaches every state of a small group, those that are the
 * fewest steps away first; or it walks at random where there are too many.
 */
public final class LogExplorer {
  private final LogModel model;
  private final LogSteps steps;
  private final InternTable<HostState> hosts = new InternTable<>();
  private final InternTable<Past> pasts = new InternTable<>();
  private final int limit;
  private long transitions;
  private int agreed;

  /**
   * @param limit the most states; an exploration with more is not complete
   */
  public LogExplorer(LogScope scope, int limit) {
    this.model = new LogModel(scope);
    this.steps = new LogSteps(scope, model);
    this.limit = limit;
  }

  /**
   * Goes on until there are no more states, a rule does not hold, or the thread is interrupted.
   *
   * @param progress told now and then the number of states so far
   */
  public LogExploration explore(LongConsumer progress) {
    StateTable states = new StateTable(LogModel.HOSTS);
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
          return new LogExploration(
              states.size(), transitions, deepest, false, agreed, null, List.of());
        }
      }
      Finding finding = expand(states, state);
      if (finding != null) {
        List<String> story = story(states, state);
        story.add(wrong(states, state));
        return new LogExploration(
            states.size(), transitions, deepest, false, agreed, finding, story);
      }
    }
    return new LogExploration(states.size(), transitions, deepest, true, agreed, null, List.of());
  }

  private @Nullable Finding expand(StateTable states, int state) {
    for (LogSteps.Next next : steps.after(world(states.key(state)))) {
      transitions++;
      agreed = Math.max(agreed, next.world().past().agreed().size());
      if (next.world().broken() != null) {
        return next.world().broken();
      }
      states.add(key(next.world()), state);
    }
    return null;
  }

  /**
   * Walks at random from the start, again and again.
   *
   * @param seed that the walks are drawn by
   * @param walks so many
   */
  public LogExploration walk(long seed, int walks) {
    RandomGenerator random = Seeds.stream(seed, "replication");
    int deepest = 0;
    for (int walk = 0; walk < walks; walk++) {
      LogWorld world = steps.start();
      List<String> story = new ArrayList<>();
      List<LogSteps.Next> all = steps.after(world);
      while (!all.isEmpty()) {
        LogSteps.Next next = all.get(random.nextInt(all.size()));
        transitions++;
        story.add(next.what());
        world = next.world();
        agreed = Math.max(agreed, world.past().agreed().size());
        if (world.broken() != null) {
          return new LogExploration(
              walk, transitions, story.size(), false, agreed, world.broken(), story);
        }
        all = steps.after(world);
      }
      deepest = Math.max(deepest, story.size());
    }
    return new LogExploration(walks, transitions, deepest, true, agreed, null, List.of());
  }

  private int[] key(LogWorld world) {
    int[] key = new int[LogModel.HOSTS + 2];
    for (int host = 0; host < LogModel.HOSTS; host++) {
      key[host] = hosts.number(world.hosts().get(host));
    }
    key[LogModel.HOSTS] = world.messages();
    key[LogModel.HOSTS + 1] = pasts.number(world.past());
    return key;
  }

  private LogWorld world(int[] key) {
    List<HostState> all = new ArrayList<>();
    for (int host = 0; host < LogModel.HOSTS; host++) {
      all.add(hosts.value(key[host]));
    }
    return new LogWorld(
        List.copyOf(all), key[LogModel.HOSTS], pasts.value(key[LogModel.HOSTS + 1]), null);
  }

  private List<String> story(StateTable states, int state) {
    List<Integer> path = new ArrayList<>();
    for (int each = state; each > 0; each = states.before(each)) {
      path.addFirst(each);
    }
    List<String> story = new ArrayList<>();
    int before = 0;
    for (int each : path) {
      for (LogSteps.Next next : steps.after(world(states.key(before)))) {
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
        .map(LogSteps.Next::what)
        .findFirst()
        .orElseThrow();
  }
}
