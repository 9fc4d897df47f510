package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.disk.SimulatedDisk;

/**
 * A start of restored hosts by mistake, some of them on disks of another history: those of the
 * original, or of another restore of the same backup; or one of them on an older copy of its own.
 * Hosts of both may not serve together, those that nobody can ask say why, and as soon as each has
 * its own disk again all is as it was.
 */
final class OtherWorlds {
  private static final String RULE = "worlds";

  /** The time after which hosts have met, in virtual nanoseconds. */
  private static final long MET_NANOS = 4_000_000_000L;

  private final Cluster right;
  private final Cluster mixed;
  private final Findings findings;
  private final RandomGenerator drawn;
  private final Consumer<String> trace;

  /**
   * @param right at rest
   * @param mixed whose hosts have not been started
   * @param drawn chooses the hosts
   */
  OtherWorlds(
      Cluster right,
      Cluster mixed,
      Findings findings,
      RandomGenerator drawn,
      Consumer<String> trace) {
    this.right = right;
    this.mixed = mixed;
    this.findings = findings;
    this.drawn = drawn;
    this.trace = trace;
  }

  /**
   * Makes the mistake, and mends it. In a task only.
   *
   * @param other makes the disk of another history for a host
   * @param pause lets time go on
   * @param rest waits until nothing can go on in a cluster
   */
  void mistake(IntFunction<SimulatedDisk> other, LongConsumer pause, Consumer<Cluster> rest) {
    mistake(new Strange(some(), other, "its data folder has"), pause, rest);
  }

  /**
   * Makes the mistake with an older copy of one host's disk, since which it has met the others once
   * more. Of a majority of older copies the others cannot know. In a task only.
   *
   * @param pause lets time go on
   * @param rest waits until nothing can go on in a cluster
   */
  void olderCopy(LongConsumer pause, Consumer<Cluster> rest) {
    int host = drawn.nextInt(right.nodes().size());
    for (NodeUnderTest node : right.nodes()) {
      node.stop();
      node.reopenDisk();
    }
    SimulatedDisk copy = right.node(host).disk().copy();
    if (right.start()) {
      pause.accept(MET_NANOS);
      rest.accept(right);
      mistake(new Strange(List.of(host), _ -> copy, "is an older copy"), pause, rest);
    }
  }

  /**
   * The hosts that get disks by mistake.
   *
   * @param why in the words of hosts that refuse each other
   */
  private record Strange(List<Integer> hosts, IntFunction<SimulatedDisk> disk, String why) {}

  private void mistake(Strange other, LongConsumer pause, Consumer<Cluster> rest) {
    States before = right.states();
    if (before == null) {
      return;
    }
    List<Integer> strange = other.hosts();
    trace.accept("hosts " + strange + " are started on disks of another history");
    for (NodeUnderTest node : right.nodes()) {
      int host = node.number();
      node.stop();
      node.reopenDisk();
      mixed.node(host).restored(strange.contains(host) ? other.disk().apply(host) : node.disk(), 2);
    }
    if (!mixed.start()) {
      findings.add(RULE, "a host does not start on a disk of another history");
      return;
    }
    pause.accept(MET_NANOS);
    look(strange, other.why());
    for (NodeUnderTest node : mixed.nodes()) {
      node.crash();
      node.recoverDisk();
      if (!strange.contains(node.number())) {
        right.node(node.number()).exchange(node.disk());
      }
    }
    if (right.start()) {
      rest.accept(right);
      States after = right.states();
      if (after != null && !after.byActor().equals(before.byActor())) {
        findings.add(RULE, "data of hosts has changed while others had disks of another history");
      }
    }
  }

  /** Draws some of the hosts, not none and not all. */
  private List<Integer> some() {
    int hosts = right.nodes().size();
    int bits = drawn.nextInt(1, (1 << hosts) - 1);
    List<Integer> some = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      if ((bits >> host & 1) == 1) {
        some.add(host);
      }
    }
    return some;
  }

  private void look(List<Integer> strange, String why) {
    List<Integer> ready = new ArrayList<>();
    for (NodeUnderTest node : mixed.nodes()) {
      String notReady = node.notReady();
      if (notReady == null) {
        ready.add(node.number());
      } else if (!notReady.contains(why)) {
        findings.add(
            RULE,
            "host %s does not say that others have another history: %s"
                .formatted(node.number(), notReady));
      }
    }
    boolean mixed = ready.stream().anyMatch(strange::contains) && !strange.containsAll(ready);
    if (mixed) {
      findings.add(
          RULE,
          "hosts %s are ready together, and %s of all have disks of another history"
              .formatted(ready, strange));
    }
  }
}
