package tutti.simulator.integrated.janus;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.simulator.explorer.world.Judge;
import tutti.simulator.integrated.janus.JanusPast.Life;
import tutti.simulator.integrated.janus.JanusPast.Order;

/** The past as one step goes on, and the rule of the protocol's card that the step breaks. */
final class JanusJudge extends Judge<JanusPast> {
  private final JanusModel model;

  JanusJudge(JanusModel model, JanusPast past) {
    super(past, "one-decision");
    this.model = model;
  }

  /** I9, and I3: all transactions of a scope have a conflict in each shard that they share. */
  void executed(int replica, List<Integer> before, int transaction, boolean refused) {
    if (past().life(transaction).refused().orElse(refused) != refused) {
      breaks("executed-alike", "transaction %d is refused, and it is executed", transaction);
    }
    if (past().life(transaction).isAbandoned()) {
      breaks("one-decision", "transaction %d is abandoned, and it is executed", transaction);
    }
    past(past().executing(transaction, refused));
    for (int one : before) {
      Order order = new Order(one, transaction);
      if (past().orders().contains(new Order(transaction, one))) {
        breaks(
            "one-order",
            "replica %d executes %d after %d, another one did the opposite",
            replica,
            transaction,
            one);
      }
      past(past().ordering(order));
    }
    for (int other = 0; other < past().lives().size(); other++) {
      boolean here = model.transaction(other).shards().contains(model.places.shard(replica));
      if (here
          && past().orders().contains(new Order(other, transaction))
          && !before.contains(other)) {
        breaks(
            "one-order",
            "replica %d executes %d without %d, which came before it",
            replica,
            transaction,
            other);
      }
    }
  }

  /** I1 and I2, but for what is settled. */
  void chosen(int transaction, Decision decision) {
    Optional<Decision> before = past().life(transaction).decision();
    if (before.isPresent()) {
      if (before.get().abandoned() != decision.abandoned()
          || !before(transaction, before.get()).equals(before(transaction, decision))) {
        breaks("one-decision", "transaction %d is %s, and %s", transaction, before.get(), decision);
      }
      return;
    }
    past(past().choosing(transaction, decision));
    for (int other = 0; other < past().lives().size(); other++) {
      Life life = past().life(other);
      if (other != transaction && life.decision().isPresent() && isConflict(transaction, other)) {
        depends(transaction, decision, other, life);
      }
    }
  }

  /**
   * Returns the transactions before a transaction with that decision, directly or indirectly, as
   * they are decided now. The result leaves out transactions that are forgotten, and those before
   * them: all replicas have executed these, where they have a conflict with later ones.
   */
  private SortedSet<Integer> before(int transaction, Decision decision) {
    SortedSet<Integer> all = reached(decision);
    for (int each = 0; each < past().lives().size(); each++) {
      if (past().life(each).forgotten()) {
        all.remove(each);
        past().life(each).decision().ifPresent(its -> all.removeAll(reached(its)));
      }
    }
    all.remove(transaction);
    return all;
  }

  private SortedSet<Integer> reached(Decision decision) {
    SortedSet<Integer> all = new TreeSet<>();
    reach(decision, all);
    return all;
  }

  private void reach(Decision decision, SortedSet<Integer> all) {
    for (Transaction each : decision.dependencies().transactions()) {
      int index = JanusModel.index(each.id());
      if (all.add(index)) {
        past().life(index).decision().ifPresent(its -> reach(its, all));
      }
    }
  }

  /** Whether a transaction comes before one that is forgotten, or is forgotten itself. */
  private boolean isOver(int transaction) {
    for (Life each : past().lives()) {
      if (each.forgotten()
          && each.decision().map(its -> reached(its).contains(transaction)).orElse(false)) {
        return true;
      }
    }
    return past().life(transaction).forgotten();
  }

  private void depends(int transaction, Decision decision, int other, Life life) {
    Decision its = life.decision().orElseThrow();
    boolean settled = isOver(other) || isOver(transaction);
    boolean happen = !decision.abandoned() && !its.abandoned();
    if (happen && !settled && !depends(decision, other) && !depends(its, transaction)) {
      breaks(
          "depends",
          "transaction %d is %s, and transaction %d is %s",
          transaction,
          decision,
          other,
          its);
    }
  }

  private boolean isConflict(int one, int other) {
    Transaction its = model.transaction(other);
    return model.transaction(one).shards().stream().anyMatch(its.shards()::contains);
  }

  /** Near, or by others that are decided. */
  private boolean depends(Decision decision, int transaction) {
    return reached(decision).contains(transaction);
  }

  /** Notes that a client was answered, and checks I10. */
  void told(int transaction, Outcome outcome) {
    Life life = past().life(transaction);
    switch (outcome) {
      case COMMITTED, REFUSED -> {
        if (life.decision().isEmpty() || life.isAbandoned()) {
          breaks("told", "transaction %d is told as %s, and is %s", transaction, outcome, life);
        }
        past(past().telling(transaction));
      }
      case ABANDONED, OVERLOADED -> chosen(transaction, Decision.ABANDONED);
      case UNKNOWN -> {}
    }
  }

  void appended(ConfigurationCommand change) {
    past(past().appending(change));
  }

  void forgotten(Iterable<Transaction> component) {
    component.forEach(each -> past(past().forgetting(JanusModel.index(each.id()))));
  }
}
