package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;

/** The facts about a member of a world of an integrated protocol, by which steps are judged. */
public sealed interface MemberFacts {

  /**
   * The facts about a replica.
   *
   * @param heard the number of commands of its shard's configuration log that the replica has got
   * @param executed the indexes of the transactions that it has executed, in their order, where
   *     that order is judged
   */
  record OfReplica(int heard, List<Integer> executed) implements MemberFacts {
    /** The facts about a replica that has heard of nothing. */
    public static final OfReplica NONE = new OfReplica(0, List.of());

    /** The facts when it is told the next command of the configuration log. */
    public OfReplica hearing() {
      return new OfReplica(heard + 1, executed);
    }

    /** The facts when it has executed one more transaction. */
    public OfReplica executing(int transaction) {
      List<Integer> all = new ArrayList<>(executed);
      all.add(transaction);
      return new OfReplica(heard, List.copyOf(all));
    }
  }

  /**
   * A coordinator. One whose messages never arrive is one that is gone.
   *
   * @param transaction the index of its transaction among the scope's
   * @param done whether it has nothing left to do
   */
  record OfCoordinator(int transaction, boolean done) implements MemberFacts {
    /** The facts when it has nothing left to do. */
    public OfCoordinator finished() {
      return new OfCoordinator(transaction, true);
    }
  }
}
