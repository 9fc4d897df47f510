package tutti.engine.node;

import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transport.Transport;
import tutti.model.actor.ActorContext;
import tutti.model.relation.store.RowStore;

/**
 * The ports by which a node reaches the outside (docs/rulings.md#seams).
 *
 * @param scheduler threads and time
 * @param disk the data folder, or null for {@code durability = off}
 * @param entropy randomness, which all threads of the node draw
 * @param history the listener that is told what happens
 * @param self the number of this node in the deployment's list, from 0
 * @param transport how other nodes are reached, or null if there are none
 * @param watched the stand-ins of some of the node's parts, for measurements
 * @param outcomesKept how many outcomes of transactions the node remembers for clients that ask
 *     again, a power of two: usually {@link OutcomeTable#kept}
 */
public record Ports(
    Scheduler scheduler,
    @Nullable Disk disk,
    RandomGenerator entropy,
    History history,
    int self,
    @Nullable Transport transport,
    Watched watched,
    int outcomesKept) {

  /**
   * The stand-ins of parts of a node, for measurements: usually the parts themselves.
   *
   * @param control gives that of each container's concurrency control
   * @param log gives that of the log, as transactions use it
   * @param rows gives that of the rows of an actor, as the procedures of one transaction use them
   * @param actors gives that of an actor as the procedures of one transaction see it, with their
   *     calls of others
   */
  public record Watched(
      UnaryOperator<ConcurrencyControl> control,
      UnaryOperator<Journal> log,
      UnaryOperator<RowStore> rows,
      UnaryOperator<ActorContext> actors) {
    /** The parts themselves. */
    public static final Watched NOTHING = of(UnaryOperator.identity());

    /** Watches concurrency controls alone. */
    public static Watched of(UnaryOperator<ConcurrencyControl> control) {
      return new Watched(control, UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** Watches all but actors as procedures see them. */
    public Watched(
        UnaryOperator<ConcurrencyControl> control,
        UnaryOperator<Journal> log,
        UnaryOperator<RowStore> rows) {
      this(control, log, rows, UnaryOperator.identity());
    }

    /** Watches actors as procedures see them alone. */
    public static Watched ofActors(UnaryOperator<ActorContext> actors) {
      return new Watched(
          UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), actors);
    }
  }

  /** Ports of a node that remembers the usual number of outcomes. */
  public Ports(
      Scheduler scheduler,
      @Nullable Disk disk,
      RandomGenerator entropy,
      History history,
      int self,
      @Nullable Transport transport,
      Watched watched) {
    this(
        scheduler,
        disk,
        entropy,
        history,
        self,
        transport,
        watched,
        OutcomeTable.kept(scheduler.heap()));
  }

  /** Returns these ports with another scheduler, and another listener. */
  public Ports of(Scheduler other, History told) {
    return new Ports(other, disk, entropy, told, self, transport, watched, outcomesKept);
  }

  /** Returns these ports with another disk. */
  public Ports on(Disk other) {
    return new Ports(scheduler, other, entropy, history, self, transport, watched, outcomesKept);
  }

  /** Ports of a node that is not watched. */
  public Ports(
      Scheduler scheduler,
      @Nullable Disk disk,
      RandomGenerator entropy,
      History history,
      int self,
      @Nullable Transport transport) {
    this(scheduler, disk, entropy, history, self, transport, Watched.NOTHING);
  }

  /** Ports of a single node. */
  public Ports(Scheduler scheduler, @Nullable Disk disk, RandomGenerator entropy, History history) {
    this(scheduler, disk, entropy, history, 0, null);
  }
}
