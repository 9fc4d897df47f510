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
import tutti.model.relation.store.RowStore;

/**
 * The ports by which a node reaches the outside (docs/rulings.md#seams).
 *
 * @param scheduler threads and time
 * @param disk the data folder, or null for {@code durability = off}
 * @param entropy randomness
 * @param history the listener that is told what happens
 * @param self the number of this node in the deployment's list, from 0
 * @param transport how other nodes are reached, or null if there are none
 * @param watched gives the stand-in of each container's concurrency control, for measurements:
 *     usually the control itself
 * @param watchedLog gives the stand-in of the log, as transactions use it
 * @param watchedRows gives the stand-in of the rows of an actor, as the procedures of one
 *     transaction use them
 * @param outcomesKept how many outcomes of transactions the node remembers for clients that ask
 *     again, a power of two: usually {@link OutcomeTable#KEPT}
 */
public record Ports(
    Scheduler scheduler,
    @Nullable Disk disk,
    RandomGenerator entropy,
    History history,
    int self,
    @Nullable Transport transport,
    UnaryOperator<ConcurrencyControl> watched,
    UnaryOperator<Journal> watchedLog,
    UnaryOperator<RowStore> watchedRows,
    int outcomesKept) {

  /** Ports of a node that remembers the usual number of outcomes. */
  public Ports(
      Scheduler scheduler,
      @Nullable Disk disk,
      RandomGenerator entropy,
      History history,
      int self,
      @Nullable Transport transport,
      UnaryOperator<ConcurrencyControl> watched,
      UnaryOperator<Journal> watchedLog,
      UnaryOperator<RowStore> watchedRows) {
    this(
        scheduler,
        disk,
        entropy,
        history,
        self,
        transport,
        watched,
        watchedLog,
        watchedRows,
        OutcomeTable.KEPT);
  }

  /** Ports of a node whose log and rows are not watched. */
  public Ports(
      Scheduler scheduler,
      @Nullable Disk disk,
      RandomGenerator entropy,
      History history,
      int self,
      @Nullable Transport transport,
      UnaryOperator<ConcurrencyControl> watched) {
    this(
        scheduler,
        disk,
        entropy,
        history,
        self,
        transport,
        watched,
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  /** Ports of a node that is not watched. */
  public Ports(
      Scheduler scheduler,
      @Nullable Disk disk,
      RandomGenerator entropy,
      History history,
      int self,
      @Nullable Transport transport) {
    this(scheduler, disk, entropy, history, self, transport, UnaryOperator.identity());
  }

  /** Ports of a single node. */
  public Ports(Scheduler scheduler, @Nullable Disk disk, RandomGenerator entropy, History history) {
    this(scheduler, disk, entropy, history, 0, null);
  }
}
