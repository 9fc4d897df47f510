package tutti.simulator.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.node.ActorView;
import tutti.model.ActorId;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.SimulatedScheduler;

/**
 * An onlooker that looks into the nodes after every slice of work in which something of note
 * happened, and keeps the changes for a reader. It changes nothing.
 */
final class StateRecorder {
  private final SimulatedScheduler world;
  private final List<NodeUnderTest> nodes;
  private final Map<Integer, Map<ActorId, ActorView>> known = new HashMap<>();

  StateRecorder(SimulatedScheduler world, List<NodeUnderTest> nodes) {
    this.world = world;
    this.nodes = nodes;
  }

  /** Looks at all nodes, at a moment when nothing is in the middle of anything. */
  void look() {
    for (NodeUnderTest node : nodes) {
      look(node);
    }
  }

  private void look(NodeUnderTest node) {
    Map<ActorId, ActorView> before = known.computeIfAbsent(node.number(), none -> new TreeMap<>());
    if (!node.up()) {
      before.clear();
      return;
    }
    List<ActorView> changed = new ArrayList<>();
    TreeSet<ActorId> gone = new TreeSet<>(before.keySet());
    for (ActorView view : node.look()) {
      gone.remove(view.actor());
      if (!view.equals(before.put(view.actor(), view))) {
        changed.add(view);
      }
    }
    gone.forEach(before::remove);
    if (!changed.isEmpty() || !gone.isEmpty()) {
      world.record(new TraceEvent.Snapshot(node.number(), changed, List.copyOf(gone)));
    }
  }
}
