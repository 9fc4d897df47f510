package tutti.lab.ycsb;

import java.util.List;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The procedures of a partition for YCSB's core workloads, each an operation on one row. */
public final class CorePartition {
  static final String TYPE = "Partition";

  private CorePartition() {}

  /** A read of a row; the answer is its key. */
  public record Read(long key, boolean wide) implements Query<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return wide ? partition.wide.get(key).key() : partition.rows.get(key).key();
    }
  }

  /** A change of one field, of which the answer tells nothing but the number of changes. */
  public record Update(long key, boolean wide) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return wide ? written(partition.wide, key) : written(partition.rows, key);
    }
  }

  private static <R extends Record & Counted<R>> long written(Relation<Long, R> rows, long key) {
    R after = rows.get(key).written();
    rows.update(after);
    return after.writes();
  }

  /** A change of a row that was read before; the answer is what was read. */
  public record ReadModifyWrite(long key, boolean wide) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      return wide ? modified(partition.wide, key) : modified(partition.rows, key);
    }
  }

  private static <R extends Record & Counted<R>> long modified(Relation<Long, R> rows, long key) {
    R read = rows.get(key);
    rows.update(read.written());
    return read.looked();
  }

  /** A new row. */
  public record Insert(long key, boolean wide) implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      insert(partition, key, wide);
      return key;
    }
  }

  private static void insert(Partition partition, long key, boolean wide) {
    if (wide) {
      partition.wide.insert(WideRow.first(key));
    } else {
      partition.rows.insert(Partition.Row.first(key));
    }
  }

  /**
   * The rows that a scan has seen.
   *
   * @param inOrder whether each has a greater key than the one before, and the first is the one
   *     asked for
   */
  public record Scanned(int rows, boolean inOrder) {}

  /** A read of a row and those behind it in the order of keys. */
  public record Scan(long from, int most, boolean wide) implements Query<Partition, Scanned> {
    @Override
    public Scanned run(Partition partition) {
      return wide
          ? scanned(partition.wide.scan().from(from).limit(most).list(), from)
          : scanned(partition.rows.scan().from(from).limit(most).list(), from);
    }
  }

  private static <R extends Counted<R>> Scanned scanned(List<R> rows, long from) {
    boolean inOrder = !rows.isEmpty() && rows.getFirst().key() == from;
    for (int i = 1; i < rows.size(); i++) {
      inOrder &= rows.get(i - 1).key() < rows.get(i).key();
    }
    return new Scanned(rows.size(), inOrder);
  }

  /**
   * Adds rows: those of the partition's keys that are from one to another.
   *
   * @param step from one of the partition's keys to the next
   */
  public record LoadSome(long from, long until, long step, boolean wide)
      implements Procedure<Partition, Long> {
    @Override
    public Long run(Partition partition) {
      long added = 0;
      for (long key = from; key < until; key += step) {
        insert(partition, key, wide);
        added++;
      }
      return added;
    }
  }

  /**
   * The rows of a partition, counted.
   *
   * @param misplaced those whose key is another partition's
   */
  public record Totals(long rows, long writes, long misplaced) {
    static final Totals NONE = new Totals(0, 0, 0);

    Totals plus(Totals other) {
      return new Totals(rows + other.rows, writes + other.writes, misplaced + other.misplaced);
    }
  }

  /** A count of the rows whose keys are from one to another. */
  public record Count(long from, long until, long step, boolean wide)
      implements Query<Partition, Totals> {
    @Override
    public Totals run(Partition partition) {
      return wide
          ? totals(partition.wide.scan().from(from).before(until).list())
          : totals(partition.rows.scan().from(from).before(until).list());
    }

    private <R extends Counted<R>> Totals totals(List<R> rows) {
      long writes = 0;
      long misplaced = 0;
      for (R row : rows) {
        writes += row.writes();
        misplaced += row.key() % step == from % step ? 0 : 1;
      }
      return new Totals(rows.size(), writes, misplaced);
    }
  }

  /** Returns the application, to which procedures may be added. */
  static JavaApplication.Builder application() {
    return JavaApplication.named("ycsb-core")
        .actor(TYPE, Partition::new)
        .procedures(
            Read.class,
            Update.class,
            ReadModifyWrite.class,
            Insert.class,
            Scan.class,
            LoadSome.class,
            Count.class);
  }
}
