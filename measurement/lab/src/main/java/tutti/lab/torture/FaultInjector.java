package tutti.lab.torture;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tutti.command.ChildProcess;
import tutti.lab.process.TcpProxy;

/**
 * A maker of troubles for nodes: it draws a trouble, its victims and its length, and ends it again.
 * There are up to two troubles at a time, never two at one node or connection. Used by one thread.
 */
final class FaultInjector {
  private static final int MOST_AT_A_TIME = 2;
  private static final int STOP_SECONDS = 60;
  private static final int VOTE_SECONDS = 120;
  private static final int DONE_BETWEEN = 20;
  private static final long PATIENCE_NANOS = 3_000_000_000L;
  private static final int MOST_CONTAINERS = 3;

  private final TortureNodes nodes;
  private final RoundWorkload workload;
  private final SplittableRandom random;
  private final List<TortureFault> kinds;
  private final int[] containers;
  private final List<Active> active = new ArrayList<>();
  private final List<Ending> endings = new ArrayList<>();
  private final Set<Object> busy = new HashSet<>();
  private final Map<TortureFault, Integer> counts = new EnumMap<>(TortureFault.class);
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
  private volatile TorturePhase phase;
  private final long begin;
  private final Story story;

  /** Whether a node has lost its disk, and not all of its replicas vote again. */
  private volatile boolean losing;

  /** A listener that is told each action. */
  @FunctionalInterface
  interface Story {
    /** Tells one sentence, immediately. */
    void tell(String sentence);
  }

  /** The action that ends a trouble. */
  @FunctionalInterface
  private interface Cure {
    void apply() throws IOException, InterruptedException;
  }

  /** A trouble that goes on, and the victims that it keeps busy. */
  private record Active(long until, List<Object> victims, Cure cure) {}

  /** A trouble that is ending: a node takes its time to start. */
  private record Ending(List<Object> victims, Thread thread) {}

  /**
   * @param workload is informed when a log is lost
   * @param kinds the kinds of troubles that may be drawn
   */
  FaultInjector(
      TortureNodes nodes,
      RoundWorkload workload,
      SplittableRandom random,
      List<TortureFault> kinds,
      TorturePhase phase,
      Story story) {
    this.nodes = nodes;
    this.workload = workload;
    this.random = random;
    this.kinds = kinds;
    this.phase = phase;
    this.story = story;
    this.begin = System.nanoTime();
    this.containers = new int[nodes.count()];
    for (int node = 0; node < containers.length; node++) {
      containers[node] = 1 + random.nextInt(MOST_CONTAINERS);
    }
  }

  /** Returns the number of troubles of each kind. */
  Map<TortureFault, Integer> counts() {
    return counts;
  }

  /** Returns the faults of nodes beside those that histories show. */
  List<String> wrong() {
    return wrong;
  }

  /**
   * Makes trouble for {@code seconds}; troubles that have begun may last longer.
   *
   * @param first the troubles that happen in any case, in this order; the time is not over before
   *     that
   * @param pauseMillis the approximate time between one trouble and the next; longer if clients get
   *     nothing done, as on a machine that is slow to start nodes, since a trouble without load
   *     shows little
   * @param done returns the number of requests that have happened
   */
  void run(List<TortureFault> first, double seconds, int pauseMillis, IntSupplier done)
      throws InterruptedException {
    Deque<TortureFault> due = new ArrayDeque<>(first);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long next = System.nanoTime() + 200_000_000L;
    int doneBefore = done.getAsInt();
    while (System.nanoTime() < end || !due.isEmpty()) {
      endWhatIsDue();
      boolean loaded =
          done.getAsInt() - doneBefore >= DONE_BETWEEN || System.nanoTime() - next > PATIENCE_NANOS;
      if (System.nanoTime() >= next && loaded && active.size() + endings.size() < MOST_AT_A_TIME) {
        doneBefore = done.getAsInt();
        TortureFault drawn = due.isEmpty() ? kinds.get(random.nextInt(kinds.size())) : due.peek();
        if (begin(drawn)) {
          due.poll();
        }
        next = System.nanoTime() + (pauseMillis / 2 + random.nextInt(pauseMillis)) * 1_000_000L;
      }
      Thread.sleep(5);
    }
  }

  private void endWhatIsDue() {
    for (Active each : List.copyOf(active)) {
      if (System.nanoTime() >= each.until()) {
        end(each);
      }
    }
    for (Ending each : List.copyOf(endings)) {
      if (!each.thread().isAlive()) {
        endings.remove(each);
        each.victims().forEach(busy::remove);
      }
    }
  }

  private void end(Active each) {
    active.remove(each);
    endings.add(new Ending(each.victims(), Thread.ofVirtual().start(() -> cure(each))));
  }

  private void cure(Active each) {
    try {
      each.cure().apply();
    } catch (IOException failed) {
      wrong.add("a trouble could not be ended: " + failed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitEndings() throws InterruptedException {
    for (Active each : List.copyOf(active)) {
      end(each);
    }
    for (Ending each : endings) {
      each.thread().join();
      each.victims().forEach(busy::remove);
    }
    endings.clear();
  }

  /** Ends all troubles that go on; every node runs afterwards. */
  void endAll() throws IOException, InterruptedException {
    awaitEndings();
    nodes.heal();
    startMissing();
  }

  private void startMissing() throws IOException, InterruptedException {
    for (int node = 0; node < nodes.count(); node++) {
      ChildProcess running = nodes.running(node);
      if (running == null || !running.isAlive()) {
        nodes.kill(node);
        start(node);
      }
    }
  }

  private void start(int node) throws IOException, InterruptedException {
    if (!nodes.start(node, phase, containers[node], "")) {
      wrong.add(TortureNodes.name(node) + " did not start; its output says why");
    }
  }

  /** Begins one trouble; false if its victim is busy, or not there. */
  private boolean begin(TortureFault kind) throws InterruptedException {
    int node = random.nextInt(nodes.count());
    int other = (node + 1 + random.nextInt(Math.max(1, nodes.count() - 1))) % nodes.count();
    try {
      return switch (kind) {
        case KILL -> down(kind, List.of(node), true);
        case KILL_SEVERAL -> down(kind, several(), true);
        case STOP -> down(kind, List.of(node), false);
        case CONTAINERS -> otherContainers(node);
        case PAUSE -> pause(node);
        case DISK_FULL -> fullDisk(node);
        case LOSE_DISK -> loseDisk(node);
        case CUT, HOLD, HALF_OPEN, DELAY -> {
          String whom = TortureNodes.name(node) + " and " + TortureNodes.name(other);
          yield node != other && connection(kind, nodes.between(node, other), whom);
        }
        case CLIENT_CUT, CLIENT_HOLD, CLIENT_HALF_OPEN, CLIENT_DELAY ->
            connection(kind, nodes.doorOf(node), "clients and " + TortureNodes.name(node));
        case CHANGE, LOSE_TWO -> false;
      };
    } catch (IOException failed) {
      wrong.add(kind.label() + " could not be done: " + failed.getMessage());
      return true;
    }
  }

  private List<Integer> several() {
    List<Integer> some = new ArrayList<>();
    for (int node = 0; node < nodes.count(); node++) {
      if (random.nextInt(4) > 0) {
        some.add(node);
      }
    }
    return some;
  }

  private void count(TortureFault kind, String whom, long millis) {
    counts.merge(kind, 1, Integer::sum);
    double at = (System.nanoTime() - begin) / 1e9;
    story.tell(String.format(Locale.ROOT, "%.2f s: %s %s, %s ms", at, kind.label(), whom, millis));
  }

  private void active(long millis, List<Object> victims, Cure cure) {
    busy.addAll(victims);
    active.add(new Active(System.nanoTime() + millis * 1_000_000, victims, cure));
  }

  private long millis(int most) {
    return 30 + random.nextInt(random.nextInt(4) == 0 ? most : most / 5);
  }

  private boolean down(TortureFault kind, List<Integer> victims, boolean kill)
      throws InterruptedException {
    List<Integer> hit = victims.stream().filter(node -> !busy.contains(node)).toList();
    if (hit.isEmpty()) {
      return false;
    }
    long millis = millis(3_000);
    count(kind, hit.stream().map(TortureNodes::name).toList().toString(), millis);
    for (int node : hit) {
      if (kill) {
        nodes.kill(node);
      } else {
        stop(node);
      }
    }
    active(
        millis,
        List.copyOf(hit),
        () -> {
          for (int node : hit) {
            start(node);
          }
        });
    return true;
  }

  private void stop(int node) throws InterruptedException {
    ChildProcess running = nodes.running(node);
    boolean alive = running != null && running.isAlive();
    if (!nodes.stop(node, STOP_SECONDS) && alive) {
      wrong.add(TortureNodes.name(node) + " did not end well when it was asked to");
    }
  }

  private boolean otherContainers(int node) throws InterruptedException {
    if (busy.contains(node)) {
      return false;
    }
    containers[node] = 1 + (containers[node] + random.nextInt(2)) % MOST_CONTAINERS;
    return down(TortureFault.CONTAINERS, List.of(node), random.nextBoolean());
  }

  private boolean pause(int node) throws IOException, InterruptedException {
    ChildProcess running = nodes.running(node);
    if (busy.contains(node) || running == null) {
      return false;
    }
    long millis = millis(4_000);
    count(TortureFault.PAUSE, TortureNodes.name(node), millis);
    running.signal("STOP");
    active(millis, List.of(node), () -> running.signal("CONT"));
    return true;
  }

  private boolean fullDisk(int node) throws InterruptedException {
    if (busy.contains(node)) {
      return false;
    }
    long millis = 500 + millis(3_000);
    // The limit is in blocks of 512 bytes: from a half of a log file up to all of it but one block.
    int blocks = phase.segmentKib() + random.nextInt(phase.segmentKib());
    count(TortureFault.DISK_FULL, TortureNodes.name(node) + " after " + blocks + " blocks", millis);
    nodes.kill(node);
    // The node's log file may be too full for it to start at all.
    active(
        0,
        List.of(node),
        () -> {
          if (nodes.start(node, phase, containers[node], "ulimit -f " + blocks)) {
            Thread.sleep(millis);
          }
          nodes.kill(node);
          start(node);
        });
    return true;
  }

  /** Replicas survive one lost disk at a time: the next is lost once all vote again. */
  private boolean loseDisk(int node) throws IOException, InterruptedException {
    if (busy.contains(node) || losing) {
      return false;
    }
    losing = true;
    long millis = millis(3_000);
    count(TortureFault.LOSE_DISK, TortureNodes.name(node), millis);
    nodes.kill(node);
    workload.lose(node, () -> nodes.loseDisk(node));
    active(
        millis,
        List.of(node),
        () -> {
          start(node);
          if (nodes.awaitReady(node, VOTE_SECONDS)) {
            losing = false;
          } else {
            wrong.add(TortureNodes.name(node) + " does not vote again");
          }
        });
    return true;
  }

  private boolean connection(TortureFault kind, @Nullable TcpProxy proxy, String whom) {
    if (proxy == null || busy.contains(proxy)) {
      return false;
    }
    long millis = millis(5_000);
    count(kind, whom, millis);
    switch (kind) {
      case CUT, CLIENT_CUT -> proxy.cut();
      case HALF_OPEN, CLIENT_HALF_OPEN -> proxy.deafen();
      case DELAY, CLIENT_DELAY -> proxy.delay(1 + random.nextInt(60));
      default -> {
        if (random.nextBoolean()) {
          proxy.hold();
        } else {
          proxy.holdOneWay(random.nextBoolean());
        }
      }
    }
    active(millis, List.of(proxy), proxy::restore);
    return true;
  }

  /**
   * Ends all nodes, by {@code kill -9} or in order, and starts them under another phase. Troubles
   * that go on end before.
   */
  void change(TorturePhase next) throws IOException, InterruptedException {
    awaitEndings();
    counts.merge(TortureFault.CHANGE, 1, Integer::sum);
    story.tell("from " + phase + " to " + next);
    boolean kill = random.nextInt(3) > 0;
    for (int node = 0; node < nodes.count(); node++) {
      if (kill || random.nextBoolean()) {
        nodes.kill(node);
      } else {
        stop(node);
      }
    }
    phase = next;
    startAll();
  }

  /** Kills two nodes and removes their folders; no log is read any more. */
  void loseTwo(int one, int other) throws IOException, InterruptedException {
    count(TortureFault.LOSE_TWO, TortureNodes.name(one) + " and " + TortureNodes.name(other), 0);
    for (int node : List.of(one, other)) {
      nodes.kill(node);
      nodes.loseDisk(node);
    }
  }

  /** Starts all nodes, side by side. */
  void startAll() throws IOException, InterruptedException {
    List<Thread> starts = new ArrayList<>();
    List<Exception> failed = new ArrayList<>();
    for (int i = 0; i < nodes.count(); i++) {
      int node = i;
      starts.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      start(node);
                    } catch (IOException | InterruptedException e) {
                      synchronized (failed) {
                        failed.add(e);
                      }
                    }
                  }));
    }
    for (Thread start : starts) {
      start.join();
    }
    if (!failed.isEmpty()) {
      throw new IOException("the nodes could not be started", failed.getFirst());
    }
  }

  /** Ends all nodes in order. */
  void stopAll() throws InterruptedException {
    for (int node = 0; node < nodes.count(); node++) {
      stop(node);
    }
  }
}
