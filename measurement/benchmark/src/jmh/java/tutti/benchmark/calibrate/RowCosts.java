package tutti.benchmark.calibrate;

import java.util.List;
import java.util.SplittableRandom;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.relation.RelationDefinition;

/**
 * The costs of finding rows in the engine's table of rows, without the work of concurrency control:
 * processor time of one thread. Each row names the next one by chance, so that a processor cannot
 * look for several at a time.
 */
final class RowCosts {
  private static final int ROWS = 20_000;

  private final int rounds;
  private final int many;
  private final RowTable<Signpost> table;
  private final RowView view = new RowView();
  private long at;

  private record Signpost(long key, long next) {}

  RowCosts() {
    this(15, 200_000);
  }

  /**
   * @param rounds the number of rounds of a measurement
   * @param many the number of rows that a round finds
   */
  RowCosts(int rounds, int many) {
    this.rounds = rounds;
    this.many = many;
    RelationDefinition<Long, Signpost> relation =
        new RelationDefinition<>(0, "signposts", Signpost.class, Signpost::key);
    relation.seal();
    table = new RowTable<>(relation);
    ActorRows numbers = new ActorRows("signposts", List.of(relation));
    SplittableRandom random = new SplittableRandom(1);
    for (long key = 0; key < ROWS; key++) {
      table.apply(key, new Signpost(key, random.nextLong(ROWS)), numbers.nextTid());
    }
  }

  /** Measures the search for a row by its primary key. */
  Samples find() throws Exception {
    return Samples.measure(rounds, () -> each(many, 1, this::findOne));
  }

  /**
   * Measures a scan.
   *
   * @param rows the number of rows of the scan, at least 1: a scan of none need not look for any
   */
  Samples scan(int rows) throws Exception {
    return Samples.measure(rounds, () -> each(many / rows, rows, () -> scanOnce(rows)));
  }

  private interface Work {
    /** Looks for rows, and returns the number that it has found. */
    int run();
  }

  private double each(int times, int rows, Work work) {
    long before = CountedScheduler.ownProcessorNanos();
    int found = 0;
    for (int i = 0; i < times; i++) {
      found += work.run();
      // Rows may lead round in a small circle by chance.
      at = (at + i) % ROWS;
    }
    double nanos = CountedScheduler.ownProcessorNanos() - before;
    if (found != times * rows) {
      throw new IllegalStateException(found + " rows were found, not " + times * rows);
    }
    return nanos / times;
  }

  private int findOne() {
    RowPlace place = table.find(at, null);
    return place == null ? 0 : read(place);
  }

  private int scanOnce(int rows) {
    long from = Math.min(at, ROWS - rows);
    Cursor<RowPlace> places =
        table.scan(0, table.entry(from), table.entry(from + rows), false, null);
    int found = 0;
    while (places.next()) {
      found += read(places.value());
    }
    return found;
  }

  private int read(RowPlace place) {
    place.read(view);
    if (view.row() instanceof Signpost row) {
      at = row.next();
      return 1;
    }
    return 0;
  }
}
