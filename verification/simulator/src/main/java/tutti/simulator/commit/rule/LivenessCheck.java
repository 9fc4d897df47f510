package tutti.simulator.commit.rule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Input;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.RunningTimer;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.commit.step.Transition;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.table.StateTable;
import tutti.simulator.explorer.world.Finding;

/**
 * The check that everything ends from a quiet state, once nothing goes wrong any more. Late
 * messages arrive, timers run down, and nodes that promised nothing lose patience.
 */
public final class LivenessCheck {
  /**
   * The number of rounds of timers after which a run that has changed nothing for good never ends.
   */
  private static final int ROUNDS = 40;

  private final TransitionRelation laws;
  private final ProtocolClaims claims;

  /** The states from which the run is known to end: if all nodes start again, and if none does. */
  private final StateTable[] known;

  private final StateNumbers catalogue;
  private @Nullable GlobalState now;

  public LivenessCheck(TransitionRelation laws, ProtocolClaims claims, StateNumbers catalogue) {
    this.laws = laws;
    this.claims = claims;
    this.catalogue = catalogue;
    this.known =
        new StateTable[] {StateNumbers.table(laws.nodes()), StateNumbers.table(laws.nodes())};
  }

  /** The finding about a run that never ends, or null. */
  public @Nullable Finding wrong(GlobalState world) {
    boolean settles = settles(world, true);
    Finding split = Agreement.agreement(now());
    if (split != null) {
      return split;
    }
    if (!settles) {
      return new Finding(
          "ends", "though all nodes are up and messages arrive, it never ends: " + where());
    }
    boolean down = false;
    boolean waits = false;
    for (int node = 0; node < world.nodes(); node++) {
      down |= !world.site(node).up;
      waits |= mayNotWait(world, node);
    }
    if (down && waits && !settles(world, false)) {
      return new Finding("blocked", "nodes that are up wait for those that are down: " + where());
    }
    return null;
  }

  private String where() {
    GlobalState end = now();
    List<String> nodes = new ArrayList<>();
    for (int node = 0; node < end.nodes(); node++) {
      NodeState site = end.site(node);
      if (!site.up) {
        nodes.add("node " + node + " is down");
      } else if (site.member != NodeState.NONE) {
        nodes.add("node " + node + " is " + laws.phase(site.member));
      } else if (site.witness != NodeState.NONE) {
        nodes.add("the witness of node " + node + " is " + laws.phase(site.witness));
      } else if (site.outcome == NodeOutcome.OPEN) {
        nodes.add("node " + node + " has a part that nobody ends");
      }
    }
    return String.join(", ", nodes);
  }

  private GlobalState now() {
    GlobalState world = now;
    if (world == null) {
      throw new IllegalStateException("nowhere yet");
    }
    return world;
  }

  private boolean settles(GlobalState world, boolean restart) {
    StateTable good = known[restart ? 0 : 1];
    List<GlobalState> path = new ArrayList<>();
    GlobalState calm = world.fork();
    calm.ledger = calm.ledger.calm();
    now = calm;
    if (restart) {
      for (int node = 0; node < calm.nodes(); node++) {
        if (!now().site(node).up) {
          laws.restart(now().fork(), node, this::then);
        }
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      calm();
      GlobalState quiet = now();
      if (good.find(catalogue.key(quiet)) >= 0 || over(quiet, restart)) {
        path.forEach(each -> good.add(catalogue.key(each), -1));
        return true;
      }
      path.add(quiet);
      timers();
      if (round > 3 && round % 2 == 0) {
        wishes();
      }
    }
    return false;
  }

  private void then(GlobalState next, Transition how) {
    now = next;
  }

  /**
   * Delivers all messages under way, makes the network take what was sent, flushes all logs, and
   * ends operations.
   */
  private void calm() {
    while (true) {
      GlobalState world = now();
      if (!world.wires.isEmpty()) {
        InFlightMessage wire = world.wires.getFirst();
        GlobalState without = world.fork();
        without.wires.remove(wire);
        laws.arrives(without, wire, Transition.Kind.ARRIVAL, this::then);
        continue;
      }
      int node = 0;
      while (node < world.nodes() && !world.site(node).isBusy()) {
        node++;
      }
      if (node == world.nodes()) {
        return;
      }
      if (world.site(node).isSending()) {
        laws.sent(world.fork(), node, this::then);
      } else if (world.site(node).tail.isEmpty()) {
        laws.endOperation(world, node, this::then);
      } else {
        laws.flush(world, node, this::then);
      }
    }
  }

  /**
   * Expires all timers that may expire; of the timers that count the time, those that are due
   * first.
   */
  private void timers() {
    int least = Integer.MAX_VALUE;
    for (NodeState site : now().sites) {
      for (RunningTimer alarm : site.alarms) {
        least = alarm.isTimed() ? Math.min(least, alarm.left()) : least;
      }
    }
    if (least > 0 && least < Integer.MAX_VALUE) {
      now = TransitionRelation.later(now(), least);
    }
    for (int node = 0; node < now().nodes(); node++) {
      for (RunningTimer alarm : now().site(node).alarms) {
        if ((!alarm.isTimed() || alarm.isDue()) && now().site(node).alarms.contains(alarm)) {
          laws.rings(now().fork(), node, alarm, this::then);
        }
      }
    }
  }

  private void wishes() {
    for (int node = 0; node < now().nodes(); node++) {
      if (now().site(node).member != NodeState.NONE) {
        Input wish = node == 0 ? new Input.GaveUp() : new Input.RollBack();
        laws.wishes(now().fork(), node, wish, this::then);
      }
    }
  }

  private boolean mayNotWait(GlobalState world, int node) {
    NodeState site = world.site(node);
    return site.up && site.outcome == NodeOutcome.OPEN && claims.endsAlone(world, node);
  }

  private boolean over(GlobalState world, boolean restart) {
    for (int node = 0; node < world.nodes(); node++) {
      NodeState site = world.site(node);
      boolean ended =
          site.member == NodeState.NONE
              && site.witness == NodeState.NONE
              && site.outcome != NodeOutcome.OPEN;
      if (restart ? !ended : mayNotWait(world, node)) {
        return false;
      }
    }
    return true;
  }
}
