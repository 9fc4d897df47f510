package tutti.simulator.twophase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;

/**
 * A moment of the model network: one coordinator, node 0, its participants, their logs, and what is
 * under way. Two with the same {@link #key} go on alike.
 */
final class World {
  /** No machine. */
  static final int NONE = -1;

  /**
   * A message under way: a message of the protocol, or the asks and answers that it comes between.
   *
   * @param branch which of a node's branches it is about; 0 where the sender does not know
   */
  record Wire(int from, int to, int branch, Object content) {}

  /** The coordinator asks a node to execute. */
  record Execute(int round, boolean vote) {}

  /** A node has executed. */
  record Executed(int round) {}

  /**
   * A record of a log, or the observations of a branch, which are durable once everything before
   * is.
   *
   * @param entry null of observations
   * @param round the executions that a vote covers
   * @param branches of a decision, the nodes that must acknowledge it
   */
  record Written(
      @Nullable RecordKind entry,
      DurableState memory,
      boolean tell,
      int branch,
      int round,
      TreeMap<Integer, Integer> branches) {}

  /** A node. */
  static final class Site {
    int machine = NONE;
    boolean recovered;

    /** The branch that is here, and how many there were. */
    int branch;

    int branches;
    int round;
    List<Written> log = new ArrayList<>();
    int durable;
    Set<Timer> timers = EnumSet.noneOf(Timer.class);

    /** Branches that were applied or undone here, for the checks. */
    Set<Integer> applied = new TreeSet<>();

    Set<Integer> undone = new TreeSet<>();

    /** The only world that may change it; others may share it. Null when it is shared. */
    private World owner;

    /** The site's part of a world's key, once that is known. */
    private int number = NONE;

    private Site copy() {
      Site copy = new Site();
      copy.machine = machine;
      copy.recovered = recovered;
      copy.branch = branch;
      copy.branches = branches;
      copy.round = round;
      copy.log = new ArrayList<>(log);
      copy.durable = durable;
      copy.timers = EnumSet.copyOf(timers);
      copy.applied = new TreeSet<>(applied);
      copy.undone = new TreeSet<>(undone);
      return copy;
    }

    void forget() {
      machine = NONE;
      recovered = false;
      timers.clear();
    }

    List<Object> key() {
      return List.of(
          machine, recovered, branch, branches, round, log, durable, timers, applied, undone);
    }
  }

  private final List<Site> sites = new ArrayList<>();
  final List<Wire> wires = new ArrayList<>();

  /** The ask that the coordinator waits for; {@link #NONE} after the last, or after a crash. */
  int ask = NONE;

  /** The branches that the coordinator counts on, by node. */
  TreeMap<Integer, Integer> counted = new TreeMap<>();

  /** How many more things may go wrong. */
  int faults;

  boolean toldCommit;
  boolean toldAbort;

  World(int nodes, int faults) {
    for (int node = 0; node < nodes; node++) {
      sites.add(new Site());
    }
    this.faults = faults;
  }

  int nodes() {
    return sites.size();
  }

  /** A node, to look at. */
  Site site(int node) {
    return sites.get(node);
  }

  /** A node, to change. */
  Site edit(int node) {
    Site site = sites.get(node);
    if (site.owner != this) {
      site = site.copy();
      site.owner = this;
      sites.set(node, site);
    }
    site.number = NONE;
    return site;
  }

  World copy() {
    World copy = new World(0, faults);
    for (Site site : sites) {
      site.owner = null;
      copy.sites.add(site);
    }
    copy.wires.addAll(wires);
    copy.ask = ask;
    copy.counted = new TreeMap<>(counted);
    copy.toldCommit = toldCommit;
    copy.toldAbort = toldAbort;
    return copy;
  }

  /**
   * The differences between worlds, made of numbers for a world's parts. Messages under way have no
   * order.
   *
   * @param numbers of parts, to which new ones are added; the world must not change any more
   */
  String key(Map<Object, Character> numbers) {
    char[] key = new char[sites.size() + wires.size() + 1];
    int at = 0;
    for (Wire wire : wires) {
      key[at++] = number(numbers, wire);
    }
    Arrays.sort(key, 0, at);
    for (Site site : sites) {
      if (site.number == NONE) {
        site.number = number(numbers, site.key());
      }
      key[at++] = (char) site.number;
    }
    key[at] = number(numbers, List.of(ask, counted, faults, toldCommit, toldAbort));
    return new String(key);
  }

  private static char number(Map<Object, Character> numbers, Object part) {
    Character number = numbers.get(part);
    if (number == null) {
      if (numbers.size() > Character.MAX_VALUE) {
        throw new AssertionError("too many different parts");
      }
      number = (char) numbers.size();
      numbers.put(part, number);
    }
    return number;
  }

  @Override
  public String toString() {
    return "log of each "
        + sites.stream().map(site -> site.log + " durable " + site.durable).toList()
        + ", all "
        + sites.stream().map(Site::key).toList()
        + ", under way "
        + wires
        + ", counted "
        + counted;
  }

  /** Whether only a timer can go on. */
  boolean quiet() {
    return wires.isEmpty() && sites.stream().allMatch(site -> site.durable == site.log.size());
  }

  /** Whether nothing is left to do, anywhere. */
  boolean over() {
    return quiet() && sites.stream().allMatch(site -> site.machine == NONE);
  }

  /** Whether the decision to commit stands in the coordinator's log for good. */
  boolean decided() {
    Site coordinator = sites.getFirst();
    return coordinator.log.subList(0, coordinator.durable).stream()
        .anyMatch(written -> written.entry() == RecordKind.DECISION);
  }
}
