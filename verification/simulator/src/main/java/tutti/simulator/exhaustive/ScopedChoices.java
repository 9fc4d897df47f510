package tutti.simulator.exhaustive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.exhaustive.Links.Link;
import tutti.simulator.world.Core;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.Slice;
import tutti.simulator.world.WorkQueue;

/**
 * The choices in a {@link ScopedWorld}, and their effects. Between two choices only clients and
 * sessions continue, immediately; time passes when nothing else is left, or as a choice.
 *
 * <p>Without {@linkplain Scope#switches() switches} a node does all its work immediately. With
 * switches, a node does one slice of work at a choice: the slice that it would run next without a
 * choice, or, as a switch, another one, or it admits a message.
 *
 * <p>Events at two nodes are independent. An event changes its node, takes the first message of one
 * link and puts others at the ends of links; nodes share nothing else, time stands still, and each
 * node's randomness, the order of its timers and the order in which it continues are its own. So in
 * either order both nodes, all links, and the ledger's entries of each transaction come out equal.
 * The number of switches does too: it is a sum over nodes, and each node's part follows from the
 * events there. So where one order of independent choices is within the bound, all are, and sleep
 * sets stay sound. Clients have a part of their own: whether one client was answered before another
 * asks matters for strict serializability, and neither the order of answers nor that of questions
 * does. Restarts, and time, are independent of nothing.
 */
final class ScopedChoices {
  /** The time in which everything comes to an end that has to end by itself. */
  private static final long REST_NANOS = 20_000_000_000L;

  private static final String CRASH = ", crash before disk operation ";
  private static final String TIME = "time passes";
  private static final String CLIENTS = "clients";
  private static final String CRASHES = "crashes";
  private static final String LOSSES = "losses";
  private static final String DOUBLES = "doubles";

  private final Scope scope;
  private final Core core;
  private final Cluster cluster;
  private final Links links;
  private final ScopedClients clients;
  private final boolean reduces;
  private final IntConsumer restart;
  private final Set<Integer> down = new TreeSet<>();
  private final Map<String, Act> acts = new LinkedHashMap<>();
  private final ChoiceFootprint everything;
  private int crashes;
  private int lost;
  private int doubled;
  private int early;
  private int switched;
  private long end;
  private boolean staysDown;
  private boolean over;

  /**
   * The effect of a choice.
   *
   * @param node the node where it happens; -1 if it is at none
   * @param isSwitch whether it counts as a switch
   */
  private record Act(ChoiceFootprint footprint, int node, boolean isSwitch, Runnable body) {}

  ScopedChoices(
      Scope scope,
      Core core,
      Cluster cluster,
      Links links,
      ScopedClients clients,
      boolean reduces,
      IntConsumer restart) {
    this.scope = scope;
    this.core = core;
    this.cluster = cluster;
    this.links = links;
    this.clients = clients;
    this.reduces = reduces;
    this.restart = restart;
    everything = everything();
  }

  private ChoiceFootprint everything() {
    List<String> parts = new ArrayList<>(List.of(CLIENTS, CRASHES, LOSSES, DOUBLES));
    for (int node = 0; node < scope.nodes(); node++) {
      parts.add(part(node));
      for (int other = 0; other < scope.nodes(); other++) {
        parts.add(Links.part(node, other));
      }
    }
    return ChoiceFootprint.of(parts);
  }

  private static String part(int node) {
    return "node " + node;
  }

  /** Returns the known effects of a choice that could not happen. */
  Taken nothing() {
    return new Taken(everything, List.of());
  }

  /** Returns the choices that may happen next. */
  List<String> enabled() {
    end = end == 0 ? core.nanos() + REST_NANOS : end;
    do {
      acts.clear();
      if (over) {
        break;
      }
      nodes();
      messages();
      if (reduces && onlyMessagesAreLeft() && persistent()) {
        break;
      }
      requests();
      boolean rests = acts.isEmpty();
      restarts(rests);
      faults();
      time(rests);
    } while (acts.isEmpty() && passes());
    return List.copyOf(acts.keySet());
  }

  private void add(
      String name, ChoiceFootprint footprint, int node, boolean isSwitch, Runnable body) {
    if (!isSwitch || maySwitch()) {
      acts.put(name, new Act(footprint, node, isSwitch, body));
    }
  }

  private boolean maySwitch() {
    return switched < scope.switches();
  }

  /** Returns the slices of work that a node may do next, in the order in which it would do them. */
  private List<Slice> slices(int node) {
    NodeUnderTest at = cluster.node(node);
    return core.slices(lane -> at.has(lane) && !lane.name.startsWith(SimulatedNode.LANE));
  }

  private void nodes() {
    for (int node = 0; node < scope.nodes(); node++) {
      boolean first = true;
      for (Slice slice : slices(node)) {
        add("run " + slice, ChoiceFootprint.of(part(node)), node, !first, () -> core.run(slice));
        first = false;
      }
    }
  }

  /**
   * Returns whether from now on only nodes' work and messages happen, and time when those are over.
   */
  private boolean onlyMessagesAreLeft() {
    return clients.unasked().isEmpty()
        && (down.isEmpty() || staysDown)
        && crashes == scope.crashes()
        && lost == scope.lost()
        && doubled == scope.duplicated()
        && early == scope.timers();
  }

  /**
   * Keeps only the choices of one node, if nothing that other nodes do first could change these
   * choices: either the node continues and admits nothing meanwhile, or from every other node a
   * message is under way to it that comes before all messages still to be sent. These choices are a
   * persistent set (Godefroid §4): whatever the other nodes do first, they could do afterwards.
   * Returns false if there is no such node.
   */
  private boolean persistent() {
    for (int node = 0; node < scope.nodes(); node++) {
      int at = node;
      boolean goesOn = !maySwitch() && busy(at);
      if (goesOn || senders(at) && acts.values().stream().anyMatch(act -> act.node == at)) {
        acts.values().removeIf(act -> act.node != at);
        return true;
      }
    }
    return false;
  }

  private boolean senders(int to) {
    return links.allBusyTo(to, scope.nodes(), from -> cluster.node(from).up());
  }

  private boolean busy(int node) {
    return !slices(node).isEmpty();
  }

  private void messages() {
    for (Link link : links.busy()) {
      int to = link.to();
      ChoiceFootprint footprint = ChoiceFootprint.of(part(to), link.part());
      add("deliver " + link.first(), footprint, to, busy(to), () -> links.deliver(link));
    }
  }

  private void requests() {
    for (int number : clients.unasked()) {
      int at = clients.nodeOf(number);
      if (cluster.node(at).open()) {
        ChoiceFootprint footprint = ChoiceFootprint.of(part(at)).and(CLIENTS, "asked");
        add("ask " + number, footprint, at, busy(at), () -> clients.ask(number));
      }
    }
  }

  /**
   * Offers restarts. A node that is down may be started again at any moment, or stays down until
   * all timers have rung that wait for something.
   *
   * @param rests whether only time and faults can go on
   */
  private void restarts(boolean rests) {
    if (staysDown && !(rests && core.nextAlarm() > end)) {
      return;
    }
    for (int node : down) {
      add("restart " + node, everything, -1, false, () -> restart(node));
    }
    if (rests && !staysDown && !down.isEmpty()) {
      add("nobody restarts", everything, -1, false, () -> staysDown = true);
    }
  }

  private void faults() {
    for (Link link : links.busy()) {
      if (lost < scope.lost() && !link.copy()) {
        add(
            "lose " + link.first(),
            ChoiceFootprint.of(link.part(), LOSSES),
            -1,
            false,
            () -> lose(link));
      }
      if (doubled < scope.duplicated() && !link.copy()) {
        ChoiceFootprint footprint = ChoiceFootprint.of(part(link.to()), link.part(), DOUBLES);
        String name = "deliver " + link.first() + " twice";
        add(name, footprint, link.to(), busy(link.to()), () -> deliverTwice(link));
      }
    }
    for (NodeUnderTest node : cluster.nodes()) {
      if (crashes < scope.crashes() && node.up()) {
        int number = node.number();
        add("crash " + number, crash(number), -1, false, () -> crash(node));
      }
    }
  }

  /** Returns the footprint of a crash. */
  private ChoiceFootprint crash(int node) {
    List<String> parts = new ArrayList<>(List.of(part(node), CRASHES));
    for (int from = 0; from < scope.nodes(); from++) {
      parts.add(Links.part(from, node));
    }
    return ChoiceFootprint.of(parts);
  }

  /**
   * @param rests whether only time and faults can go on
   */
  private void time(boolean rests) {
    boolean passes = core.nextAlarm() <= end;
    boolean waits = !down.isEmpty() && !staysDown;
    if (rests && (acts.isEmpty() || waits)) {
      return;
    }
    if (rests && !passes && down.isEmpty()) {
      add("the end", everything, -1, false, () -> over = true);
    } else if (passes && (rests || early < scope.timers())) {
      add(TIME, everything, -1, false, () -> pass(rests));
    }
  }

  private void pass(boolean rests) {
    early += rests ? 0 : 1;
    core.pass();
  }

  /**
   * Makes time pass, since nothing else can happen; returns false if there is nothing to wait for.
   */
  private boolean passes() {
    if (over || core.nextAlarm() > end) {
      return false;
    }
    core.pass();
    afterwards(-1);
    return true;
  }

  private void lose(Link link) {
    lost++;
    links.lose(link);
  }

  private void deliverTwice(Link link) {
    doubled++;
    links.deliverTwice(link);
  }

  private void crash(NodeUnderTest node) {
    crashes++;
    crashed(node);
  }

  private void crashed(NodeUnderTest node) {
    node.crash();
    links.forget(node.number());
    down.add(node.number());
  }

  private void restart(int node) {
    down.remove(node);
    staysDown = false;
    restart.accept(node);
  }

  /** Makes one choice of {@link #enabled}, or a variant of one. */
  Taken take(String choice) {
    String[] halves = choice.split(CRASH, 2);
    Act act = acts.get(halves[0]);
    if (act == null) {
      throw new IllegalStateException(choice + " cannot happen now");
    }
    ChoiceFootprint footprint = act.footprint;
    if (halves.length == 2) {
      crashes++;
      NodeUnderTest node = cluster.node(act.node);
      node.disk().faults().interrupt(Integer.parseInt(halves[1]), () -> crashed(node));
      footprint = footprint.and(crash(act.node));
    }
    int answered = clients.answered();
    long operations = operations(act.node);
    if (!halves[0].equals(TIME) && !staysDown) {
      end = core.nanos() + REST_NANOS;
    }
    switched += act.isSwitch ? 1 : 0;
    core.leavesAtPoints(scope.switches() > 0);
    act.body.run();
    afterwards(act.node);
    if (clients.answered() > answered) {
      footprint = footprint.and(CLIENTS, "answered");
    }
    return new Taken(footprint, crashesWithin(choice, act.node, operations));
  }

  private long operations(int node) {
    return node < 0 ? 0 : cluster.node(node).disk().faults().operations();
  }

  /**
   * Returns variants of the choice with a crash before one of the operations on a disk that it led
   * to.
   */
  private List<String> crashesWithin(String choice, int node, long before) {
    List<String> variants = new ArrayList<>();
    if (crashes < scope.crashes() && node >= 0 && cluster.node(node).up()) {
      for (long at = 0; at < operations(node) - before; at++) {
        variants.add(choice + CRASH + at);
      }
    }
    return variants;
  }

  boolean allows(String variant) {
    return crashes < scope.crashes();
  }

  /** Continues clients and sessions immediately; and nodes, where they never switch. */
  private void afterwards(int node) {
    core.ring();
    outside();
    for (int each = 0; each < scope.nodes() && scope.switches() == 0; each++) {
      if (node < 0 || each == node) {
        settle(each);
      }
    }
  }

  private void outside() {
    List<Slice> next;
    while (!(next = core.slices(this::isOutside)).isEmpty()) {
      core.run(next.getFirst());
    }
  }

  private boolean isOutside(WorkQueue lane) {
    return lane.name.startsWith(SimulatedNode.LANE)
        || cluster.nodes().stream().noneMatch(node -> node.has(lane));
  }

  private void settle(int node) {
    List<Slice> next;
    while (!(next = slices(node)).isEmpty()) {
      core.run(next.getFirst());
      outside();
    }
  }
}
