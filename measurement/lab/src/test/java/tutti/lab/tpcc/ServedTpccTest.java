package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.SmallRuns;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.RunNodes;
import tutti.lab.tpcc.Results.Wanted;

/** A new order that is not whole in the stock of another warehouse is found. */
@Timeout(300)
class ServedTpccTest {
  @TempDir Path folder;

  @Test
  void stockThatNoOrderTookIsFound() throws Exception {
    ServedTpcc benchmark = new ServedTpcc(Actors.WAREHOUSES);
    RelationalApplication application = (RelationalApplication) benchmark.application();
    try (RunNodes nodes =
        SmallRuns.nodes(folder)
            .open(application, SmallRuns.side(1).deployment(), SmallRuns.plan(4, 100))) {
      for (TransactionRequest part : benchmark.opening()) {
        nodes.commit(1, i -> part, committed -> {});
      }
      assertThat(benchmark.stored(nodes).violations().values()).allMatch(List::isEmpty);
      TransactionRequest half =
          new ActorCalls(application)
              .of(
                  Warehouse.TYPE,
                  Warehouse.key(2),
                  new Warehouse.Supply(1, List.of(new Wanted(7, 3))));
      nodes.commit(1, i -> half, committed -> {});

      assertThat(benchmark.stored(nodes).violations())
          .containsEntry(
              "tpcc-stock",
              List.of(
                  "item 7 of warehouse 2 has 3 pieces in 1 lines, 1 of them remote, and its orders 0"
                      + " pieces in 0 lines, 0 of them remote"))
          .hasSize(13)
          .values()
          .filteredOn(told -> !told.isEmpty())
          .hasSize(1);
    }
  }
}
