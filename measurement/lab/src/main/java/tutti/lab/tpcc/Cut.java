package tutti.lab.tpcc;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Commits;
import tutti.lab.tpcc.Tables.Extent;

/** An application of the benchmark: what its actors are, and the requests for them. */
interface Cut {

  /** Returns the application of a shape. */
  static Cut of(TpccShape shape) {
    return switch (shape.actors()) {
      case WAREHOUSES -> new WarehouseCut(shape.overlapping());
      case ROWS -> new RowsCut(shape.overlapping());
    };
  }

  RelationalApplication application();

  /** Returns the application's actor types. */
  List<String> types();

  /** Returns the first of a warehouse's actors, in the order of keys, under ranges of keys. */
  String firstKey(int warehouse);

  /** Returns the request for a transaction at a terminal. */
  TransactionRequest request(int terminal, Input input);

  /** Returns the request that is made before all others of a load: it stores what will be there. */
  TransactionRequest firstPart(Extent extent);

  /**
   * Returns the requests that load a warehouse, but for {@link #lastPart}, in any order. A request
   * for what is there already changes nothing, as the first and the last ones.
   */
  List<Supplier<TransactionRequest>> parts(Population rows, int warehouse);

  /** Returns the request that is made at last: it says that all else is there. */
  TransactionRequest lastPart(Population rows, int warehouse);

  /**
   * Loads the warehouses. What a load that was broken off has left is kept, and the rest added.
   *
   * @param rows of the seed of the first load
   */
  default void load(Commits open, Population rows) throws InterruptedException {
    open.commit(1, i -> firstPart(rows.extent()), committed -> {});
    for (int warehouse = 1; warehouse <= rows.shape().warehouses(); warehouse++) {
      int number = warehouse;
      List<Supplier<TransactionRequest>> parts = parts(rows, number);
      ActorCalls.commitAll(open, parts.size(), partsAtOnce(), i -> parts.get(i).get());
      open.commit(1, i -> lastPart(rows, number), committed -> {});
    }
  }

  /** Returns how many of the parts are loaded in one transaction. */
  int partsAtOnce();

  /** Returns the extent of the load that was begun, if one was. */
  Optional<Extent> begun(Commits open) throws InterruptedException;

  /** Returns the stored tables. */
  TableSource tables(Commits open, TpccShape shape);
}
