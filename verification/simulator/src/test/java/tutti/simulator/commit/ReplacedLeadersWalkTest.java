package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Effort;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.simulator.commit.rule.Agreement;
import tutti.simulator.commit.rule.Rule;
import tutti.simulator.commit.state.CommitScope;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.RunningTimer;
import tutti.simulator.commit.step.Transition;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.world.Seeds;

/**
 * Random walks of the commit protocols that run over shards with replicas. A shard is a node of the
 * model. Another host may come to lead it at any moment, from a first part of its log, and the
 * leader before goes on without knowing that: it hears messages, and says whatever rests on no
 * record of its own, since none of its records becomes durable any more. One leader of each shard
 * was replaced before the transaction began.
 */
class ReplacedLeadersWalkTest {
  private static final int WALKS = 1_500;
  private static final int STEPS = 160;

  /** The steps in which all must end once nothing goes wrong any more. */
  private static final int CALM_STEPS = 5_000;

  /** The steps after which a participant that has not promised anything gives up. */
  private static final int DEADLINE_STEPS = 500;

  private final Machines<CommitMachine, Input, Output> machines = new Machines<>();
  private final SortedSet<String> ends = new TreeSet<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two-phase",
        "two-phase-presumed-commit",
        "two-phase-presumed-nothing",
        "paxos-commit"
      })
  void whatAReplacedLeaderSaysBreaksNoAgreement(String name) {
    for (int seed = 0; seed < Effort.of(6_000); seed++) {
      Finding broken = walk(name, seed, false);
      assertThat(broken).as("%s, seed %d", name, seed).isNull();
    }
    assertThat(ends).anyMatch(end -> end.contains("told COMMIT"));
    assertThat(ends).anyMatch(end -> end.contains("told ABORT"));
  }

  static List<String> some() {
    return Effort.few(List.of("two-phase", "two-phase-presumed-commit", "paxos-commit"));
  }

  /** Answers about a transaction of which a leader knows nothing must wait for a proof. */
  @ParameterizedTest
  @MethodSource("some")
  void aReplacedLeaderThatAnswersWithoutKnowingAnythingBreaksIt(String name) {
    assertThat(IntStream.range(0, WALKS).mapToObj(seed -> walk(name, seed, true)))
        .anyMatch(broken -> broken != null && broken.rule().equals("agreement"));
  }

  private @Nullable Finding walk(String name, int seed, boolean answers) {
    RandomGenerator random = Seeds.stream(seed, "walk");
    CommitProtocol protocol = Explored.named(name).protocol();
    CommitScope scope = CommitScopes.of(Assumption.ASYNCHRONOUS, 0, 0, 0, 0);
    Set<Integer> changers = new TreeSet<>(Set.of(0, 1, 2));
    if (random.nextInt(4) == 0) {
      changers.remove(random.nextInt(3));
    }
    TransitionRelation laws =
        new TransitionRelation(protocol, scope, changers, false, false, machines);
    return new Walk(laws, Agreement.rules(changers), random, answers).walk();
  }

  /** A leader that was replaced, and its state. */
  private static final class Replaced {
    final int node;
    NodeState state;

    Replaced(int node, NodeState state) {
      this.node = node;
      this.state = state;
    }
  }

  private final class Walk {
    private final TransitionRelation laws;
    private final List<Rule> rules;
    private final RandomGenerator random;
    private final boolean answers;
    private final List<Replaced> replaced = new ArrayList<>();
    private GlobalState world;

    /**
     * @param answers whether a replaced leader that knows nothing answers as one that leads does
     */
    Walk(TransitionRelation laws, List<Rule> rules, RandomGenerator random, boolean answers) {
      this.laws = laws;
      this.rules = rules;
      this.random = random;
      this.answers = answers;
      this.world = laws.start();
      laws.closed(world, this::follow);
      for (int node = 0; node < world.nodes(); node++) {
        replaced.add(new Replaced(node, new NodeState()));
      }
    }

    private void follow(GlobalState next, Transition how) {
      world = next;
    }

    @Nullable Finding walk() {
      for (int step = 0; step < STEPS; step++) {
        step();
        Finding broken = broken();
        if (broken != null) {
          return broken;
        }
      }
      for (int step = 0; step < CALM_STEPS; step++) {
        boolean deadline = isQuiet() || step % DEADLINE_STEPS == DEADLINE_STEPS - 1;
        if (deadline && !givesUp() && isQuiet()) {
          ends.add(world.end());
          return null;
        }
        calmStep();
        Finding broken = broken();
        if (broken != null) {
          return broken;
        }
      }
      return new Finding("end", "a node does not end: " + world.end());
    }

    /** Lets what has promised nothing end at its deadline; false if all has ended. */
    private boolean givesUp() {
      for (int node = 0; node < world.nodes(); node++) {
        if (world.site(node).outcome == NodeOutcome.OPEN
            && world.site(node).member != NodeState.NONE) {
          Input wish = node == 0 ? new Input.GaveUp() : new Input.RollBack();
          laws.wishes(world, node, wish, this::follow);
          return true;
        }
      }
      return false;
    }

    private @Nullable Finding broken() {
      return rules.stream()
          .map(rule -> rule.broken(world))
          .filter(finding -> finding != null)
          .findFirst()
          .orElse(null);
    }

    private boolean isQuiet() {
      return world.wires.isEmpty()
          && IntStream.range(0, world.nodes())
              .mapToObj(world::site)
              .allMatch(site -> site.tail.isEmpty() && site.alarms.isEmpty());
    }

    private void step() {
      int node = random.nextInt(world.nodes());
      int drawn = random.nextInt(32);
      switch (drawn) {
        case 0 -> replace(node);
        case 1 -> rings(node);
        case 2 -> ringsAtReplaced();
        case 3 -> wishes(node);
        default -> {
          if (drawn % 3 == 0) {
            laws.flush(world, node, this::follow);
          } else {
            arrives();
          }
        }
      }
    }

    /** Takes a step of a world in which nothing goes wrong: timers run down when all has come. */
    private void calmStep() {
      int node = random.nextInt(world.nodes());
      if (!world.wires.isEmpty()) {
        arrives(world.wires.remove(random.nextInt(world.wires.size())));
      } else if (!world.site(node).tail.isEmpty()) {
        laws.flush(world, node, this::follow);
      } else {
        rings(node);
      }
    }

    /** Lets another host lead, which has a first part of what is not known to be chosen. */
    private void replace(int node) {
      NodeState before = world.fork().site(node);
      replaced.add(new Replaced(node, before));
      NodeState site = world.edit(node);
      boolean showed = node != 0 && site.outcome.hasCommitted();
      site.crash(random.nextInt(site.tail.size() + 1));
      if (showed && !site.outcome.hasCommitted()) {
        world.ledger = world.ledger.show();
      }
      dropOwn(node);
      laws.restart(world, node, this::follow);
    }

    /** Drops what the leaders of a shard say to themselves: no other one hears it. */
    private void dropOwn(int node) {
      world.wires.removeIf(wire -> wire.from() == node && wire.to() == node);
    }

    private void rings(int node) {
      RunningTimer timer = anyTimer(world.site(node));
      if (timer != null) {
        laws.rings(world, node, timer, this::follow);
      }
    }

    private @Nullable RunningTimer anyTimer(NodeState site) {
      List<RunningTimer> all = site.alarms;
      return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private void wishes(int node) {
      if (random.nextInt(8) == 0 && world.site(node).member != NodeState.NONE) {
        Input wish =
            node == 0
                ? new Input.GaveUp()
                : random.nextBoolean() ? new Input.RollBack() : new Input.Objected();
        laws.wishes(world, node, wish, this::follow);
      }
    }

    /** Lets a message arrive, here and there more than once, or nowhere. */
    private void arrives() {
      if (world.wires.isEmpty()) {
        return;
      }
      InFlightMessage wire = world.wires.remove(random.nextInt(world.wires.size()));
      switch (random.nextInt(10)) {
        case 0 -> {}
        case 1, 2, 3, 4 -> arrivesAtReplaced(wire);
        case 5 -> {
          world.wires.add(wire);
          arrives(wire);
        }
        default -> arrives(wire);
      }
    }

    private void arrives(InFlightMessage wire) {
      laws.arrives(world, wire, Transition.Kind.ARRIVAL, this::follow);
    }

    private void arrivesAtReplaced(InFlightMessage wire) {
      List<Replaced> all = replaced.stream().filter(it -> it.node == wire.to()).toList();
      Replaced at = all.get(random.nextInt(all.size()));
      boolean knows =
          wire.message().forWitness() || at.state.machine(false) != NodeState.NONE || answers;
      if (random.nextBoolean()) {
        // The leader of the day hears it, too.
        world.wires.add(wire);
      }
      if (knows && wire.from() != wire.to()) {
        at(at, seen -> laws.arrives(seen, wire, Transition.Kind.ARRIVAL, this::follow));
      }
    }

    private void ringsAtReplaced() {
      Replaced at = replaced.get(random.nextInt(replaced.size()));
      RunningTimer timer = anyTimer(at.state);
      if (timer != null) {
        at(at, seen -> laws.rings(seen, at.node, timer, this::follow));
      }
    }

    /** Lets a replaced leader take a step: only what it says comes of it. */
    private void at(Replaced leader, Consumer<GlobalState> step) {
      NodeState leads = world.fork().site(leader.node);
      var known = world.ledger;
      GlobalState seen = world.fork();
      seen.sites[leader.node] = leader.state;
      seen.numbers[leader.node] = -1;
      step.accept(seen);
      leader.state = world.site(leader.node);
      world.sites[leader.node] = leads;
      world.numbers[leader.node] = -1;
      world.ledger = known;
      dropOwn(leader.node);
    }
  }
}
