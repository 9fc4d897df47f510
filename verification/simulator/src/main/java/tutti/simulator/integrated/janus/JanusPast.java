package tutti.simulator.integrated.janus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.simulator.explorer.world.Bounded;
import tutti.simulator.explorer.world.Budget;

/**
 * The facts about the past by which a state is judged, and the choices that are left. Immutable.
 *
 * @param lives the lives of the scope's transactions
 * @param orders the executions of two transactions one after the other, at any replica
 * @param configurationLog the commands of the configuration log; empty if the shard has none
 */
record JanusPast(
    List<Life> lives,
    SortedSet<Order> orders,
    List<ConfigurationCommand> configurationLog,
    Budget budget)
    implements Bounded<JanusPast> {
  JanusPast {
    lives = List.copyOf(lives);
    configurationLog = List.copyOf(configurationLog);
    orders = Collections.unmodifiableSortedSet(new TreeSet<>(orders));
  }

  /**
   * The life of a transaction.
   *
   * @param decision the decision that was chosen
   * @param told whether its client was answered that it committed
   * @param forgotten whether some replica has forgotten it
   * @param refused whether it was refused, once some replica knows
   */
  record Life(
      Optional<Decision> decision, boolean told, boolean forgotten, Optional<Boolean> refused) {
    static final Life NEW = new Life(Optional.empty(), false, false, Optional.empty());

    boolean isAbandoned() {
      return decision.map(Decision::abandoned).orElse(false);
    }
  }

  /** Two transactions that were executed one after the other in some shard. */
  record Order(int one, int other) implements Comparable<Order> {
    @Override
    public int compareTo(Order its) {
      return one != its.one ? Integer.compare(one, its.one) : Integer.compare(other, its.other);
    }
  }

  Life life(int transaction) {
    return lives.get(transaction);
  }

  private JanusPast with(int transaction, Life life) {
    List<Life> all = new ArrayList<>(lives);
    all.set(transaction, life);
    return new JanusPast(all, orders, configurationLog, budget);
  }

  @Override
  public JanusPast with(Budget left) {
    return new JanusPast(lives, orders, configurationLog, left);
  }

  JanusPast choosing(int transaction, Decision decision) {
    Life life = life(transaction);
    return with(
        transaction,
        new Life(Optional.of(decision), life.told(), life.forgotten(), life.refused()));
  }

  JanusPast telling(int transaction) {
    Life life = life(transaction);
    return with(transaction, new Life(life.decision(), true, life.forgotten(), life.refused()));
  }

  JanusPast forgetting(int transaction) {
    Life life = life(transaction);
    return with(transaction, new Life(life.decision(), life.told(), true, life.refused()));
  }

  JanusPast executing(int transaction, boolean refused) {
    Life life = life(transaction);
    return with(
        transaction,
        new Life(life.decision(), life.told(), life.forgotten(), Optional.of(refused)));
  }

  JanusPast ordering(Order order) {
    SortedSet<Order> all = new TreeSet<>(orders);
    all.add(order);
    return new JanusPast(lives, all, configurationLog, budget);
  }

  JanusPast appending(ConfigurationCommand change) {
    List<ConfigurationCommand> all = new ArrayList<>(configurationLog);
    all.add(change);
    return new JanusPast(lives, orders, all, budget);
  }
}
