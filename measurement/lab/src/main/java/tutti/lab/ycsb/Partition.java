package tutti.lab.ycsb;

import java.util.ArrayList;
import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/**
 * An actor with one large relation, of small rows or of wide ones (the other is empty), and
 * transactions on it, or over several such actors, the rows of one node each: the YCSB of commit
 * protocols (Easy Commit §6.1).
 */
public final class Partition extends Actor {
  public final Relation<Long, Row> rows = relation("rows", Row.class, Row::key);
  public final Relation<Long, WideRow> wide = relation("wide", WideRow.class, WideRow::key);

  /** A row of a key and eleven fields: 96 bytes of data. */
  public record Row(
      long key,
      long f0,
      long f1,
      long f2,
      long f3,
      long f4,
      long f5,
      long f6,
      long f7,
      long f8,
      long f9,
      long f10)
      implements Counted<Row> {

    /** Returns the row that is there before any write. */
    static Row first(long key) {
      return new Row(key, 0, key, key, key, key, key, key, key, key, key, key);
    }

    /** Returns the row after one more write: the first field counts the writes. */
    @Override
    public Row written() {
      return new Row(key, f0 + 1, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10);
    }

    @Override
    public long writes() {
      return f0;
    }

    @Override
    public long looked() {
      return f0;
    }
  }

  /** A procedure that adds rows, and returns their number. */
  public record Load(long from, long until, boolean wide) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      for (long key = from; key < until; key++) {
        if (wide) {
          partition.wide.insert(WideRow.first(key));
        } else {
          partition.rows.insert(Row.first(key));
        }
      }
      return until - from;
    }
  }

  /**
   * Reads and writes rows.
   *
   * @param keys the key of each operation
   * @param writes bit i is set if operation i writes the row that it reads
   * @param together whether all rows are read before any is written
   * @param wide whether the rows are the wide ones
   */
  public record Mix(List<Long> keys, long writes, boolean together, boolean wide)
      implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return partition.mix(keys, writes, wide, together);
    }
  }

  private long mix(List<Long> keys, long writes, boolean ofWide, boolean together) {
    return ofWide ? mix(wide, keys, writes, together) : mix(rows, keys, writes, together);
  }

  private static <R extends Record & Counted<R>> long mix(
      Relation<Long, R> rows, List<Long> keys, long writes, boolean together) {
    List<R> all = together ? rows.getAll(keys) : List.of();
    long sum = 0;
    for (int i = 0; i < keys.size(); i++) {
      R row = together ? all.get(i) : rows.get(keys.get(i));
      if ((writes >>> i & 1) != 0) {
        rows.update(row.written());
      } else {
        sum += row.looked();
      }
    }
    return sum;
  }

  /**
   * The work of a transaction on one partition, like {@link Mix}.
   *
   * @param partition the actor's key
   */
  public record Piece(String partition, List<Long> keys, long writes, boolean wide) {
    long doneBy(Partition actor, boolean together) {
      return actor.mix(keys, writes, wide, together);
    }
  }

  /** A procedure that does a piece where it is called. */
  @Internal
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
      return wide ? written(partition.wide, from, until) : written(partition.rows, from, until);
    }
  }

  private static <R extends Record & Counted<R>> long written(
      Relation<Long, R> rows, long from, long until) {
    long sum = 0;
    for (long key = from; key < until; key++) {
      sum += rows.get(key).writes();
    }
    return sum;
  }

  /** Returns the application of the benchmark of one such actor, which is named Table there. */
  static JavaApplication table() {
    return JavaApplication.named("ycsb")
        .actor("Table", Partition::new)
        .procedures(Load.class, Mix.class, Written.class)
        .build();
  }

  /** Returns the application of the benchmark of several. */
  static JavaApplication application() {
    return JavaApplication.named("ycsb-partitions")
        .actor("Partition", Partition::new)
        .procedures(Load.class, One.class, All.class, Written.class)
        .build();
  }
}
