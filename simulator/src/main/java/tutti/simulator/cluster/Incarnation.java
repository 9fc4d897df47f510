package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Journal;
import tutti.engine.node.LocalNode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.world.SimulatedNode;

/** One life of a node: its state that is gone when the life ends. */
record Incarnation(
    SimulatedNode machine,
    TaskExecutor door,
    LocalNode node,
    @Nullable Journal log,
    Inspector.@Nullable Life looked,
    List<Promise<Reply>> open,
    List<Runnable> looks) {}
