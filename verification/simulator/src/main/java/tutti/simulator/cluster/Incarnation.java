package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Journal;
import tutti.engine.node.Node;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.world.SimulatedNode;

/** One life of a node: its state that is gone when the life ends. */
record Incarnation(
    SimulatedNode machine,
    TaskExecutor door,
    Served served,
    @Nullable Journal log,
    Inspector.@Nullable Life looked,
    List<Promise<ClientReply>> open,
    List<Runnable> looks) {
  Node node() {
    return served.node();
  }
}
