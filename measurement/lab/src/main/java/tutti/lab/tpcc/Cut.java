package tutti.lab.tpcc;

import java.util.List;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.RunNodes;

/** An application of the benchmark: what its actors are, and the requests for them. */
interface Cut {

  RelationalApplication application();

  /** Returns the application's actor types. */
  List<String> types();

  /** Returns the first of a warehouse's actors, in the order of keys, under ranges of keys. */
  String firstKey(int warehouse);

  /** Returns the request for a transaction at a terminal. */
  TransactionRequest request(int terminal, Input input);

  /**
   * Loads the warehouses. What a load that was broken off has left is kept, and the rest added.
   *
   * @param rows of the seed of the first load
   */
  void load(RunNodes open, Population rows) throws InterruptedException;

  /**
   * Returns how much of a warehouse is there.
   *
   * @return not {@code loaded} for a warehouse that is not there at all
   */
  WarehousePages.Extent measure(RunNodes open, int warehouse) throws InterruptedException;

  /** Returns the stored tables. */
  TableSource tables(RunNodes open, TpccShape shape);
}
