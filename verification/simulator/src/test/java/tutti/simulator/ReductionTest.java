package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.ExplorerWitness;
import tutti.simulator.exhaustive.Scope;
import tutti.simulator.exhaustive.ScopedWorld;
import tutti.simulator.options.SimulationOptions;

/**
 * Events of whole nodes that are called independent are so: the search that leaves out orders of
 * independent choices comes to the same ends as the one that makes all of them, down to the bytes
 * on disks, and by no other states; and two orders that count as one lead to states that no test
 * can tell apart.
 */
class ReductionTest {
  static Stream<Scope> small() {
    return Effort.few(
        List.of(
            SmallScopes.of(1, 1, 0, 0, 0),
            SmallScopes.of(1, 0, 1, 0, 0),
            SmallScopes.of(1, 0, 0, 1, 0),
            SmallScopes.of(1, 0, 0, 0, 1),
            SmallScopes.of(2)))
        .stream();
  }

  static Stream<Scope> larger() {
    return Stream.of(
        SmallScopes.of(1, 0, 0, 0, 2),
        SmallScopes.of(1, 0, 1, 1, 0),
        SmallScopes.of(1, 1, 0, 1, 0),
        SmallScopes.of(1, 0, 1, 0, 1));
  }

  @ParameterizedTest
  @MethodSource("small")
  void findsWhatTheWholeSearchFinds(Scope scope) {
    compare(scope);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("larger")
  void findsWhatALargerWholeSearchFinds(Scope scope) {
    compare(scope);
  }

  private static void compare(Scope scope) {
    All whole = new All();
    All reduced = new All();
    Exploration every = explore(scope, false, whole);
    Exploration some = explore(scope, true, reduced);
    assertThat(some.findings()).isEmpty();
    assertThat(every.findings()).isEmpty();
    assertThat(some.complete()).isTrue();
    assertThat(every.complete()).isTrue();
    assertThat(some.schedules()).isLessThan(every.schedules());
    assertThat(some.transitions()).isEqualTo(some.states() - 1);
    assertThat(reduced.ends).isEqualTo(whole.ends);
    assertThat(whole.states).containsAllEntriesOf(reduced.states);
  }

  private static Exploration explore(Scope scope, boolean reduces, ExplorerWitness witness) {
    return Simulation.explore(
        new ToyBank(), SimulationOptions.of(1, "./tutti simulate"), scope, reduces, witness);
  }

  /** Remembers all, and looks whether orders that count as one are. */
  private static final class All implements ExplorerWitness {
    final Map<Long, String> states = new HashMap<>();
    final Set<String> ends = new TreeSet<>();
    private final Map<Long, String> endsByState = new HashMap<>();

    @Override
    public void progress(long schedules) {}

    @Override
    public void reached(long state, ScopedWorld world) {
      String now = world.state();
      assertThat(now).isEqualTo(states.getOrDefault(state, now));
      states.put(state, now);
    }

    @Override
    public void ended(long state, ScopedWorld world) {
      String outcome = world.outcome() + "\n" + world.state();
      assertThat(outcome).isEqualTo(endsByState.getOrDefault(state, outcome));
      endsByState.put(state, outcome);
      ends.add(outcome);
    }
  }
}
