package tutti.lab.ycsb;

import java.util.ArrayList;
import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/**
 * An actor with the rows of one node, and transactions over several such: the YCSB of commit
 * protocols (Easy Commit §6.1).
 */
public final class Partition extends Actor {
  public final Relation<Long, Table.Row> rows = relation("rows", Table.Row.class, Table.Row::key);

  /** Adds rows, and says how many. */
  public record Load(long from, long until) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      for (long key = from; key < until; key++) {
        partition.rows.insert(Table.Row.first(key));
      }
      return until - from;
    }
  }

  /**
   * What a transaction does on one partition, as {@link Table.Mix}.
   *
   * @param partition the actor's key
   */
  public record Piece(String partition, List<Long> keys, long writes) {}

  /** Does a piece where it is called. */
  public record One(Piece piece, boolean together) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return Table.mix(partition.rows, piece.keys, piece.writes, together);
    }
  }

  /** Does a piece here, and others at the same time on their partitions. */
  public record All(Piece here, List<Piece> others, boolean together)
      implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      List<Promise<Long>> promises = new ArrayList<>(others.size());
      for (Piece each : others) {
        promises.add(
            partition.actor(Partition.class, each.partition).call(new One(each, together)));
      }
      long sum = Table.mix(partition.rows, here.keys, here.writes, together);
      for (long each : Promise.all(promises)) {
        sum += each;
      }
      return sum;
    }
  }

  /** How many writes there were among some rows. */
  public record Written(long from, long until) implements Query<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      long sum = 0;
      for (long key = from; key < until; key++) {
        sum += partition.rows.get(key).f0();
      }
      return sum;
    }
  }

  /** The application of the benchmark. */
  static JavaApplication application() {
    return JavaApplication.named("ycsb-partitions")
        .actor("Partition", Partition::new)
        .procedures(Load.class, One.class, All.class, Written.class)
        .build();
  }
}
