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
  public final Relation<Long, WideRow> wide = relation("wide", WideRow.class, WideRow::key);

  /** A procedure that adds rows, and returns their number. */
  public record Load(long from, long until, boolean wide) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return Table.load(partition.rows, partition.wide, from, until, wide);
    }
  }

  /**
   * The work of a transaction on one partition, like {@link Table.Mix}.
   *
   * @param partition the actor's key
   */
  public record Piece(String partition, List<Long> keys, long writes, boolean wide) {
    long doneBy(Partition actor, boolean together) {
      return wide
          ? Table.mix(actor.wide, keys, writes, together)
          : Table.mix(actor.rows, keys, writes, together);
    }
  }

  /** A procedure that does a piece where it is called. */
  public record One(Piece piece, boolean together) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return piece.doneBy(partition, together);
    }
  }

  /** A procedure that does a piece here, and others at the same time on their partitions. */
  public record All(Piece here, List<Piece> others, boolean together)
      implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      List<Promise<Long>> promises = new ArrayList<>(others.size());
      for (Piece each : others) {
        promises.add(
            partition.actor(Partition.class, each.partition).call(new One(each, together)));
      }
      long sum = here.doneBy(partition, together);
      for (long each : Promise.all(promises)) {
        sum += each;
      }
      return sum;
    }
  }

  /** A query of the number of writes among some rows. */
  public record Written(long from, long until, boolean wide) implements Query<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return wide
          ? Table.written(partition.wide, from, until)
          : Table.written(partition.rows, from, until);
    }
  }

  /** Returns the application of the benchmark. */
  static JavaApplication application() {
    return JavaApplication.named("ycsb-partitions")
        .actor("Partition", Partition::new)
        .procedures(Load.class, One.class, All.class, Written.class)
        .build();
  }
}
