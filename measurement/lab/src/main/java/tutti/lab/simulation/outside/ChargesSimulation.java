package tutti.lab.simulation.outside;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.simulation.outside.CardService.Course;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.RowsImage;
import tutti.simulator.run.DrawnReplication;

/**
 * Payments between purses, each of which charges a card outside of Tutti, in simulation: nodes
 * crash before, while and after cards are charged. In the end each charge has happened once at
 * most, and its payment is in all of its purses; each other payment is in none.
 */
public final class ChargesSimulation implements SimulatedApplication {
  private static final int PURSES = 6;

  private final CardService cards = new CardService();
  private final RelationalApplication application =
      new RelationalApplication(Purse.application(cards), null);

  @Override
  public String name() {
    return "charges";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  /** Returns this application with an outside world of its own, for each run. */
  @Override
  public SimulatedApplication drawn(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    return new ChargesSimulation();
  }

  /**
   * Returns whether charges can run under the fixed settings, so that {@link #fitting} replaces
   * none of them.
   *
   * @param nodes the number of nodes, or 0 for the seed to choose
   */
  public static boolean suits(int nodes, UnaryOperator<Deployment> fixed) {
    // With replicas there are three nodes at least.
    return nodes == 1
        ? keepsLog(fixed.apply(Deployment.DEFAULT))
        : DrawnReplication.several(fixed)
            .filter(asked -> asked.commit().acts() && keepsLog(asked))
            .isPresent();
  }

  private static boolean keepsLog(Deployment asked) {
    return asked.durability() != Durability.OFF && !asked.replication().active();
  }

  /**
   * Keeps a log: a loss of a node's memory takes nothing back that has happened outside. Shards
   * have no replicas, of which another may go on while an operation runs.
   */
  @Override
  public Deployment fitting(Deployment drawn) {
    return drawn.toBuilder()
        .commit(drawn.coordinatorDecides() ? drawn.commit() : CommitKinds.usual())
        .durability(drawn.durability() == Durability.OFF ? Durability.SYNC : drawn.durability())
        .replication(Replication.NONE)
        .build();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Payments(ActorNames.PLAIN);
  }

  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return new Payments(names);
  }

  /** The clients of one run; used by one thread. */
  private final class Payments implements Scenario {
    private final ActorNames names;

    Payments(ActorNames names) {
      this.names = names;
    }

    private Call call(int purse, Procedure<?, ?> procedure) {
      ProcedureAction action =
          (ProcedureAction)
              Objects.requireNonNull(
                  Objects.requireNonNull(application.type(Purse.TYPE))
                      .action(procedure.getClass().getSimpleName()));
      return action.call(new ActorId(Purse.TYPE, names.text(purse)), procedure);
    }

    @Override
    public List<List<Call>> opening() {
      return List.of(List.of(call(0, new Purse.Take("opening", 0))));
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      String key = names.request("p" + turn.client(), turn.index());
      List<Integer> purses = new ArrayList<>();
      for (int i = 0; i < PURSES; i++) {
        purses.add(i);
      }
      Collections.shuffle(purses, random);
      int first = purses.getFirst();
      if (random.nextInt(6) == 0) {
        return List.of(call(first, new Purse.Count(names.text(purses.get(1)))));
      }
      List<String> others =
          purses.subList(1, 1 + random.nextInt(4)).stream().map(names::text).toList();
      Course course = random.nextInt(3) > 0 ? Course.DONE : Course.values()[random.nextInt(4)];
      Call pay = call(first, new Purse.Pay(key, others, course));
      // A second call of one request, which may be elsewhere, fails before or after the operation
      // was said.
      return random.nextInt(8) == 0
          ? List.of(pay, call(purses.getLast(), new Purse.Take(key + "-too", 0)))
          : List.of(pay);
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(Purse.TYPE, names.text(random.nextInt(PURSES)));
    }

    @Override
    public boolean acts() {
      return true;
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      SortedMap<String, List<Purse.Payment>> paid = paid(states);
      TreeSet<String> keys = new TreeSet<>(paid.keySet());
      keys.addAll(cards.charged().keySet());
      return violations(keys, paid);
    }

    /** Leaves out charges after the backup, which are not in it. */
    @Override
    public List<String> violationsOfBackup(Map<ActorId, ActorState> states) {
      SortedMap<String, List<Purse.Payment>> paid = paid(states);
      return violations(paid.keySet(), paid);
    }

    private List<String> violations(Set<String> keys, SortedMap<String, List<Purse.Payment>> paid) {
      List<String> found = new ArrayList<>();
      for (String key : keys) {
        int times = cards.charged().getOrDefault(key, 0);
        List<Purse.Payment> parts = paid.getOrDefault(key, List.of());
        if (times > 1) {
          found.add("charged once: " + key + " was charged " + times + " times");
        }
        if (parts.isEmpty() || parts.size() != parts.getFirst().parts() || times == 0) {
          found.add(
              "charged exactly when paid: "
                  + key
                  + " was charged "
                  + times
                  + " times, and is in "
                  + parts.size()
                  + " purses");
        }
      }
      return found;
    }

    private static SortedMap<String, List<Purse.Payment>> paid(Map<ActorId, ActorState> states) {
      SortedMap<String, List<Purse.Payment>> paid = new TreeMap<>();
      states.forEach(
          (id, state) -> {
            for (Record row : RowsImage.in(state).rows(0)) {
              if (row instanceof Purse.Payment it && it.parts() > 0) {
                paid.computeIfAbsent(it.key(), _ -> new ArrayList<>()).add(it);
              }
            }
          });
      return paid;
    }
  }
}
